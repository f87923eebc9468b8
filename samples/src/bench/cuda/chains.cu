// A chain of 100 small steps, each of which reads a neighbour's result of the step before, in the shapes that a
// compiler of graphs could give it: a kernel node a step, the same with programmatic edges, one block with a barrier
// after each step, one block driven by a table, a cluster, a grid with barriers. And a loop on the device: conditional
// node beside tail launches. All shapes are checked against each other.
#include "turns.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int STEPS = 100;
constexpr int BLOCK = 1024;

// Four kinds of steps, so that no shape is one loop over equal bodies.
template <int KIND>
__device__ void step(const double* __restrict__ from, double* to, int n, int i) {
    double left = __ldcg(from + (i == 0 ? n - 1 : i - 1)), here = __ldcg(from + i);
    if (KIND == 0) to[i] = 0.5 * (left + here);
    if (KIND == 1) to[i] = here + 0.125 * (left - here);
    if (KIND == 2) to[i] = fmax(left, here) - 0.25 * here;
    if (KIND == 3) to[i] = 0.75 * here + 0.25 * left;
}

struct Pair {
    double *a, *b;
};

__device__ const double* source(Pair v, int k) { return k % 2 == 0 ? v.a : v.b; }
__device__ double* target(Pair v, int k) { return k % 2 == 0 ? v.b : v.a; }

template <int KIND>
__global__ void node(const double* from, double* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) step<KIND>(from, to, n, i);
}

template <int KIND>
__global__ void programmatic(const double* from, double* to, int n) {
    cudaTriggerProgrammaticLaunchCompletion();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaGridDependencySynchronize();
    if (i < n) step<KIND>(from, to, n, i);
}

template <int KIND, class Barrier>
__device__ void all(Pair v, int k, int n, int first, int stride, Barrier& barrier) {
    for (int i = first; i < n; i += stride) step<KIND>(source(v, k), target(v, k), n, i);
    barrier();
}

template <class Barrier>
__device__ void steps(Pair v, int n, int first, int stride, Barrier barrier) {
    for (int k = 0; k < STEPS; k += 4) {
        all<0>(v, k, n, first, stride, barrier);
        all<1>(v, k + 1, n, first, stride, barrier);
        all<2>(v, k + 2, n, first, stride, barrier);
        all<3>(v, k + 3, n, first, stride, barrier);
    }
}

__global__ void block(Pair v, int n) {
    steps(v, n, threadIdx.x, blockDim.x, [] { __syncthreads(); });
}

struct Entry {
    int kind;
    const double* from;
    double* to;
    int n;
};

__global__ void table(const Entry* entries) {
    for (int k = 0; k < STEPS; k++) {
        Entry e = entries[k];
        for (int i = threadIdx.x; i < e.n; i += blockDim.x) {
            switch (e.kind) {
                case 0: step<0>(e.from, e.to, e.n, i); break;
                case 1: step<1>(e.from, e.to, e.n, i); break;
                case 2: step<2>(e.from, e.to, e.n, i); break;
                default: step<3>(e.from, e.to, e.n, i);
            }
        }
        __syncthreads();
    }
}

__global__ void cluster(Pair v, int n) {
    cg::cluster_group group = cg::this_cluster();
    steps(v, n, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x, [&] { group.sync(); });
}

__global__ void grid(Pair v, int n) {
    cg::grid_group group = cg::this_grid();
    steps(v, n, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x, [&] { group.sync(); });
}

static void launch(const void* kernel, int blocks, int threads, void** arguments, cudaStream_t stream,
                   cudaLaunchAttribute attribute) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelExC(&config, kernel, arguments));
}

static cudaLaunchAttribute clusters(int blocks) {
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = blocks;
    a.val.clusterDim.y = a.val.clusterDim.z = 1;
    return a;
}

static cudaLaunchAttribute flag(cudaLaunchAttributeID id) {
    cudaLaunchAttribute a = {};
    a.id = id;
    if (id == cudaLaunchAttributeCooperative) a.val.cooperative = 1;
    else a.val.programmaticStreamSerializationAllowed = 1;
    return a;
}

static int threads_of(int n) { return n < BLOCK ? (n + 31) / 32 * 32 : BLOCK; }
static int blocks_of(int n, int threads) { return (n + threads - 1) / threads; }

static void chain(int n, cudaStream_t stream) {
    Pair v;
    CHECK(cudaMalloc(&v.a, n * sizeof(double)));
    CHECK(cudaMalloc(&v.b, n * sizeof(double)));
    std::vector<double> start(n), expected;
    for (int i = 0; i < n; i++) start[i] = (i * 7919) % 1009;
    const void* plain[] = {(void*) node<0>, (void*) node<1>, (void*) node<2>, (void*) node<3>};
    const void* early[] = {(void*) programmatic<0>, (void*) programmatic<1>, (void*) programmatic<2>,
                           (void*) programmatic<3>};
    std::vector<Entry> entries;
    for (int k = 0; k < STEPS; k++) entries.push_back({k % 4, k % 2 ? v.b : v.a, k % 2 ? v.a : v.b, n});
    Entry* device;
    CHECK(cudaMalloc(&device, STEPS * sizeof(Entry)));
    CHECK(cudaMemcpy(device, entries.data(), STEPS * sizeof(Entry), cudaMemcpyHostToDevice));

    int threads = threads_of(n < 256 ? n : 256), wide = threads_of(n);
    void* whole[] = {&v, &n};
    auto nodes = [&](const void** kernels, bool overlap) {
        for (int k = 0; k < STEPS; k++) {
            const double* from = entries[k].from;
            double* to = entries[k].to;
            void* arguments[] = {&from, &to, &n};
            if (overlap) {
                launch(kernels[k % 4], blocks_of(n, threads), threads, arguments, stream,
                       flag(cudaLaunchAttributeProgrammaticStreamSerialization));
            } else {
                CHECK(cudaLaunchKernel(kernels[k % 4], dim3(blocks_of(n, threads)), dim3(threads), arguments, 0, stream));
            }
        }
    };
    std::vector<std::pair<std::string, cudaGraphExec_t>> shapes;
    shapes.push_back({"100 nodes", captured(stream, [&] { nodes(plain, false); })});
    shapes.push_back({"100 nodes, programmatic edges", captured(stream, [&] { nodes(early, true); })});
    if (n <= 8 * BLOCK) {
        shapes.push_back({"one block", captured(stream, [&] { block<<<1, wide, 0, stream>>>(v, n); })});
        shapes.push_back({"one block, by table", captured(stream, [&] { table<<<1, wide, 0, stream>>>(device); })});
    }
    for (int size : {4, 8, 16}) {
        int each = threads_of((n + size - 1) / size);
        if (n < 32 * size || n > 8 * size * BLOCK) continue;
        if (size > 8) CHECK(cudaFuncSetAttribute((void*) cluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
        shapes.push_back({"a cluster of " + std::to_string(size), captured(stream, [&] {
            launch((void*) cluster, size, each, whole, stream, clusters(size));
        })});
    }
    for (int blocks : {8, 32, 132}) {
        int each = threads_of((n + blocks - 1) / blocks);
        if (n < 32 * blocks) continue;
        shapes.push_back({"a grid of " + std::to_string(blocks), captured(stream, [&] {
            launch((void*) grid, blocks, each, whole, stream, flag(cudaLaunchAttributeCooperative));
        })});
    }
    std::vector<Way> ways;
    for (auto& shape : shapes) {
        CHECK(cudaMemcpy(v.a, start.data(), n * sizeof(double), cudaMemcpyHostToDevice));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaGraphLaunch(shape.second, stream));
        CHECK(cudaStreamSynchronize(stream));
        std::vector<double> got(n);
        CHECK(cudaMemcpy(got.data(), v.a, n * sizeof(double), cudaMemcpyDeviceToHost));
        if (expected.empty()) expected = got;
        if (got != expected) std::printf("WRONG: %s, n = %d\n", shape.first.c_str(), n);
        ways.push_back({shape.first, launch_and_wait(shape.second, stream)});
    }
    in_turns("100 dependent steps over " + std::to_string(n) + " elements", ways, 9, 50);
    for (auto& shape : shapes) CHECK(cudaGraphExecDestroy(shape.second));
    CHECK(cudaFree(v.a));
    CHECK(cudaFree(v.b));
    CHECK(cudaFree(device));
}

// ---- loops of which the device decides the end

__global__ void begin(int* left, int passes) { *left = passes; }

__global__ void body(double* v) { v[threadIdx.x] += 1; }

__global__ void again(int* left, cudaGraphConditionalHandle loop) {
    cudaGraphSetConditional(loop, --*left > 0);
}

__global__ void tail(int* left) {
    if (--*left > 0) cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

static cudaGraphNode_t add(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, const void* kernel, int threads,
                           void** arguments) {
    cudaKernelNodeParams p = {};
    p.func = (void*) kernel;
    p.gridDim = dim3(1);
    p.blockDim = dim3(threads);
    p.kernelParams = arguments;
    cudaGraphNode_t made;
    CHECK(cudaGraphAddKernelNode(&made, graph, after.data(), after.size(), &p));
    return made;
}

static cudaGraphNode_t bodies(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, int kernels, double* v) {
    cudaGraphNode_t last = nullptr;
    void* arguments[] = {&v};
    for (int k = 0; k < kernels; k++) {
        last = add(graph, after, (void*) body, 32, arguments);
        after = {last};
    }
    return last;
}

static void loop(int kernels, int passes, double* v, int* left, cudaStream_t stream) {
    cudaGraph_t outer;
    CHECK(cudaGraphCreate(&outer, 0));
    cudaGraphConditionalHandle handle;
    CHECK(cudaGraphConditionalHandleCreate(&handle, outer, 1, cudaGraphCondAssignDefault));
    void* first[] = {&left, &passes};
    cudaGraphNode_t start = add(outer, {}, (void*) begin, 1, first);
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphNode_t made;
    CHECK(cudaGraphAddNode(&made, outer, &start, nullptr, 1, &params));
    cudaGraph_t inner = params.conditional.phGraph_out[0];
    void* ask[] = {&left, &handle};
    add(inner, {bodies(inner, {}, kernels, v)}, (void*) again, 1, ask);
    cudaGraphExec_t conditional;
    CHECK(cudaGraphInstantiate(&conditional, outer, 0));

    cudaGraph_t self;
    CHECK(cudaGraphCreate(&self, 0));
    void* rest[] = {&left};
    add(self, {bodies(self, {}, kernels, v)}, (void*) tail, 1, rest);
    cudaGraphExec_t tails;
    CHECK(cudaGraphInstantiate(&tails, self, cudaGraphInstantiateFlagDeviceLaunch));
    CHECK(cudaGraphUpload(tails, stream));
    CHECK(cudaStreamSynchronize(stream));

    auto by_tails = [=] {
        double start_us = now_us();
        begin<<<1, 1, 0, stream>>>(left, passes);
        CHECK(cudaGraphLaunch(tails, stream));
        CHECK(cudaStreamSynchronize(stream));
        return now_us() - start_us;
    };
    in_turns("a loop of " + std::to_string(passes) + " passes of " + std::to_string(kernels) + " kernels",
             {{"WHILE node", launch_and_wait(conditional, stream)}, {"tail launches", by_tails}}, 7, 10);
    CHECK(cudaGraphExecDestroy(conditional));
    CHECK(cudaGraphExecDestroy(tails));
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int n : {32, 256, 1024, 4096, 16384, 131072, 1048576}) chain(n, stream);
    double* v;
    int* left;
    CHECK(cudaMalloc(&v, 32 * sizeof(double)));
    CHECK(cudaMemset(v, 0, 32 * sizeof(double)));
    CHECK(cudaMalloc(&left, sizeof(int)));
    for (int kernels : {1, 5, 20}) loop(kernels, 1000, v, left, stream);
    return 0;
}
