// Reductions of the rows of a matrix, and a sparse matrix of 27 entries a row times a vector, with 1 to 32 lanes a row,
// beside CUB's segmented reduction and cuSPARSE (where it is installed). Checked against each other.
#include "turns.h"

#include <cmath>

#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#if __has_include(<cusparse.h>)
#include <cusparse.h>
#define SPARSE 1
#endif

constexpr int BLOCK = 256;
constexpr int RUNS = 10;

template <int LANES>
__device__ double over_lanes(double sum) {
    for (int s = LANES / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s, LANES);
    return sum;
}

template <int LANES>
__global__ void dense(const double* __restrict__ a, double* __restrict__ y, int rows, int columns) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    double sum = 0;
    if (row < rows) {
        for (int k = lane; k < columns; k += LANES) sum += a[(size_t) row * columns + k];
    }
    sum = over_lanes<LANES>(sum);
    if (row < rows && lane == 0) y[row] = sum;
}

// A block a row.
__global__ void teams(const double* __restrict__ a, double* __restrict__ y, int rows, int columns) {
    __shared__ double warps[BLOCK / 32];
    double sum = 0;
    for (int k = threadIdx.x; k < columns; k += BLOCK) sum += a[(size_t) blockIdx.x * columns + k];
    sum = over_lanes<32>(sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < BLOCK / 32; k++) sum += warps[k];
        y[blockIdx.x] = sum;
    }
}

template <int LANES>
__global__ void sparse(const int* __restrict__ starts, const int* __restrict__ columns, const double* __restrict__ values,
                       const double* __restrict__ x, double* __restrict__ y, int rows) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    double sum = 0;
    if (row < rows) {
        for (int at = starts[row] + lane; at < starts[row + 1]; at += LANES) sum += values[at] * x[columns[at]];
    }
    sum = over_lanes<LANES>(sum);
    if (row < rows && lane == 0) y[row] = sum;
}

static double* device(const std::vector<double>& values) {
    double* made;
    CHECK(cudaMalloc(&made, values.size() * sizeof(double)));
    CHECK(cudaMemcpy(made, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice));
    return made;
}

static int* device(const std::vector<int>& values) {
    int* made;
    CHECK(cudaMalloc(&made, values.size() * sizeof(int)));
    CHECK(cudaMemcpy(made, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice));
    return made;
}

// The results of each way, compared with those of the first.
struct Checked {
    double* y;
    int rows;
    std::vector<double> expected;

    void operator()(const std::string& name, const std::function<void()>& run) {
        CHECK(cudaMemset(y, 0, rows * sizeof(double)));
        CHECK(cudaDeviceSynchronize());
        run();
        CHECK(cudaDeviceSynchronize());
        std::vector<double> got(rows);
        CHECK(cudaMemcpy(got.data(), y, rows * sizeof(double), cudaMemcpyDeviceToHost));
        if (expected.empty()) expected = got;
        for (int k = 0; k < rows; k++) {
            if (!(std::fabs(got[k] - expected[k]) <= 1e-9 * (1 + std::fabs(expected[k])))) {
                std::printf("WRONG: %s: row %d: %.17g instead of %.17g\n", name.c_str(), k, got[k], expected[k]);
                return;
            }
        }
    }
};

static void measure(const std::string& title, std::vector<std::pair<std::string, std::function<void()>>> runs, double* y,
                    int rows, cudaStream_t stream) {
    Checked checked{y, rows, {}};
    std::vector<Way> ways;
    for (auto& run : runs) {
        checked(run.first, run.second);
        auto call = run.second;
        ways.push_back({run.first, [=] {
            double begin = now_us();
            for (int k = 0; k < RUNS; k++) call();
            CHECK(cudaStreamSynchronize(stream));
            return (now_us() - begin) / RUNS;
        }});
    }
    in_turns(title, ways, 9, 10);
}

struct Times {
    int columns;
    __host__ __device__ int operator()(int row) const { return row * columns; }
};

static void sums(int rows, int columns, cudaStream_t stream) {
    std::vector<double> values((size_t) rows * columns);
    for (size_t k = 0; k < values.size(); k++) values[k] = (k * 7919) % 1009;
    double *a = device(values), *y;
    CHECK(cudaMalloc(&y, rows * sizeof(double)));
    auto grid = [=](int lanes) { return (int) (((long long) rows * lanes + BLOCK - 1) / BLOCK); };
    auto starts = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Times{columns});
    size_t bytes = 0;
    CHECK(cub::DeviceSegmentedReduce::Sum(nullptr, bytes, a, y, rows, starts, starts + 1, stream));
    void* scratch;
    CHECK(cudaMalloc(&scratch, bytes + 1));
    measure("sums of " + std::to_string(rows) + " rows of " + std::to_string(columns),
            {
                {"CUB, segmented", [=] {
                     size_t size = bytes + 1;
                     CHECK(cub::DeviceSegmentedReduce::Sum(scratch, size, a, y, rows, starts, starts + 1, stream));
                 }},
                {"1 lane", [=] { dense<1><<<grid(1), BLOCK, 0, stream>>>(a, y, rows, columns); }},
                {"4 lanes", [=] { dense<4><<<grid(4), BLOCK, 0, stream>>>(a, y, rows, columns); }},
                {"8 lanes", [=] { dense<8><<<grid(8), BLOCK, 0, stream>>>(a, y, rows, columns); }},
                {"16 lanes", [=] { dense<16><<<grid(16), BLOCK, 0, stream>>>(a, y, rows, columns); }},
                {"32 lanes", [=] { dense<32><<<grid(32), BLOCK, 0, stream>>>(a, y, rows, columns); }},
                {"a block of 256", [=] { teams<<<rows, BLOCK, 0, stream>>>(a, y, rows, columns); }},
            },
            y, rows, stream);
    CHECK(cudaFree(a));
    CHECK(cudaFree(y));
    CHECK(cudaFree(scratch));
}

static void sparse_rows(int edge, cudaStream_t stream) {
    std::vector<int> starts{0}, columns;
    std::vector<double> values;
    int rows = edge * edge * edge;
    for (int row = 0; row < rows; row++) {
        int i = row / (edge * edge), j = row / edge % edge, k = row % edge;
        for (int a = std::max(i - 1, 0); a <= std::min(i + 1, edge - 1); a++)
            for (int b = std::max(j - 1, 0); b <= std::min(j + 1, edge - 1); b++)
                for (int c = std::max(k - 1, 0); c <= std::min(k + 1, edge - 1); c++) {
                    columns.push_back((a * edge + b) * edge + c);
                    values.push_back(columns.back() == row ? 26.0 : -1.0);
                }
        starts.push_back((int) columns.size());
    }
    std::vector<double> vector(rows);
    for (int k = 0; k < rows; k++) vector[k] = (k * 31) % 101;
    int *s = device(starts), *c = device(columns);
    double *v = device(values), *x = device(vector), *y;
    CHECK(cudaMalloc(&y, rows * sizeof(double)));
    auto grid = [=](int lanes) { return (int) (((long long) rows * lanes + BLOCK - 1) / BLOCK); };
    std::vector<std::pair<std::string, std::function<void()>>> runs;
#ifdef SPARSE
    cusparseHandle_t handle;
    cusparseCreate(&handle);
    cusparseSetStream(handle, stream);
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t in, out;
    cusparseCreateCsr(&matrix, rows, rows, columns.size(), s, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    cusparseCreateDnVec(&in, rows, x, CUDA_R_64F);
    cusparseCreateDnVec(&out, rows, y, CUDA_R_64F);
    static double one = 1, zero = 0;
    size_t bytes = 0;
    cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out, CUDA_R_64F,
                            CUSPARSE_SPMV_CSR_ALG2, &bytes);
    void* buffer;
    CHECK(cudaMalloc(&buffer, bytes + 1));
    runs.push_back({"cuSPARSE", [=] {
        cusparseStatus_t status = cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out,
                                               CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG2, buffer);
        if (status != CUSPARSE_STATUS_SUCCESS) std::exit((std::printf("cuSPARSE: %d\n", (int) status), 1));
    }});
#else
    std::printf("cuSPARSE is not installed\n");
#endif
    runs.push_back({"1 lane", [=] { sparse<1><<<grid(1), BLOCK, 0, stream>>>(s, c, v, x, y, rows); }});
    runs.push_back({"2 lanes", [=] { sparse<2><<<grid(2), BLOCK, 0, stream>>>(s, c, v, x, y, rows); }});
    runs.push_back({"4 lanes", [=] { sparse<4><<<grid(4), BLOCK, 0, stream>>>(s, c, v, x, y, rows); }});
    runs.push_back({"8 lanes", [=] { sparse<8><<<grid(8), BLOCK, 0, stream>>>(s, c, v, x, y, rows); }});
    runs.push_back({"16 lanes", [=] { sparse<16><<<grid(16), BLOCK, 0, stream>>>(s, c, v, x, y, rows); }});
    runs.push_back({"32 lanes", [=] { sparse<32><<<grid(32), BLOCK, 0, stream>>>(s, c, v, x, y, rows); }});
    measure("a sparse matrix of " + std::to_string(rows) + " rows of 27 entries", runs, y, rows, stream);
    for (void* memory : {(void*) s, (void*) c, (void*) v, (void*) x, (void*) y}) CHECK(cudaFree(memory));
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    sums(1000000, 27, stream);
    sums(100000, 256, stream);
    sums(10000, 4096, stream);
    sums(100, 100000, stream);
    sparse_rows(30, stream);
    sparse_rows(100, stream);
    return 0;
}
