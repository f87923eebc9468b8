// The counterpart of ApplicationSpeed.java in CUDA C++: a batch of molecular dynamics (ten steps of velocity Verlet with
// a list of pairs from cell lists, and a sample), one of tomography (eight projections, filtered and back-projected) and
// a step of hydrodynamics (sedov.cuh), with the equations, layouts and sizes of the samples. The host asks after each
// step of molecular dynamics whether the list is still right; a batch of tomography is a graph of three kernels, a step
// of hydrodynamics one of five. With the argument "check" it runs the blasts with known answers to their ends and
// compares; with "by-corner", the corners of cells lie by corner and not by cell.
#include "sedov.cuh"

#include <cmath>
#include <cstring>
#include <memory>
#include <random>

#include <cub/cub.cuh>

constexpr double CUTOFF2 = 9, LISTED2 = 3.3 * 3.3, MAY_MOVE2 = 0.15 * 0.15, DT = 0.004, TEMPERATURE = 0.85;

// Molecular dynamics. The sums of a sample are added by atomic operations.

struct Sums {
    double kinetic, potential, virial;
    unsigned long long within;
};

struct Liquid {
    int n, cells;
    double edge;
    double *x, *y, *z, *u, *v, *w, *fx, *fy, *fz, *lx, *ly, *lz;
    int *cell, *order, *counts, *starts, *next, *pairs, *first, *from, *to;
    unsigned long long* moved;
    Sums* sums;

    __device__ int along(double at) const { return min(cells - 1, int(at / edge * cells)); }

    __device__ double wrapped(double at) const {
        double inside = at - edge * floor(at / edge);
        return inside < edge ? inside : 0;
    }

    __device__ double nearest(double d) const { return d - edge * rint(d * (1 / edge)); }

    __device__ double distance2(int i, int j) const {
        double dx = nearest(x[i] - x[j]), dy = nearest(y[i] - y[j]), dz = nearest(z[i] - z[j]);
        return dx * dx + dy * dy + dz * dz;
    }

    template <class Found> __device__ void visit(int i, Found found) const {
        int column = along(x[i]), row = along(y[i]), layer = along(z[i]);
        for (int side = 0; side < 27; side++) {
            int l = (layer + side / 9 - 1 + cells) % cells, r = (row + side / 3 % 3 - 1 + cells) % cells;
            int at = (l * cells + r) * cells + (column + side % 3 - 1 + cells) % cells;
            for (int s = starts[at], end = starts[at + 1]; s < end; s++) {
                int j = order[s];
                if (j != i && distance2(i, j) < LISTED2) found(j);
            }
        }
    }
};

__global__ void into_cells(Liquid l) {
    int i = index_of();
    if (i >= l.n) return;
    l.lx[i] = l.x[i] = l.wrapped(l.x[i]);
    l.ly[i] = l.y[i] = l.wrapped(l.y[i]);
    l.lz[i] = l.z[i] = l.wrapped(l.z[i]);
    l.cell[i] = (l.along(l.z[i]) * l.cells + l.along(l.y[i])) * l.cells + l.along(l.x[i]);
    atomicAdd(&l.counts[l.cell[i]], 1);
}

__global__ void order_by_cell(Liquid l) {
    int i = index_of();
    if (i < l.n) l.order[atomicAdd(&l.next[l.cell[i]], 1)] = i;
}

__global__ void count_pairs(Liquid l) {
    int i = index_of();
    if (i >= l.n) return;
    int count = 0;
    l.visit(i, [&](int) { count++; });
    l.pairs[i] = count;
}

__global__ void list_pairs(Liquid l) {
    int i = index_of();
    if (i >= l.n) return;
    int k = l.first[i];
    l.visit(i, [&](int j) { l.from[k] = i, l.to[k++] = j; });
}

__global__ void forces(Liquid l) {
    int i = index_of();
    if (i >= l.n) return;
    double xi = l.x[i], yi = l.y[i], zi = l.z[i], sx = 0, sy = 0, sz = 0;
    for (int k = l.first[i], end = l.first[i + 1]; k < end; k++) {
        int j = l.to[k];
        double dx = l.nearest(xi - l.x[j]), dy = l.nearest(yi - l.y[j]), dz = l.nearest(zi - l.z[j]);
        double r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < CUTOFF2) {
            double s = 1 / r2, s3 = s * s * s, push = 48 * s * s3 * (s3 - 0.5);
            sx += push * dx, sy += push * dy, sz += push * dz;
        }
    }
    l.fx[i] = sx, l.fy[i] = sy, l.fz[i] = sz;
}

__device__ void kick(Liquid& l, int i) {
    l.u[i] += 0.5 * DT * l.fx[i], l.v[i] += 0.5 * DT * l.fy[i], l.w[i] += 0.5 * DT * l.fz[i];
}

__global__ void kick_and_drift(Liquid l) {
    int i = index_of();
    double square = 0;
    if (i < l.n) {
        kick(l, i);
        l.x[i] += DT * l.u[i], l.y[i] += DT * l.v[i], l.z[i] += DT * l.w[i];
        double dx = l.x[i] - l.lx[i], dy = l.y[i] - l.ly[i], dz = l.z[i] - l.lz[i];
        square = dx * dx + dy * dy + dz * dz;
    }
    typedef cub::BlockReduce<double, BLOCK> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    double largest = Reduce(storage).Reduce(square, [](double a, double b) { return fmax(a, b); });
    // The bits of numbers that are not negative are ordered as the numbers are.
    if (threadIdx.x == 0) atomicMax(l.moved, (unsigned long long)__double_as_longlong(largest));
}

__global__ void second_kick(Liquid l) {
    int i = index_of();
    if (i < l.n) kick(l, i);
}

__global__ void sample(Liquid l) {
    int i = index_of();
    double kinetic = 0, potential = 0, virial = 0;
    unsigned long long within = 0;
    if (i < l.n) {
        kinetic = l.u[i] * l.u[i] + l.v[i] * l.v[i] + l.w[i] * l.w[i];
        for (int k = l.first[i], end = l.first[i + 1]; k < end; k++) {
            double r2 = l.distance2(i, l.to[k]);
            if (r2 < CUTOFF2) {
                double s3 = 1 / (r2 * r2 * r2);
                potential += 4 * s3 * (s3 - 1), virial += 48 * s3 * (s3 - 0.5), within++;
            }
        }
    }
    typedef cub::BlockReduce<double, BLOCK> Reduce;
    typedef cub::BlockReduce<unsigned long long, BLOCK> Count;
    __shared__ typename Reduce::TempStorage storage[3];
    __shared__ typename Count::TempStorage counts;
    kinetic = Reduce(storage[0]).Sum(kinetic);
    potential = Reduce(storage[1]).Sum(potential);
    virial = Reduce(storage[2]).Sum(virial);
    within = Count(counts).Sum(within);
    if (threadIdx.x == 0) {
        atomicAdd(&l.sums->kinetic, kinetic);
        atomicAdd(&l.sums->potential, potential);
        atomicAdd(&l.sums->virial, virial);
        atomicAdd(&l.sums->within, within);
    }
}

__global__ void scale(Liquid l) {
    int i = index_of();
    if (i >= l.n) return;
    double factor = sqrt(TEMPERATURE / (l.sums->kinetic / (3.0 * l.n - 3)));
    l.u[i] *= factor, l.v[i] *= factor, l.w[i] *= factor;
}

struct Simulation {
    Liquid l;
    int blocks;
    cudaStream_t stream;
    void* scratch = nullptr;
    size_t scratch_bytes = 0;
    unsigned long long* seen;

    Simulation(int lattice, double density) {
        l.n = 4 * lattice * lattice * lattice;
        l.edge = std::cbrt(l.n / density);
        l.cells = int(l.edge / 3.3);
        blocks = (l.n + BLOCK - 1) / BLOCK;
        CHECK(cudaStreamCreate(&stream));
        CHECK(cudaMallocHost(&seen, sizeof(*seen)));
        begin(lattice);
        for (double** a : {&l.fx, &l.fy, &l.fz, &l.lx, &l.ly, &l.lz}) *a = on_device<double>(l.n);
        for (int** a : {&l.cell, &l.order, &l.pairs}) *a = on_device<int>(l.n + 1);
        int all = l.cells * l.cells * l.cells + 1;
        for (int** a : {&l.counts, &l.starts, &l.next}) *a = on_device<int>(all);
        l.first = on_device<int>(l.n + 1);
        l.from = on_device<int>(170L * l.n);
        l.to = on_device<int>(170L * l.n);
        l.moved = on_device<unsigned long long>(1);
        l.sums = on_device<Sums>(1);
        CHECK(cub::DeviceScan::ExclusiveSum(nullptr, scratch_bytes, l.pairs, l.first, std::max(l.n + 1, all)));
        CHECK(cudaMalloc(&scratch, scratch_bytes));
        list();
        forces<<<blocks, BLOCK, 0, stream>>>(l);
    }

    void begin(int lattice) {
        int n = l.n;
        std::vector<double> at[6];
        for (auto& a : at) a.resize(n);
        std::mt19937_64 bits(1967);
        std::normal_distribution<double> normal(0, std::sqrt(2 * TEMPERATURE));
        double a = l.edge / lattice, mean[3] = {};
        for (int i = 0; i < n; i++) {
            int c = i / 4, s = i % 4;
            at[0][i] = a * (c % lattice + (s == 1 || s == 2 ? 0.75 : 0.25));
            at[1][i] = a * (c / lattice % lattice + (s == 1 || s == 3 ? 0.75 : 0.25));
            at[2][i] = a * (c / lattice / lattice + (s == 2 || s == 3 ? 0.75 : 0.25));
            for (int d = 0; d < 3; d++) mean[d] += (at[3 + d][i] = normal(bits)) / n;
        }
        for (int d = 0; d < 3; d++)
            for (double& speed : at[3 + d]) speed -= mean[d];
        double** views[] = {&l.x, &l.y, &l.z, &l.u, &l.v, &l.w};
        for (int k = 0; k < 6; k++) *views[k] = on_device(at[k]);
    }

    void list() {
        int all = l.cells * l.cells * l.cells + 1;
        CHECK(cudaMemsetAsync(l.counts, 0, all * sizeof(int), stream));
        into_cells<<<blocks, BLOCK, 0, stream>>>(l);
        CHECK(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, l.counts, l.starts, all, stream));
        CHECK(cudaMemcpyAsync(l.next, l.starts, all * sizeof(int), cudaMemcpyDeviceToDevice, stream));
        order_by_cell<<<blocks, BLOCK, 0, stream>>>(l);
        count_pairs<<<blocks, BLOCK, 0, stream>>>(l);
        CHECK(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, l.pairs, l.first, l.n + 1, stream));
        list_pairs<<<blocks, BLOCK, 0, stream>>>(l);
    }

    void step() {
        CHECK(cudaMemsetAsync(l.moved, 0, sizeof(*seen), stream));
        kick_and_drift<<<blocks, BLOCK, 0, stream>>>(l);
        CHECK(cudaMemcpyAsync(seen, l.moved, sizeof(*seen), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        double moved;
        std::memcpy(&moved, seen, sizeof(moved));
        if (!(moved < MAY_MOVE2)) list();
        forces<<<blocks, BLOCK, 0, stream>>>(l);
        second_kick<<<blocks, BLOCK, 0, stream>>>(l);
    }

    void batch() {
        for (int k = 0; k < 10; k++) step();
        CHECK(cudaMemsetAsync(l.sums, 0, sizeof(Sums), stream));
        sample<<<blocks, BLOCK, 0, stream>>>(l);
        scale<<<blocks, BLOCK, 0, stream>>>(l);
        CHECK(cudaGetLastError());
    }

    void print() {
        Sums s;
        CHECK(cudaMemcpy(&s, l.sums, sizeof(s), cudaMemcpyDeviceToHost));
        double temperature = s.kinetic / (3.0 * l.n - 3), volume = l.edge * l.edge * l.edge;
        std::fprintf(stderr, "%d particles: energy %.4f, temperature %.4f, pressure %.4f\n", l.n, s.potential / 2 / l.n,
                     temperature, l.n / volume * (temperature + s.virial / 6 / l.n));
    }
};

// Tomography.

constexpr double RADIUS = 3, DETECTOR = 1.25;
constexpr int BATCH = 8, ELLIPSOIDS = 10;

// Density, half axes, middle and angle in degrees of each ellipsoid of the head phantom.
const double HEAD[ELLIPSOIDS][8] = {
    {1, 0.69, 0.92, 0.81, 0, 0, 0, 0},           {-0.8, 0.6624, 0.874, 0.78, 0, -0.0184, 0, 0},
    {-0.2, 0.11, 0.31, 0.22, 0.22, 0, 0, -18},   {-0.2, 0.16, 0.41, 0.28, -0.22, 0, 0, 18},
    {0.1, 0.21, 0.25, 0.41, 0, 0.35, -0.15, 0},  {0.1, 0.046, 0.046, 0.05, 0, 0.1, 0.25, 0},
    {0.1, 0.046, 0.046, 0.05, 0, -0.1, 0.25, 0}, {0.1, 0.046, 0.023, 0.05, -0.08, -0.605, 0, 0},
    {0.1, 0.023, 0.023, 0.02, 0, -0.606, 0, 0},  {0.1, 0.023, 0.046, 0.02, 0.06, -0.605, 0, 0}};

struct Ellipsoid {
    double density, cosine, sine, per_x, per_y, per_z, x, y, z;
};

__constant__ Ellipsoid phantom[ELLIPSOIDS];

__device__ double middle(int cell, int n) { return (2 * cell + 1 - n) / double(n); }

__device__ double integral(double x, double y, double to_x, double to_y, double to_z) {
    double rx = to_x - x, ry = to_y - y, sum = 0;
    for (const Ellipsoid& e : phantom) {
        double dx = x - e.x, dy = y - e.y;
        double a = (dx * e.cosine + dy * e.sine) * e.per_x, b = (dy * e.cosine - dx * e.sine) * e.per_y;
        double ra = (rx * e.cosine + ry * e.sine) * e.per_x, rb = (ry * e.cosine - rx * e.sine) * e.per_y;
        double c = -e.z * e.per_z, rc = to_z * e.per_z;
        double square = ra * ra + rb * rb + rc * rc, half = a * ra + b * rb + c * rc;
        double root = half * half - square * (a * a + b * b + c * c - 1);
        sum += root > 0 ? e.density * 2 * sqrt(root) / square : 0;
    }
    return sum * sqrt(rx * rx + ry * ry + to_z * to_z);
}

__global__ void project(int m, const float* directions, float* seen) {
    int column = index_of(), row = blockIdx.y, p = blockIdx.z;
    if (column >= m) return;
    double c = directions[2 * p], s = directions[2 * p + 1];
    double right = DETECTOR * middle(column, m), up = DETECTOR * middle(row, m);
    double cosine = RADIUS / sqrt(RADIUS * RADIUS + right * right + up * up);
    seen[(long(p) * m + row) * m + column] = cosine * integral(RADIUS * c, RADIUS * s, -right * s, right * c, up);
}

__global__ void filter(int m, const float* ramp, const float* seen, float* filtered) {
    int column = index_of();
    if (column >= m) return;
    const float* in = seen + (long(blockIdx.z) * m + blockIdx.y) * m;
    float sum = ramp[0] * in[column];
    for (int k = (column + 1) % 2; k < m; k += 2) sum += ramp[abs(column - k)] * in[k];
    filtered[(long(blockIdx.z) * m + blockIdx.y) * m + column] = sum;
}

__global__ void back_project(int n, int m, const float* directions, const float* f, float* volume) {
    const float radius = RADIUS, per_pixel = m / (2 * float(DETECTOR)), centre = 0.5f * (m - 1), half_cell = 1.0f / n;
    const int i = index_of(), j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
    if (i >= n || j >= n) return;
    const float x = half_cell * (2 * i + 1 - n), y = half_cell * (2 * j + 1 - n), z = half_cell * (2 * k + 1 - n);
    float* to = volume + (long(k) * n + j) * n + i;
    float sum = *to;
    for (int p = 0; p < BATCH; p++) {
        float c = directions[2 * p], s = directions[2 * p + 1], larger = radius / (radius - (x * c + y * s));
        float column = centre + per_pixel * larger * (y * c - x * s), row = centre + per_pixel * larger * z;
        int left = int(column), low = int(row);
        if (left >= 0 && left < m - 1 && low >= 0 && low < m - 1) {
            float across = column - left, up = row - low;
            const float* at = f + (p * m + low) * m + left;
            float below = at[0] + across * (at[1] - at[0]), above = at[m] + across * (at[m + 1] - at[m]);
            sum += larger * larger * (below + up * (above - below));
        }
    }
    *to = sum;
}

static cudaGraphExec_t scan(int n, cudaStream_t stream) {
    const int projections = 2 * BATCH, m = int(n * DETECTOR);
    std::vector<float> directions(2 * projections), ramp(m);
    for (int p = 0; p < projections; p++) {
        directions[2 * p] = std::cos(2 * M_PI * p / projections);
        directions[2 * p + 1] = std::sin(2 * M_PI * p / projections);
    }
    double per_sample = M_PI / projections / (2 * DETECTOR / m);
    ramp[0] = per_sample / 4;
    for (int k = 1; k < m; k += 2) ramp[k] = -per_sample / (M_PI * M_PI * k * k);
    Ellipsoid head[ELLIPSOIDS];
    for (int e = 0; e < ELLIPSOIDS; e++) {
        const double *h = HEAD[e], angle = M_PI / 180 * h[7];
        head[e] = {h[0], std::cos(angle), std::sin(angle), 1 / h[1], 1 / h[2], 1 / h[3], h[4], h[5], h[6]};
    }
    CHECK(cudaMemcpyToSymbol(phantom, head, sizeof(head)));
    float *dir = on_device(directions), *per = on_device(ramp), *seen = on_device<float>(long(BATCH) * m * m);
    float *filtered = on_device<float>(long(BATCH) * m * m), *volume = on_device<float>(long(n) * n * n);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    dim3 pixels((m + BLOCK - 1) / BLOCK, m, BATCH);
    project<<<pixels, BLOCK, 0, stream>>>(m, dir, seen);
    filter<<<pixels, BLOCK, 0, stream>>>(m, per, seen, filtered);
    back_project<<<dim3((n + 31) / 32, (n + 3) / 4, n), dim3(32, 4), 0, stream>>>(n, m, dir, filtered, volume);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

// The time of one of so many batches between two waits.
static Once per_batch(int batches, cudaStream_t stream, const std::function<void()>& batch) {
    return [=] {
        double begin = now_us();
        for (int k = 0; k < batches; k++) batch();
        CHECK(cudaStreamSynchronize(stream));
        return (now_us() - begin) / batches;
    };
}

template <class Layout> static Once blast(int n, int steps) {
    auto blast = std::make_shared<Blast<Layout>>(n);
    blast->to_the_end();
    blast->print();
    return per_batch(steps, blast->stream, [=] { blast->step(); });
}

static Once liquid(int lattice, int batches) {
    auto simulation = std::make_shared<Simulation>(lattice, 0.82);
    Once once = per_batch(batches, simulation->stream, [=] { simulation->batch(); });
    once();
    simulation->print();
    return once;
}

static Once tomography(int n, int batches) {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraphExec_t exec = scan(n, stream);
    return per_batch(batches, stream, [=] { CHECK(cudaGraphLaunch(exec, stream)); });
}

template <class Layout> static int run(bool checks) {
    if (checks) return checked<Layout>(30, 932, 202507.4785) && checked<Layout>(45, 1477, 423487.5113) ? 0 : 1;
    return serve({{"LennardJonesLiquid", [] { return liquid(10, 10); }},
                  {"LennardJonesLiquid-256000", [] { return liquid(40, 10); }},
                  {"ConeBeamCt", [] { return tomography(128, 20); }},
                  {"ConeBeamCt-256", [] { return tomography(256, 20); }},
                  {"SedovBlast", [] { return blast<Layout>(45, 10); }},
                  {"SedovBlast-90", [] { return blast<Layout>(90, 10); }}});
}

int main(int count, char** args) {
    bool checks = false, by_corner = false;
    for (int k = 1; k < count; k++) {
        if (!std::strcmp(args[k], "check")) checks = true;
        else if (!std::strcmp(args[k], "by-corner")) by_corner = true;
        else return std::fprintf(stderr, "'%s' is neither check nor by-corner\n", args[k]), 2;
    }
    return by_corner ? run<hydrodynamics::ByCorner>(checks) : run<hydrodynamics::ByCell>(checks);
}
