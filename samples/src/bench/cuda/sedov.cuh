// A step of SedovBlast.java in CUDA C++: a graph of five kernels, one thread for each cell or node. The reduction to
// the length of the next step is part of the kernel of the state, by blocks and an atomic operation for each block.
#pragma once

#include "../hydrodynamics.h"
#include "counterpart.h"

#include <cub/cub.cuh>

constexpr int BLOCK = 128;

template <class T> static T* on_device(size_t count) {
    T* memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    CHECK(cudaMemset(memory, 0, count * sizeof(T)));
    return memory;
}

template <class T> static T* on_device(const std::vector<T>& values) {
    T* memory = on_device<T>(values.size());
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

__device__ inline int index_of() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class Layout> using BlastMesh = hydrodynamics::Mesh<Layout>;

template <class Layout> __global__ void blast_clock(BlastMesh<Layout> m) {
    m.clock->next();
    m.clock->courant = m.clock->expansion = INFINITY;
}

template <class Layout> __global__ __launch_bounds__(BLOCK) void blast_forces(BlastMesh<Layout> m) {
    int c = index_of();
    if (c < m.cells) m.forces(c);
}

template <class Layout> __global__ __launch_bounds__(BLOCK) void blast_motion(BlastMesh<Layout> m) {
    int i = index_of();
    if (i < m.nodes) m.motion(i);
}

template <class Layout> __global__ __launch_bounds__(BLOCK) void blast_volumes(BlastMesh<Layout> m) {
    int c = index_of();
    if (c < m.cells) m.volumes(c);
}

// The bits of numbers that are not negative are ordered as the numbers are.
__device__ inline void atomic_min(double* to, double value) {
    atomicMin(reinterpret_cast<unsigned long long*>(to), (unsigned long long)__double_as_longlong(value));
}

struct Least {
    __device__ double operator()(double a, double b) const { return fmin(a, b); }
};

template <class Layout> __global__ __launch_bounds__(BLOCK) void blast_state(BlastMesh<Layout> m) {
    int c = index_of();
    double by_sound = INFINITY, by_volume = INFINITY;
    if (c < m.cells) {
        m.state(c);
        by_sound = m.courant(c), by_volume = m.expansion(c);
    }
    typedef cub::BlockReduce<double, BLOCK> Reduce;
    __shared__ typename Reduce::TempStorage storage[2];
    by_sound = Reduce(storage[0]).Reduce(by_sound, Least());
    by_volume = Reduce(storage[1]).Reduce(by_volume, Least());
    if (threadIdx.x == 0) {
        atomic_min(&m.clock->courant, by_sound);
        atomic_min(&m.clock->expansion, by_volume);
    }
}

template <class Layout> struct Blast {
    BlastMesh<Layout> mesh;
    cudaStream_t stream;
    cudaGraphExec_t exec;

    explicit Blast(int n) : mesh(mesh.at_rest(n, [](const auto& values) { return on_device(values); })) {
        CHECK(cudaStreamCreate(&stream));
        cudaGraph_t graph;
        CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        launch();
        CHECK(cudaStreamEndCapture(stream, &graph));
        CHECK(cudaGraphInstantiate(&exec, graph, 0));
        CHECK(cudaGraphDestroy(graph));
    }

    void launch() {
        int of_cells = (mesh.cells + BLOCK - 1) / BLOCK, of_nodes = (mesh.nodes + BLOCK - 1) / BLOCK;
        blast_clock<<<1, 1, 0, stream>>>(mesh);
        blast_forces<<<of_cells, BLOCK, 0, stream>>>(mesh);
        blast_motion<<<of_nodes, BLOCK, 0, stream>>>(mesh);
        blast_volumes<<<of_cells, BLOCK, 0, stream>>>(mesh);
        blast_state<<<of_cells, BLOCK, 0, stream>>>(mesh);
        CHECK(cudaGetLastError());
    }

    void step() { CHECK(cudaGraphLaunch(exec, stream)); }

    void to_the_end() {
        while (clock().time < hydrodynamics::STOP) step();
    }

    hydrodynamics::Clock clock() {
        hydrodynamics::Clock clock;
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaMemcpy(&clock, mesh.clock, sizeof(clock), cudaMemcpyDeviceToHost));
        return clock;
    }

    double energy() {
        double energy;
        CHECK(cudaMemcpy(&energy, mesh.energy, sizeof(energy), cudaMemcpyDeviceToHost));
        return energy;
    }

    void print() {
        std::fprintf(stderr, "%d cells along an edge: %d steps, energy at the origin %.4f\n", mesh.n, clock().cycles,
                     energy());
    }
};

// Runs a blast to its end, prints its answers and returns whether they are those known.
template <class Layout> bool checked(int n, int steps, double energy) {
    Blast<Layout> blast(n);
    blast.to_the_end();
    blast.print();
    bool right = blast.clock().cycles == steps && std::fabs(blast.energy() / energy - 1) <= 1e-9;
    if (!right) std::fprintf(stderr, "but %d steps and %.4f are known\n", steps, energy);
    return right;
}
