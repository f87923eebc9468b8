// V cycles for Poisson's equation on a square, as PlainMultigrid.java: the same equations, order of operations and sizes.
#pragma once

#include <algorithm>
#include <vector>

static const int CYCLES = 8;

struct Grid {
    int n;
    long width;
    double h;
    std::vector<double> u, f, r;

    explicit Grid(int n) : n(n), width(n + 2), h(1.0 / (n + 1)), u(width * width), f(u), r(u) {}
};

static double hill(double x) { return x * x * (1 - x * x); }

static double bend(double x) { return 12 * x * x - 2; }

static inline double sides(const double* v, long w) { return v[-w] + v[w] + v[-1] + v[1]; }

// The loops are shared by the threads of the region that calls them.

static void relax(Grid& g, int colour) {
    const long w = g.width;
    const double h2 = g.h * g.h, *f = g.f.data();
    double* u = g.u.data();
#pragma omp for
    for (int i = 1; i <= g.n; i++) {
#pragma GCC ivdep
        for (long at = i * w + 1 + (i + 1 + colour) % 2; at <= i * w + g.n; at += 2)
            u[at] = (sides(u + at, w) + h2 * f[at]) / 4;
    }
}

static inline double residual_at(const double* u, const double* f, long w, double h2) {
    return *f + (sides(u, w) - 4 * *u) / h2;
}

static void residual(Grid& g) {
    const long w = g.width;
    const double h2 = g.h * g.h, *u = g.u.data(), *f = g.f.data();
    double* r = g.r.data();
#pragma omp for
    for (int i = 1; i <= g.n; i++) {
#pragma GCC ivdep
        for (long at = i * w + 1; at <= i * w + g.n; at++) r[at] = residual_at(u + at, f + at, w, h2);
    }
}

static void restrict_to(const Grid& fine, Grid& coarse) {
    const long w = fine.width;
    const double* r = fine.r.data();
#pragma omp for
    for (int i = 1; i <= coarse.n; i++) {
        double *u = &coarse.u[i * coarse.width], *f = &coarse.f[i * coarse.width];
#pragma GCC ivdep
        for (int j = 1; j <= coarse.n; j++) {
            const double* at = r + 2 * i * w + 2 * j;
            u[j] = 0;
            f[j] = (4 * *at + 2 * sides(at, w) + (at[-w - 1] + at[-w + 1] + at[w - 1] + at[w + 1])) / 16;
        }
    }
}

static void prolong(const Grid& coarse, Grid& fine) {
#pragma omp for
    for (int i = 1; i <= fine.n; i++) {
        const double *low = &coarse.u[i / 2 * coarse.width], *high = &coarse.u[(i + 1) / 2 * coarse.width];
        double* u = &fine.u[i * fine.width];
#pragma GCC ivdep
        for (int j = 1; j <= fine.n; j++) {
            int left = j / 2, right = (j + 1) / 2;
            u[j] += (low[left] + low[right] + (high[left] + high[right])) / 4;
        }
    }
}

struct Multigrid {
    std::vector<Grid> grids;
    double squares = 0;

    explicit Multigrid(int n) {
        for (int points = n; points >= 1; points /= 2) grids.emplace_back(points);
        Grid& g = grids[0];
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= n; j++)
                g.f[i * g.width + j] = bend(i * g.h) * hill(j * g.h) + hill(i * g.h) * bend(j * g.h);
    }

    void v_cycle(size_t level) {
        Grid& fine = grids[level];
        relax(fine, 0);
        if (fine.n == 1) return;
        relax(fine, 1);
        residual(fine);
        restrict_to(fine, grids[level + 1]);
        v_cycle(level + 1);
        prolong(grids[level + 1], fine);
        relax(fine, 0);
        relax(fine, 1);
    }

    void norm() {
        const Grid& g = grids[0];
        const double h2 = g.h * g.h;
#pragma omp single
        squares = 0;
#pragma omp for reduction(+ : squares)
        for (int i = 1; i <= g.n; i++)
            for (long at = i * g.width + 1; at <= i * g.width + g.n; at++) {
                double r = residual_at(&g.u[at], &g.f[at], g.width, h2);
                squares += r * r;
            }
    }

    void run() {
        std::fill(grids[0].u.begin(), grids[0].u.end(), 0);
#pragma omp parallel
        {
            norm();
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                v_cycle(0);
                norm();
            }
        }
    }

    const std::vector<double>& solution() const { return grids[0].u; }
};
