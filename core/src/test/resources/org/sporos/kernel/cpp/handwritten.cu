// What a CUDA programmer would write for kernels of the zoo.

extern "C" __global__ void saxpy(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void fivePoint(int rows, int columns, const double* __restrict__ u, double* __restrict__ v) {
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i < rows - 1 && j < columns - 1) {
        v[i * columns + j] = 0.25 * (u[(i - 1) * columns + j] + u[(i + 1) * columns + j] + u[i * columns + j - 1]
                                     + u[i * columns + j + 1])
                             - u[i * columns + j];
    }
}

extern "C" __global__ void gemv(int m, int n, const double* __restrict__ a, const double* __restrict__ x,
                                double* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j];
        y[i] = sum;
    }
}

extern "C" __global__ void sgemm(int n, float alpha, float beta, const float* __restrict__ a, const float* __restrict__ b,
                                 float* __restrict__ c) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = alpha * sum + beta * c[i * n + j];
    }
}

extern "C" __global__ void spmv(int n, const int* __restrict__ rows, const int* __restrict__ columns,
                                const double* __restrict__ values, const double* __restrict__ x, double* __restrict__ y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        double sum = 0;
        for (int k = rows[row]; k < rows[row + 1]; k++) sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
}

extern "C" __global__ void nBody(int n, const float* __restrict__ p, float* __restrict__ a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float ax = 0, ay = 0, az = 0;
        for (int j = 0; j < n; j++) {
            float dx = p[3 * j] - p[3 * i];
            float dy = p[3 * j + 1] - p[3 * i + 1];
            float dz = p[3 * j + 2] - p[3 * i + 2];
            float r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
            float inverse = 1 / sqrtf(r2);
            float f = inverse * inverse * inverse;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        a[3 * i] = ax;
        a[3 * i + 1] = ay;
        a[3 * i + 2] = az;
    }
}
