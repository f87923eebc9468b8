// Dependent steps whose work items read and write memory side by side or far apart: as phases of one block, and as
// kernel nodes. One block is slow if neighbours touch different sectors of memory.
#include "turns.h"

constexpr int STEPS = 20;
constexpr int BLOCK = 1024;
constexpr int WIDE = 1026;
constexpr int MOST = 2048;
// The elements from one access of a work item to its next.
constexpr long APART = long(WIDE) * MOST;

template <int ACCESSES>
__device__ void step(const double* from, double* to, int n, long stride, int i) {
    double values[ACCESSES];
#pragma unroll
    for (int k = 0; k < ACCESSES; k++) values[k] = __ldcg(from + k * APART + (n - 1 - i) * stride);
#pragma unroll
    for (int k = 0; k < ACCESSES; k++) to[k * APART + i * stride] = values[k] * 0.5 + 1;
}

template <int ACCESSES>
__global__ void phases(double* x, double* y, int n, long stride) {
    for (int p = 0; p < STEPS; p++) {
        for (int i = threadIdx.x; i < n; i += BLOCK) step<ACCESSES>(p % 2 ? x : y, p % 2 ? y : x, n, stride, i);
        __syncthreads();
    }
}

template <int ACCESSES>
__global__ void node(const double* from, double* to, int n, long stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) step<ACCESSES>(from, to, n, stride, i);
}

template <int ACCESSES>
static void compare(double* x, double* y, cudaStream_t stream) {
    for (long stride : {1, 2, 4, WIDE}) {
        for (int n : {128, BLOCK, MOST}) {
            cudaGraphExec_t block =
                captured(stream, [&] { phases<ACCESSES><<<1, BLOCK, 0, stream>>>(x, y, n, stride); });
            cudaGraphExec_t nodes = captured(stream, [&] {
                for (int p = 0; p < STEPS; p++) {
                    node<ACCESSES><<<(n + 255) / 256, 256, 0, stream>>>(p % 2 ? x : y, p % 2 ? y : x, n, stride);
                }
            });
            std::string title = std::to_string(STEPS) + " steps of " + std::to_string(n) + " work items with " +
                                std::to_string(ACCESSES) + " loads and stores " +
                                std::to_string(stride * sizeof(double)) + " bytes apart";
            std::vector<Way> ways = {{"nodes", launch_and_wait(nodes, stream)},
                                     {"one block", launch_and_wait(block, stream)}};
            in_turns(title, ways, 9, 20);
            CHECK(cudaGraphExecDestroy(block));
            CHECK(cudaGraphExecDestroy(nodes));
        }
    }
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    double *x, *y;
    for (double** v : {&x, &y}) {
        CHECK(cudaMalloc(v, 6 * APART * sizeof(double)));
        CHECK(cudaMemset(*v, 0, 6 * APART * sizeof(double)));
    }
    compare<1>(x, y, stream);
    compare<3>(x, y, stream);
    compare<6>(x, y, stream);
    return 0;
}
