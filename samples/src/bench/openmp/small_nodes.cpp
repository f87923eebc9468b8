// The counterpart of SmallNodes.java with OpenMP, or serial if built without: the same equations, order of operations and
// data, so that solutions have the same bits if built with -ffp-contract=off. It answers lines "name repetitions" for
// "Code-size" with the median time of a run in microseconds, for "Code-size-cpu" with that of all threads together in the
// last of these turns, and for "Code-size-bits" with a checksum of the solution.
#include "measured.h"
#include "multigrid.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>

using Values = std::vector<double>;

// As FiniteVolume.java: shallow water on 8 x 8 periodic blocks.
struct FiniteVolume {
    static constexpr int BLOCKS = 8;
    static constexpr double HALF_STEP = 0.0625, DIFFUSION = 0.125;
    int m;
    long w, plane;
    std::vector<Values> now, next;

    explicit FiniteVolume(int m)
        : m(m), w(m + 2), plane(w * w), now(BLOCKS * BLOCKS, Values(3 * plane)), next(now) {
        for (int b = 0; b < BLOCKS * BLOCKS; b++)
            for (int i = 1; i <= m; i++)
                for (int j = 1; j <= m; j++) {
                    double x = (b / BLOCKS * m + i - 0.5) / (BLOCKS * m), y = (b % BLOCKS * m + j - 0.5) / (BLOCKS * m);
                    now[b][i * w + j] = 1 + 8 * (x * (1 - x) * y * (1 - y));
                }
    }

    const Values& neighbour(int b, int di, int dj) const {
        return now[(b / BLOCKS + di + BLOCKS) % BLOCKS * BLOCKS + (b + dj + BLOCKS) % BLOCKS];
    }

    void copy(Values& to, long first, const Values& from, long source, long stride) const {
        for (int q = 0; q < 3; q++)
            for (int k = 0; k < m; k++) to[q * plane + first + k * stride] = from[q * plane + source + k * stride];
    }

    void ghosts(int b) {
        copy(now[b], 1, neighbour(b, -1, 0), m * w + 1, 1);
        copy(now[b], (m + 1) * w + 1, neighbour(b, 1, 0), w + 1, 1);
        copy(now[b], w, neighbour(b, 0, -1), w + m, w);
        copy(now[b], w + m + 1, neighbour(b, 0, 1), w + 1, w);
    }

    double spread(const double* u) const { return *u + DIFFUSION * (u[-w] + u[w] + u[-1] + u[1] - 4 * *u); }

    static double along(const double* h, long q) { return h[q] * h[q] / *h + *h * *h / 2; }

    double across(const double* h) const { return h[plane] * h[2 * plane] / *h; }

    void update(int b) {
        const long x = plane, y = 2 * plane;
        for (int i = 1; i <= m; i++) {
            const double* u = &now[b][i * w];
            double* v = &next[b][i * w];
#pragma omp simd
            for (int j = 1; j <= m; j++) {
                const double* h = u + j;
                v[j] = spread(h) - HALF_STEP * (h[x + w] - h[x - w] + (h[y + 1] - h[y - 1]));
                v[x + j] = spread(h + x)
                    - HALF_STEP * (along(h + w, x) - along(h - w, x) + (across(h + 1) - across(h - 1)));
                v[y + j] = spread(h + y)
                    - HALF_STEP * (across(h + w) - across(h - w) + (along(h + 1, y) - along(h - 1, y)));
            }
        }
    }

    void run() {
#pragma omp parallel
        {
#pragma omp for
            for (int b = 0; b < BLOCKS * BLOCKS; b++) ghosts(b);
#pragma omp for
            for (int b = 0; b < BLOCKS * BLOCKS; b++) update(b);
        }
        now.swap(next);
    }

    Values solution() const {
        Values all;
        for (const Values& block : now) all.insert(all.end(), block.begin(), block.end());
        return all;
    }
};

// As TriangularSolve.java: the incomplete Cholesky factor of Poisson's equation on n x n points, in compressed rows.
struct TriangularSolve {
    std::vector<int> starts{0}, column;
    std::vector<std::vector<int>> levels;
    Values values, b, x;

    explicit TriangularSolve(int n) : b(n * n), x(n * n) {
        Values diagonal(n * n);
        std::vector<int> level(n * n);
        for (int i = 0; i < n * n; i++) {
            b[i] = 1 + i % 7 / 8.0;
            double square = 4;
            for (int before : {i - n, i % n == 0 ? -1 : i - 1})
                if (before >= 0) {
                    column.push_back(before);
                    values.push_back(-1 / diagonal[before]);
                    square -= values.back() * values.back();
                    level[i] = std::max(level[i], level[before] + 1);
                }
            column.push_back(i);
            values.push_back(diagonal[i] = std::sqrt(square));
            starts.push_back(values.size());
#ifndef _OPENMP
            level[i] = 0;  // Serial code solves row by row, as if all rows were one level.
#endif
            levels.resize(std::max<size_t>(levels.size(), level[i] + 1));
            levels[level[i]].push_back(i);
        }
    }

    void run() {
#pragma omp parallel
        for (const std::vector<int>& rows : levels) {
#pragma omp for
            for (size_t k = 0; k < rows.size(); k++) {
                const int i = rows[k], diagonal = starts[i + 1] - 1;
                double sum = b[i];
                for (int at = starts[i]; at < diagonal; at++) sum -= values[at] * x[column[at]];
                x[i] = sum / values[diagonal];
            }
        }
    }

    const Values& solution() const { return x; }
};

// As TreeMoments.java: the upward pass over a full quadtree.
struct TreeMoments {
    static constexpr int MOMENTS = 6;
    std::vector<Values> levels;

    explicit TreeMoments(int depth) {
        for (int level = 0; level <= depth; level++) levels.emplace_back(MOMENTS << 2 * level);
        for (size_t k = 0; k < levels.back().size(); k++) levels.back()[k] = 1 + k % 101 / 128.0;
    }

    // The loop is shared by the threads of the region that calls it.
    static void parents(const double* from, double* to, double shift, int cells) {
        const int children = 4 * cells;
#pragma omp for simd
        for (int i = 0; i < cells; i++) {
            double mass = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
            for (int c = 0; c < 4; c++) {
                const double* f = from + 4 * i + c;
                double dx = (c % 2 * 2 - 1) * shift, dy = (c / 2 * 2 - 1) * shift;
                double m = f[0], px = f[children], py = f[2 * children];
                mass += m;
                x += px + m * dx;
                y += py + m * dy;
                xx += f[3 * children] + 2 * dx * px + m * dx * dx;
                xy += f[4 * children] + dx * py + dy * px + m * dx * dy;
                yy += f[5 * children] + 2 * dy * py + m * dy * dy;
            }
            to[i] = mass;
            to[cells + i] = x;
            to[2 * cells + i] = y;
            to[3 * cells + i] = xx;
            to[4 * cells + i] = xy;
            to[5 * cells + i] = yy;
        }
    }

    void run() {
#pragma omp parallel
        for (int level = int(levels.size()) - 2; level >= 0; level--)
            parents(levels[level + 1].data(), levels[level].data(), 0.25 / (1 << level), 1 << 2 * level);
    }

    const Values& solution() const { return levels[0]; }
};

// As LoopOfNodes.java: ten iterations over 200 pairs of loops, each followed by one that joins them.
struct LoopOfNodes {
    Values x;

    explicit LoopOfNodes(int n) : x(n + 2) {
        for (size_t i = 0; i < x.size(); i++) x[i] = 1 + i % 13 / 16.0;
        y_ = z_ = x;
    }

    void run() {
        const int end = int(x.size()) - 1;
        double *x = this->x.data(), *y = y_.data(), *z = z_.data();
#pragma omp parallel
        for (int link = 0; link < 10 * 200; link++) {
#pragma omp for simd nowait
            for (int i = 1; i < end; i++) y[i] = (x[i - 1] + x[i + 1]) / 2;
#pragma omp for simd
            for (int i = 1; i < end; i++) z[i] = (x[i - 1] + 2 * x[i] + x[i + 1]) / 4;
#pragma omp for simd
            for (int i = 1; i < end; i++) x[i] = (y[i - 1] + z[i + 1]) / 2;
        }
    }

    const Values& solution() const { return x; }

private:
    Values y_, z_;
};

// As SmallNodes.checksum.
template <class Code> double checksum(Code code) {
    for (int run = 0; run < 3; run++) code.run();
    uint64_t sum = 0;
    for (double value : code.solution()) {
        uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        sum = 31 * sum + bits;
    }
    return double((sum ^ sum >> 32) % 1000000);
}

// Answers for one code; the data of a size are made when it is first measured.
template <class Code> void add(Works& works, const std::string& code, const std::vector<int>& sizes) {
    const double turn = 150000;
    for (int size : sizes) {
        auto data = std::make_shared<std::unique_ptr<Code>>();
        auto cpu = std::make_shared<double>();
        std::string name = code + "-" + std::to_string(size);
        works[name] = [=] {
            if (!*data) *data = std::make_unique<Code>(size);
            const double begin = now_us(), used = std::clock();
            int runs = 0;
            do (*data)->run(), runs++;
            while (now_us() - begin < turn);
            *cpu = 1e6 / CLOCKS_PER_SEC * (std::clock() - used) / runs;
            return (now_us() - begin) / runs;
        };
        works[name + "-cpu"] = [=] { return *cpu; };
        works[name + "-bits"] = [=] { return checksum(Code(size)); };
    }
}

int main() {
    Works works;
    add<Multigrid>(works, "Multigrid", {31, 63, 127, 255, 511, 1023, 2047});
    add<FiniteVolume>(works, "FiniteVolume", {8, 16, 32, 64});
    add<TriangularSolve>(works, "TriangularSolve", {31, 63, 127, 255, 511});
    add<TreeMoments>(works, "TreeMoments", {4, 5, 6, 7, 8, 9});
    add<LoopOfNodes>(works, "LoopOfNodes", {32, 64, 256, 1024, 4096});
    answer(works);
}
