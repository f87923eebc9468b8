// The kernels of KernelSpeed as one would write them by hand in CUDA C++, and reductions and scans of CUB.
#include "counterpart.h"

#include <algorithm>
#include <cub/cub.cuh>
#include <random>
#include <thrust/iterator/counting_iterator.h>

constexpr int BLOCK = 256;
constexpr int RUNS = 10;

static int blocks(long long n) { return (int) ((n + BLOCK - 1) / BLOCK); }

__global__ void axpy(double a, const double* __restrict__ x, double* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void stencil5(const double* __restrict__ u, double* __restrict__ v, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i < n - 1 && j < n - 1) {
        size_t at = (size_t) i * n + j;
        v[at] = 0.5 * u[at] + 0.125 * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1]);
    }
}

__global__ void stencil27(const double* __restrict__ u, double* __restrict__ v, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int i = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (i < n - 1 && j < n - 1 && k < n - 1) {
        double sum = 0;
        for (int a = -1; a <= 1; a++)
            for (int b = -1; b <= 1; b++)
                for (int c = -1; c <= 1; c++) sum += u[((size_t) (i + a) * n + j + b) * n + k + c];
        v[((size_t) i * n + j) * n + k] = sum / 27;
    }
}

__global__ void spmv(const int* __restrict__ starts, const int* __restrict__ column, const double* __restrict__ values,
                     const double* __restrict__ x, double* __restrict__ y, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        double sum = 0;
        for (int at = starts[row]; at < starts[row + 1]; at++) sum += values[at] * x[column[at]];
        y[row] = sum;
    }
}

template <int LANES>
__device__ double over_lanes(double sum) {
    for (int s = LANES / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s, LANES);
    return sum;
}

template <int LANES>
__global__ void csr(const int* __restrict__ starts, const int* __restrict__ column, const double* __restrict__ values,
                    const double* __restrict__ x, double* __restrict__ y, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    double sum = 0;
    if (row < n) {
        for (int at = starts[row] + lane; at < starts[row + 1]; at += LANES) sum += values[at] * x[column[at]];
    }
    sum = over_lanes<LANES>(sum);
    if (row < n && lane == 0) y[row] = sum;
}

// A block a row, with a value of each warp in shared memory.
__global__ void row_sums(const double* __restrict__ a, double* __restrict__ y, int columns) {
    __shared__ double warps[BLOCK / 32];
    double sum = 0;
    for (int k = threadIdx.x; k < columns; k += blockDim.x) sum += a[(size_t) blockIdx.x * columns + k];
    sum = over_lanes<32>(sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < blockDim.x / 32; k++) sum += warps[k];
        y[blockIdx.x] = sum;
    }
}

template <int LANES>
__global__ void dense(const double* __restrict__ a, double* __restrict__ y, int rows, int columns) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    double sum = 0;
    if (row < rows) {
        for (int k = lane; k < columns; k += LANES) sum += a[(size_t) row * columns + k];
    }
    sum = over_lanes<LANES>(sum);
    if (row < rows && lane == 0) y[row] = sum;
}

// Some lanes for each row of each matrix.
template <int LANES>
__global__ void batch(const double* __restrict__ a, const double* __restrict__ x, double* __restrict__ y, int rows, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    double sum = 0;
    if (row < rows) {
        for (int j = lane; j < n; j += LANES) sum += a[(size_t) row * n + j] * x[row / n * n + j];
    }
    sum = over_lanes<LANES>(sum);
    if (row < rows && lane == 0) y[row] = sum;
}

__global__ void sgemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
    }
}

__global__ void nbody(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                      const float* __restrict__ m, float* __restrict__ ax, float* __restrict__ ay,
                      float* __restrict__ az, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float xi = x[i], yi = y[i], zi = z[i], sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
        float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
        float s = m[j] / (d2 * sqrtf(d2));
        sx += s * dx;
        sy += s * dy;
        sz += s * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
}

__global__ void waves(const double* __restrict__ x, double* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = exp(-x[i]) * sin(x[i]);
}

__global__ void divisions(const int* __restrict__ x, const int* __restrict__ by, int* __restrict__ to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int q = x[i] / by[i];
    to[i] = q + 7 * (x[i] - q * by[i]);
}

// Each block counts in shared memory, and adds its counts once.
__global__ void histogram(const int* __restrict__ keys, int* __restrict__ counts, int n, int bins) {
    extern __shared__ int own[];
    for (int k = threadIdx.x; k < bins; k += blockDim.x) own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(own + keys[i], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < bins; k += blockDim.x) {
        if (own[k] != 0) atomicAdd(counts + k, own[k]);
    }
}

struct Product {
    const double *x, *y;
    __host__ __device__ double operator()(int i) const { return x[i] * y[i]; }
};

template <class T>
static T* filled(size_t n, T value) {
    std::vector<T> host(n, value);
    T* device;
    CHECK(cudaMalloc(&device, n * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

// Ints from one number up to below another.
static int* ints(int n, int least, int end) {
    std::mt19937 random(1);
    std::vector<int> host(n);
    for (int& value : host) value = least + (int) (random() % (end - least));
    int* device = filled(n, 0);
    CHECK(cudaMemcpy(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    return device;
}

static cudaStream_t stream;

// The time of one of RUNS launches of a graph that holds what is enqueued, as the Java side measures it.
static Once timed(const std::function<void()>& enqueue) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    enqueue();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    return [=] {
        double begin = now_us();
        for (int k = 0; k < RUNS; k++) CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaStreamSynchronize(stream));
        return (now_us() - begin) / RUNS;
    };
}

template <class Call>
static Once cub_timed(Call call) {
    size_t bytes = 0;
    call(nullptr, bytes);
    void* room;
    CHECK(cudaMalloc(&room, bytes));
    return timed([=] {
        size_t size = bytes;
        call(room, size);
    });
}

// The 27-point matrix of edge^3 unknowns.
template <int LANES>
static Once csr27() {
    int edge = 128, n = edge * edge * edge;
    std::vector<int> starts{0}, column;
    for (int row = 0; row < n; row++) {
        int i = row / (edge * edge), j = row / edge % edge, k = row % edge;
        for (int a = std::max(i - 1, 0); a <= std::min(i + 1, edge - 1); a++)
            for (int b = std::max(j - 1, 0); b <= std::min(j + 1, edge - 1); b++)
                for (int c = std::max(k - 1, 0); c <= std::min(k + 1, edge - 1); c++)
                    column.push_back((a * edge + b) * edge + c);
        starts.push_back((int) column.size());
    }
    int *s = filled(starts.size(), 0), *c = filled(column.size(), 0);
    double *v = filled(column.size(), -1.0), *x = filled(n, 1.0), *y = filled(n, 0.0);
    CHECK(cudaMemcpy(s, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(c, column.data(), column.size() * sizeof(int), cudaMemcpyHostToDevice));
    return timed([=] { csr<LANES><<<blocks((long long) n * LANES), BLOCK, 0, stream>>>(s, c, v, x, y, n); });
}

int main() {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    std::map<std::string, std::function<Once()>> cases;
    cases["axpy"] = [] {
        int n = 100000000;
        double *x = filled(n, 1.0), *y = filled(n, 2.0);
        return timed([=] { axpy<<<blocks(n), BLOCK, 0, stream>>>(1e-3, x, y, n); });
    };
    cases["stencil5"] = [] {
        int n = 8192;
        double *u = filled((size_t) n * n, 1.0), *v = filled((size_t) n * n, 0.0);
        return timed([=] {
            stencil5<<<dim3((n + 29) / 32, (n + 5) / 8), dim3(32, 8), 0, stream>>>(u, v, n);
        });
    };
    cases["stencil27"] = [] {
        int n = 400;
        double *u = filled((size_t) n * n * n, 1.0), *v = filled((size_t) n * n * n, 0.0);
        return timed([=] {
            stencil27<<<dim3((n + 29) / 32, (n + 1) / 4, n / 2), dim3(32, 4, 2), 0, stream>>>(u, v, n);
        });
    };
    cases["spmv"] = [] {
        int side = 2000, n = side * side;
        std::vector<int> starts(n + 1), column;
        std::vector<double> values;
        for (int i = 0; i < side; i++)
            for (int j = 0; j < side; j++) {
                int row = i * side + j;
                auto add = [&](int c, double v) {
                    column.push_back(c);
                    values.push_back(v);
                };
                if (i > 0) add(row - side, -1);
                if (j > 0) add(row - 1, -1);
                add(row, 4);
                if (j < side - 1) add(row + 1, -1);
                if (i < side - 1) add(row + side, -1);
                starts[row + 1] = (int) column.size();
            }
        int *s = filled(n + 1, 0), *c = filled(column.size(), 0);
        double *v = filled(values.size(), 0.0), *x = filled(n, 1.0), *y = filled(n, 0.0);
        CHECK(cudaMemcpy(s, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(c, column.data(), column.size() * sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(v, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice));
        return timed([=] { spmv<<<blocks(n), BLOCK, 0, stream>>>(s, c, v, x, y, n); });
    };
    cases["spmv27"] = [] {
        int side = 128, n = side * side * side;
        std::vector<int> starts(n + 1), column;
        for (int row = 0; row < n; row++) {
            int i = row / (side * side), j = row / side % side, k = row % side;
            for (int a = std::max(0, i - 1); a < std::min(side, i + 2); a++)
                for (int b = std::max(0, j - 1); b < std::min(side, j + 2); b++)
                    for (int c = std::max(0, k - 1); c < std::min(side, k + 2); c++)
                        column.push_back((a * side + b) * side + c);
            starts[row + 1] = (int) column.size();
        }
        int *s = filled(n + 1, 0), *c = filled(column.size(), 0);
        double *v = filled(column.size(), 0.5), *x = filled(n, 1.0), *y = filled(n, 0.0);
        CHECK(cudaMemcpy(s, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(c, column.data(), column.size() * sizeof(int), cudaMemcpyHostToDevice));
        return timed([=] { spmv<<<blocks(n), BLOCK, 0, stream>>>(s, c, v, x, y, n); });
    };
    cases["csr27-1"] = csr27<1>;
    cases["csr27-4"] = csr27<4>;
    cases["csr27-8"] = csr27<8>;
    cases["rows-128"] = [] {
        int rows = 262144, columns = 128;
        double *a = filled((size_t) rows * columns, 1.0), *y = filled(rows, 0.0);
        return timed([=] { dense<32><<<blocks(rows * 32LL), BLOCK, 0, stream>>>(a, y, rows, columns); });
    };
    cases["rows-4096"] = [] {
        int rows = 16384, columns = 4096;
        double *a = filled((size_t) rows * columns, 1.0), *y = filled(rows, 0.0);
        return timed([=] { row_sums<<<rows, BLOCK, 0, stream>>>(a, y, columns); });
    };
    cases["batch-32"] = [] {
        int rows = 3200000, n = 32;
        double *a = filled((size_t) rows * n, 1.0), *x = filled(rows, 2.0), *y = filled(rows, 0.0);
        return timed([=] { batch<4><<<blocks(rows * 4LL), BLOCK, 0, stream>>>(a, x, y, rows, n); });
    };
    cases["sgemm"] = [] {
        int n = 2048;
        float *a = filled(n * n, 1.f), *b = filled(n * n, 2.f), *c = filled(n * n, 0.f);
        return timed([=] { sgemm<<<dim3(n / 32, n / 8), dim3(32, 8), 0, stream>>>(a, b, c, n); });
    };
    for (int n : {16384, 65536}) {
        cases[n == 65536 ? "nbody" : "nbody-16384"] = [n] {
            float *p[7];
            for (int k = 0; k < 7; k++) {
                std::vector<float> host(n);
                for (int i = 0; i < n; i++) host[i] = k < 3 ? (float) ((i * (k + 1L)) % 1009) / 1009 : 1.f / n;
                p[k] = filled(n, 0.f);
                CHECK(cudaMemcpy(p[k], host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
            }
            float *x = p[0], *y = p[1], *z = p[2], *m = p[3], *ax = p[4], *ay = p[5], *az = p[6];
            return timed([=] { nbody<<<blocks(n), BLOCK, 0, stream>>>(x, y, z, m, ax, ay, az, n); });
        };
    }
    for (const char* name : {"waves", "strict-waves"}) {
        cases[name] = [] {
            int n = 10000000;
            std::vector<double> host(n);
            for (int i = 0; i < n; i++) host[i] = i % 1000 * 6e-3;
            double *x = filled(n, 0.0), *y = filled(n, 0.0);
            CHECK(cudaMemcpy(x, host.data(), n * sizeof(double), cudaMemcpyHostToDevice));
            return timed([=] { waves<<<blocks(n), BLOCK, 0, stream>>>(x, y, n); });
        };
    }
    cases["divisions"] = [] {
        int n = 50000000;
        int *x = ints(n, 0, 1 << 20), *by = ints(n, 1, 1000), *to = filled(n, 0);
        return timed([=] { divisions<<<blocks(n), BLOCK, 0, stream>>>(x, by, to, n); });
    };
    for (int bins : {256, 4096}) {
        cases[bins == 256 ? "histogram" : "histogram-4096"] = [bins] {
            int n = 20000000, fit, multiprocessors;
            int *keys = ints(n, 0, bins), *counts = filled(bins, 0);
            int bytes = bins * sizeof(int);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, histogram, 1024, bytes));
            CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
            int grid = fit * multiprocessors;
            return timed([=] { histogram<<<grid, 1024, bytes, stream>>>(keys, counts, n, bins); });
        };
    }
    for (int n : {1000, 100000, 1000000, 10000000, 100000000}) {
        std::string size = "-" + std::to_string(n);
        cases["sum" + size] = [n] {
            double *x = filled(n, 1.0), *r = filled(1, 0.0);
            return cub_timed(
                [=](void* room, size_t& bytes) { CHECK(cub::DeviceReduce::Sum(room, bytes, x, r, n, stream)); });
        };
        cases["dot" + size] = [n] {
            double *x = filled(n, 1.0), *y = filled(n, 2.0), *r = filled(1, 0.0);
            return cub_timed([=](void* room, size_t& bytes) {
                CHECK(cub::DeviceReduce::TransformReduce(
                    room, bytes, thrust::counting_iterator<int>(0), r, n, ::cuda::std::plus<double>(), Product{x, y}, 0.0,
                    stream));
            });
        };
        cases["scan" + size] = [n] {
            double *x = filled(n, 1.0), *r = filled(n, 0.0);
            return cub_timed(
                [=](void* room, size_t& bytes) { CHECK(cub::DeviceScan::ExclusiveSum(room, bytes, x, r, n, stream)); });
        };
        cases["scan-int" + size] = [n] {
            int *x = ints(n, 0, 100), *r = filled(n, 0);
            return cub_timed(
                [=](void* room, size_t& bytes) { CHECK(cub::DeviceScan::ExclusiveSum(room, bytes, x, r, n, stream)); });
        };
        cases["scan-long" + size] = [n] {
            long long *x = filled(n, 1LL), *r = filled(n, 0LL);
            return cub_timed(
                [=](void* room, size_t& bytes) { CHECK(cub::DeviceScan::ExclusiveSum(room, bytes, x, r, n, stream)); });
        };
    }
    return serve(cases);
}
