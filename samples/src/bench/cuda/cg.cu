// One step of the conjugate gradient method on the five-point stencil, in three shapes: a kernel node for each of its
// seven operations, three nodes in which neighbours are fused, and one cooperative kernel with barriers of the grid.
// Checked against each other: the residual after 50 steps.
#include "turns.h"

#include <cooperative_groups.h>
#include <cmath>

namespace cg = cooperative_groups;

constexpr int BLOCK = 256;
constexpr int PARTS = 1024;

struct Cg {
    int n;
    double *x, *r, *p, *q;
    double* parts;
    // p.q, r.r, and the r.r of the step before
    double* scalars;
};

__device__ double apply(const Cg& s, int at) {
    int n = s.n, i = at / n, j = at % n;
    double sum = 4 * s.p[at];
    if (i > 0) sum -= s.p[at - n];
    if (i < n - 1) sum -= s.p[at + n];
    if (j > 0) sum -= s.p[at - 1];
    if (j < n - 1) sum -= s.p[at + 1];
    return sum;
}

// The sum over a block, in its first thread.
__device__ double block_sum(double value) {
    __shared__ double warps[BLOCK / 32];
    for (int s = 16; s > 0; s /= 2) value += __shfl_down_sync(0xffffffff, value, s);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
    __syncthreads();
    double sum = 0;
    if (threadIdx.x == 0) {
        for (int k = 0; k < BLOCK / 32; k++) sum += warps[k];
    }
    __syncthreads();
    return sum;
}

__device__ unsigned int arrived[2];

// The sum over a grid: the last block to arrive adds the parts of all, in their order.
__device__ void grid_sum(const Cg& s, double value, double* result, int which) {
    double sum = block_sum(value);
    __shared__ bool last;
    if (threadIdx.x == 0) {
        s.parts[which * PARTS + blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived[which], 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        double mine = 0;
        for (int k = threadIdx.x; k < gridDim.x; k += BLOCK) mine += __ldcg(&s.parts[which * PARTS + k]);
        double total = block_sum(mine);
        if (threadIdx.x == 0) {
            *result = total;
            arrived[which] = 0;
        }
    }
}

#define EACH(at) for (int at = blockIdx.x * BLOCK + threadIdx.x; at < s.n * s.n; at += gridDim.x * BLOCK)

__device__ double alpha(const Cg& s) { return s.scalars[1] / s.scalars[0]; }
__device__ double beta(const Cg& s) { return s.scalars[1] / s.scalars[2]; }

// ---- seven nodes

__global__ void multiply(Cg s) {
    EACH(at) s.q[at] = apply(s, at);
}

__global__ void dot_pq(Cg s) {
    double sum = 0;
    EACH(at) sum += s.p[at] * s.q[at];
    grid_sum(s, sum, &s.scalars[0], 0);
}

__global__ void update_x(Cg s) {
    EACH(at) s.x[at] += alpha(s) * s.p[at];
}

__global__ void update_r(Cg s) {
    EACH(at) s.r[at] -= alpha(s) * s.q[at];
}

__global__ void keep(Cg s) { s.scalars[2] = s.scalars[1]; }

__global__ void dot_rr(Cg s) {
    double sum = 0;
    EACH(at) sum += s.r[at] * s.r[at];
    grid_sum(s, sum, &s.scalars[1], 1);
}

__global__ void update_p(Cg s) {
    EACH(at) s.p[at] = s.r[at] + beta(s) * s.p[at];
}

// ---- three nodes

__global__ void multiply_dot(Cg s) {
    if (blockIdx.x == 0 && threadIdx.x == 0) s.scalars[2] = s.scalars[1];
    double sum = 0;
    EACH(at) {
        double q = apply(s, at);
        s.q[at] = q;
        sum += s.p[at] * q;
    }
    grid_sum(s, sum, &s.scalars[0], 0);
}

__global__ void update_dot(Cg s) {
    double a = s.scalars[2] / s.scalars[0], sum = 0;
    EACH(at) {
        s.x[at] += a * s.p[at];
        double r = s.r[at] - a * s.q[at];
        s.r[at] = r;
        sum += r * r;
    }
    grid_sum(s, sum, &s.scalars[1], 1);
}

// ---- one cooperative kernel: every block adds the parts of all for itself, which saves a barrier

__device__ double all_parts(const Cg& s, int which) {
    __shared__ double total;
    double mine = 0;
    for (int k = threadIdx.x; k < gridDim.x; k += BLOCK) mine += __ldcg(&s.parts[which * PARTS + k]);
    double sum = block_sum(mine);
    if (threadIdx.x == 0) total = sum;
    __syncthreads();
    return total;
}

__global__ void cooperative(Cg s) {
    cg::grid_group grid = cg::this_grid();
    double before = s.scalars[1], sum = 0;
    EACH(at) {
        double q = apply(s, at);
        s.q[at] = q;
        sum += s.p[at] * q;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) s.parts[blockIdx.x] = sum;
    grid.sync();
    double a = before / all_parts(s, 0);
    sum = 0;
    EACH(at) {
        s.x[at] += a * s.p[at];
        double r = s.r[at] - a * s.q[at];
        s.r[at] = r;
        sum += r * r;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) s.parts[PARTS + blockIdx.x] = sum;
    grid.sync();
    double rr = all_parts(s, 1), b = rr / before;
    EACH(at) s.p[at] = s.r[at] + b * s.p[at];
    if (blockIdx.x == 0 && threadIdx.x == 0) s.scalars[1] = rr;
}

static void start(const Cg& s) {
    size_t cells = (size_t) s.n * s.n;
    std::vector<double> b(cells);
    double rr = 0;
    for (size_t k = 0; k < cells; k++) {
        b[k] = ((k * 7919) % 1009) / 1009.0;
        rr += b[k] * b[k];
    }
    double scalars[] = {0, rr, rr};
    CHECK(cudaMemset(s.x, 0, cells * sizeof(double)));
    CHECK(cudaMemcpy(s.r, b.data(), cells * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(s.p, b.data(), cells * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(s.scalars, scalars, sizeof(scalars), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
}

static void compare(int n, cudaStream_t stream) {
    Cg s;
    s.n = n;
    for (double** v : {&s.x, &s.r, &s.p, &s.q}) CHECK(cudaMalloc(v, (size_t) n * n * sizeof(double)));
    CHECK(cudaMalloc(&s.parts, 2 * PARTS * sizeof(double)));
    CHECK(cudaMalloc(&s.scalars, 3 * sizeof(double)));
    int device, processors, resident;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, cooperative, BLOCK, 0));
    int wanted = (int) (((long long) n * n + BLOCK - 1) / BLOCK);
    int blocks = std::min({wanted, PARTS, 7 * processors});
    std::vector<std::pair<std::string, cudaGraphExec_t>> shapes;
    shapes.push_back({"seven nodes", captured(stream, [&] {
        multiply<<<wanted, BLOCK, 0, stream>>>(s);
        dot_pq<<<blocks, BLOCK, 0, stream>>>(s);
        update_x<<<wanted, BLOCK, 0, stream>>>(s);
        update_r<<<wanted, BLOCK, 0, stream>>>(s);
        keep<<<1, 1, 0, stream>>>(s);
        dot_rr<<<blocks, BLOCK, 0, stream>>>(s);
        update_p<<<wanted, BLOCK, 0, stream>>>(s);
    })});
    shapes.push_back({"three nodes", captured(stream, [&] {
        multiply_dot<<<blocks, BLOCK, 0, stream>>>(s);
        update_dot<<<blocks, BLOCK, 0, stream>>>(s);
        update_p<<<wanted, BLOCK, 0, stream>>>(s);
    })});
    for (int each : {1, 2, 4, 7}) {
        int size = std::min(wanted, std::min(each, resident) * processors);
        if (size > PARTS || each > resident || (each > 1 && size == wanted && wanted <= processors)) continue;
        shapes.push_back({"one cooperative kernel, " + std::to_string(size) + " blocks", captured(stream, [&] {
            Cg copy = s;
            void* arguments[] = {&copy};
            CHECK(cudaLaunchCooperativeKernel((void*) cooperative, dim3(size), dim3(BLOCK), arguments, 0, stream));
        })});
    }
    std::vector<Way> ways;
    double expected = 0;
    for (auto& shape : shapes) {
        start(s);
        for (int k = 0; k < 50; k++) CHECK(cudaGraphLaunch(shape.second, stream));
        CHECK(cudaStreamSynchronize(stream));
        double rr;
        CHECK(cudaMemcpy(&rr, s.scalars + 1, sizeof(rr), cudaMemcpyDeviceToHost));
        if (expected == 0) expected = rr;
        if (!(std::fabs(rr - expected) <= 1e-9 * expected)) {
            std::printf("WRONG: %s: %.17g instead of %.17g\n", shape.first.c_str(), rr, expected);
        }
        cudaGraphExec_t exec = shape.second;
        ways.push_back({shape.first, [=] {
            double begin = now_us();
            for (int k = 0; k < 20; k++) CHECK(cudaGraphLaunch(exec, stream));
            CHECK(cudaStreamSynchronize(stream));
            return (now_us() - begin) / 20;
        }});
    }
    start(s);
    in_turns("a step of CG on " + std::to_string(n) + " x " + std::to_string(n), ways, 9, 10);
    for (auto& shape : shapes) CHECK(cudaGraphExecDestroy(shape.second));
    for (double* v : {s.x, s.r, s.p, s.q, s.parts, s.scalars}) CHECK(cudaFree(v));
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int n : {100, 300, 1000, 2000}) compare(n, stream);
    return 0;
}
