// The graphs of LaunchOverhead, written by hand with the runtime API of CUDA: one small kernel a node.
#include "counterpart.h"

#include <cstdint>
#include <memory>
#include <utility>

constexpr int WIDTH = 32;

__global__ void tick(double* v, int begin, int count) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count) {
        v[begin + at] = v[begin + at] + 1;
    }
}

// The edges of a graph whose nodes are numbered in a topological order.
struct Shape {
    int nodes = 0;
    std::vector<std::pair<int, int>> edges;
};

static Shape chain(int n) {
    Shape s{n, {}};
    for (int k = 1; k < n; k++) s.edges.push_back({k - 1, k});
    return s;
}

static Shape fan(int n) {
    Shape s{n + 2, {}};
    for (int k = 1; k <= n; k++) {
        s.edges.push_back({0, k});
        s.edges.push_back({k, n + 1});
    }
    return s;
}

// Each node has two predecessors in the level before, drawn by Knuth's MMIX generator; LaunchOverhead draws the same.
static Shape layered(int levels, int width) {
    Shape s{levels * width, {}};
    uint64_t state = 1;
    auto draw = [&] {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return (int) ((state >> 33) % width);
    };
    for (int level = 1; level < levels; level++) {
        for (int k = 0; k < width; k++) {
            int a = draw(), b = draw();
            int node = level * width + k, before = (level - 1) * width;
            s.edges.push_back({before + a, node});
            if (b != a) s.edges.push_back({before + b, node});
        }
    }
    return s;
}

struct Built {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
};

static Built build(const Shape& shape, double* v, cudaStream_t stream) {
    Built built;
    CHECK(cudaGraphCreate(&built.graph, 0));
    std::vector<std::vector<cudaGraphNode_t>> before(shape.nodes);
    std::vector<cudaGraphNode_t> nodes(shape.nodes);
    std::vector<std::vector<int>> from(shape.nodes);
    for (auto& e : shape.edges) from[e.second].push_back(e.first);
    for (int k = 0; k < shape.nodes; k++) {
        for (int f : from[k]) before[k].push_back(nodes[f]);
        int begin = k * WIDTH, count = WIDTH;
        void* arguments[] = {&v, &begin, &count};
        cudaKernelNodeParams p = {};
        p.func = (void*) tick;
        p.gridDim = dim3(1);
        p.blockDim = dim3(WIDTH);
        p.kernelParams = arguments;
        CHECK(cudaGraphAddKernelNode(&nodes[k], built.graph, before[k].data(), before[k].size(), &p));
    }
    CHECK(cudaGraphInstantiate(&built.exec, built.graph, 0));
    CHECK(cudaGraphUpload(built.exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    return built;
}

static void destroy(const Built& built) {
    CHECK(cudaGraphExecDestroy(built.exec));
    CHECK(cudaGraphDestroy(built.graph));
}

int main() {
    double* v;
    CHECK(cudaMalloc(&v, 1000 * WIDTH * sizeof(double)));
    CHECK(cudaMemset(v, 0, 1000 * WIDTH * sizeof(double)));
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    std::map<std::string, Shape> shapes = {
        {"diamond", fan(2)}, {"chain-100", chain(100)}, {"1-100-1", fan(100)},
        {"layered-10x100", layered(10, 100)}, {"chain-1000", chain(1000)},
    };
    std::map<std::string, std::function<Once()>> cases;
    for (auto& entry : shapes) {
        const Shape shape = entry.second;
        cases["call/" + entry.first] = [=]() -> Once {
            Built built = build(shape, v, stream);
            return [=] {
                double begin = now_us();
                CHECK(cudaGraphLaunch(built.exec, stream));
                double end = now_us();
                CHECK(cudaStreamSynchronize(stream));
                return end - begin;
            };
        };
        cases["total/" + entry.first] = [=]() -> Once {
            Built built = build(shape, v, stream);
            return [=] {
                double begin = now_us();
                CHECK(cudaGraphLaunch(built.exec, stream));
                CHECK(cudaStreamSynchronize(stream));
                return now_us() - begin;
            };
        };
        cases["build/" + entry.first] = [=]() -> Once {
            return [=] {
                double begin = now_us();
                Built built = build(shape, v, stream);
                double end = now_us();
                destroy(built);
                return end - begin;
            };
        };
    }
    return serve(cases);
}
