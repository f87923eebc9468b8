// A counterpart of ApplicationSpeed.java with OpenMP: two steps of the lattice Boltzmann method in a cavity with a moving
// lid (D2Q9) and in a periodic box (D3Q19), with the same equations, layouts and sizes. It answers lines "name
// repetitions" with the median time of two steps in microseconds; with the argument "cpu", that of all threads together.
#include "measured.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

using Field = std::vector<double>;

static inline void relax_pair(double* __restrict there, double* __restrict back, double weight, double one, double other,
                              double still, double along, double even, double odd) {
    double symmetric = even * (0.5 * (one + other) - weight * (still + 4.5 * along * along));
    double antisymmetric = odd * (0.5 * (one - other) - 3 * weight * along);
    *there = one - symmetric - antisymmetric;
    *back = other - symmetric + antisymmetric;
}

static const double EDGE = 1.0 / 9, CORNER = 1.0 / 36;

static void cavity_step(const int n, double* __restrict f, double* __restrict g, double lid, double even, double odd) {
    const long row = n + 2, q = row * row;
#pragma omp parallel
    {
#pragma omp for
        for (int j = 1; j <= n; j++) {
            f[q + j * row] = f[2 * q + j * row + 1];
            f[5 * q + (j - 1) * row] = f[6 * q + j * row + 1];
            f[8 * q + (j + 1) * row] = f[7 * q + j * row + 1];
            f[2 * q + j * row + n + 1] = f[q + j * row + n];
            f[6 * q + (j + 1) * row + n + 1] = f[5 * q + j * row + n];
            f[7 * q + (j - 1) * row + n + 1] = f[8 * q + j * row + n];
        }
#pragma omp for
        for (int i = 1; i <= n; i++) {
            f[3 * q + i] = f[4 * q + row + i];
            f[5 * q + i - 1] = f[6 * q + row + i];
            f[7 * q + i + 1] = f[8 * q + row + i];
            f[4 * q + (n + 1) * row + i] = f[3 * q + n * row + i];
            f[6 * q + (n + 1) * row + i + 1] = f[5 * q + n * row + i] - 6 * CORNER * lid;
            f[8 * q + (n + 1) * row + i - 1] = f[7 * q + n * row + i] + 6 * CORNER * lid;
        }
#pragma omp for
        for (int j = 1; j <= n; j++) {
#pragma GCC ivdep
            for (int i = 1; i <= n; i++) {
                long at = j * row + i;
                double f0 = f[at], f1 = f[q + at - 1], f2 = f[2 * q + at + 1], f3 = f[3 * q + at - row];
                double f4 = f[4 * q + at + row], f5 = f[5 * q + at - row - 1], f6 = f[6 * q + at + row + 1];
                double f7 = f[7 * q + at - row + 1], f8 = f[8 * q + at + row - 1];
                double rho = f0 + (f1 + f2) + (f3 + f4) + (f5 + f6) + (f7 + f8);
                double u = (f1 - f2) + (f5 - f6) - (f7 - f8), v = (f3 - f4) + (f5 - f6) + (f7 - f8);
                double still = rho - 1.5 * (u * u + v * v);
                g[at] = f0 - even * (f0 - 4.0 / 9 * still);
                relax_pair(g + q + at, g + 2 * q + at, EDGE, f1, f2, still, u, even, odd);
                relax_pair(g + 3 * q + at, g + 4 * q + at, EDGE, f3, f4, still, v, even, odd);
                relax_pair(g + 5 * q + at, g + 6 * q + at, CORNER, f5, f6, still, u + v, even, odd);
                relax_pair(g + 7 * q + at, g + 8 * q + at, CORNER, f7, f8, still, v - u, even, odd);
            }
        }
    }
}

static void box_step(const int n, const double* __restrict f, double* __restrict g, double even, double odd) {
    const long q = long(n) * n * n;
    const double straight = 1.0 / 18;
#pragma omp parallel for collapse(2)
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            const long b = j == 0 ? n - 1 : j - 1, t = j == n - 1 ? 0 : j + 1;
            const long d = k == 0 ? n - 1 : k - 1, a = k == n - 1 ? 0 : k + 1;
            const long mid = (long(k) * n + j) * n, kb = (long(k) * n + b) * n, kt = (long(k) * n + t) * n;
            const long dj = (d * n + j) * n, aj = (a * n + j) * n, db = (d * n + b) * n, dt = (d * n + t) * n;
            const long ab = (a * n + b) * n, at = (a * n + t) * n;
#pragma GCC ivdep
            for (int i = 0; i < n; i++) {
                const long l = i == 0 ? n - 1 : i - 1, r = i == n - 1 ? 0 : i + 1;
                double f0 = f[mid + i], f1 = f[q + mid + l], f2 = f[2 * q + mid + r], f3 = f[3 * q + kb + i];
                double f4 = f[4 * q + kt + i], f5 = f[5 * q + dj + i], f6 = f[6 * q + aj + i], f7 = f[7 * q + kb + l];
                double f8 = f[8 * q + kt + r], f9 = f[9 * q + kt + l], f10 = f[10 * q + kb + r];
                double f11 = f[11 * q + dj + l], f12 = f[12 * q + aj + r], f13 = f[13 * q + aj + l];
                double f14 = f[14 * q + dj + r], f15 = f[15 * q + db + i], f16 = f[16 * q + at + i];
                double f17 = f[17 * q + ab + i], f18 = f[18 * q + dt + i];
                double rho = f0 + ((f1 + f2) + (f3 + f4) + (f5 + f6)) + ((f7 + f8) + (f9 + f10) + (f11 + f12)) +
                             ((f13 + f14) + (f15 + f16) + (f17 + f18));
                double u = (f1 - f2) + (f7 - f8) + (f9 - f10) + (f11 - f12) + (f13 - f14);
                double v = (f3 - f4) + (f7 - f8) - (f9 - f10) + (f15 - f16) + (f17 - f18);
                double w = (f5 - f6) + (f11 - f12) - (f13 - f14) + (f15 - f16) - (f17 - f18);
                double still = rho - 1.5 * (u * u + v * v + w * w);
                double* to = g + mid + i;
                *to = f0 - even * (f0 - still / 3);
                relax_pair(to + q, to + 2 * q, straight, f1, f2, still, u, even, odd);
                relax_pair(to + 3 * q, to + 4 * q, straight, f3, f4, still, v, even, odd);
                relax_pair(to + 5 * q, to + 6 * q, straight, f5, f6, still, w, even, odd);
                relax_pair(to + 7 * q, to + 8 * q, CORNER, f7, f8, still, u + v, even, odd);
                relax_pair(to + 9 * q, to + 10 * q, CORNER, f9, f10, still, u - v, even, odd);
                relax_pair(to + 11 * q, to + 12 * q, CORNER, f11, f12, still, u + w, even, odd);
                relax_pair(to + 13 * q, to + 14 * q, CORNER, f13, f14, still, u - w, even, odd);
                relax_pair(to + 15 * q, to + 16 * q, CORNER, f15, f16, still, v + w, even, odd);
                relax_pair(to + 17 * q, to + 18 * q, CORNER, f17, f18, still, v - w, even, odd);
            }
        }
    }
}

static std::function<double()> cavity(int n, int batch) {
    auto f = std::make_shared<Field>(9L * (n + 2) * (n + 2)), g = std::make_shared<Field>(f->size());
    double weights[] = {4.0 / 9, EDGE, EDGE, EDGE, EDGE, CORNER, CORNER, CORNER, CORNER};
    for (size_t k = 0; k < f->size(); k++) (*f)[k] = weights[k / ((n + 2) * (n + 2))];
    double viscosity = 0.1 * n / 100, even = 1 / (3 * viscosity + 0.5), odd = 1 / (3.0 / 16 / (3 * viscosity) + 0.5);
    return [=] {
        return time_of_one(batch, [&] {
            cavity_step(n, f->data(), g->data(), 0.1, even, odd);
            cavity_step(n, g->data(), f->data(), 0.1, even, odd);
        });
    };
}

static std::function<double()> box(int n, int batch) {
    auto f = std::make_shared<Field>(19L * n * n * n), g = std::make_shared<Field>(f->size());
    for (size_t k = 0; k < f->size(); k++) (*f)[k] = k < size_t(n) * n * n ? 1.0 / 3 : 1.0 / 27;
    double even = 1 / (3 * 0.05 + 0.5), odd = 1 / (3.0 / 16 / (3 * 0.05) + 0.5);
    return [=] {
        return time_of_one(batch, [&] {
            box_step(n, f->data(), g->data(), even, odd);
            box_step(n, g->data(), f->data(), even, odd);
        });
    };
}

int main(int count, char** args) {
    of_processors = count > 1 && std::string(args[1]) == "cpu";
    Works works = {{"LidCavity", cavity(128, 1000)},
                   {"LidCavity-1024", cavity(1024, 100)},
                   {"BeltramiFlow", box(32, 200)},
                   {"BeltramiFlow-128", box(128, 20)}};
    answer(works);
}
