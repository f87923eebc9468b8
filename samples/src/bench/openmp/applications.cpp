// The counterpart of ApplicationSpeed.java with OpenMP: a batch of molecular dynamics (ten steps of velocity Verlet
// with a list of pairs from cell lists, and a sample), one of tomography (eight projections, filtered and
// back-projected) and a step of hydrodynamics (sedov.h), with the same equations, layouts and sizes. It answers lines "name repetitions" with
// the median time of a batch in microseconds; with the argument "cpu", that of all threads together. With the arguments
// "blast N" it runs the blast of N cells along an edge to its end and prints its steps and the energy at its origin.
#include "measured.h"
#include "sedov.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

// Molecular dynamics.

static const double CUTOFF2 = 9, LISTED2 = 3.3 * 3.3, MAY_MOVE2 = 0.15 * 0.15, DT = 0.004, TEMPERATURE = 0.85;

struct Liquid {
    int n, cells;
    double edge;
    std::vector<double> x, y, z, u, v, w, fx, fy, fz, lx, ly, lz;
    std::vector<int> cell, order, starts, first, from, to;
    double temperature = 0, energy = 0, pressure = 0, kept = 0;

    Liquid(int lattice, double density) : n(4 * lattice * lattice * lattice), edge(std::cbrt(n / density)) {
        cells = int(edge / 3.3);
        for (auto* a : {&x, &y, &z, &u, &v, &w, &fx, &fy, &fz, &lx, &ly, &lz}) a->resize(n);
        for (auto* a : {&cell, &order}) a->resize(n);
        starts.resize(cells * cells * cells + 1);
        first.resize(n + 1);
        from.resize(170L * n);
        to.resize(170L * n);
        std::mt19937_64 bits(1967);
        std::normal_distribution<double> normal(0, std::sqrt(2 * TEMPERATURE));
        double a = edge / lattice, mu = 0, mv = 0, mw = 0;
        for (int i = 0; i < n; i++) {
            int c = i / 4, s = i % 4;
            x[i] = a * (c % lattice + (s == 1 || s == 2 ? 0.75 : 0.25));
            y[i] = a * (c / lattice % lattice + (s == 1 || s == 3 ? 0.75 : 0.25));
            z[i] = a * (c / lattice / lattice + (s == 2 || s == 3 ? 0.75 : 0.25));
            mu += u[i] = normal(bits), mv += v[i] = normal(bits), mw += w[i] = normal(bits);
        }
        for (int i = 0; i < n; i++) u[i] -= mu / n, v[i] -= mv / n, w[i] -= mw / n;
        list();
        forces();
    }

    int along(double at) const { return std::min(cells - 1, int(at / edge * cells)); }

    double wrapped(double at) const {
        double inside = at - edge * std::floor(at / edge);
        return inside < edge ? inside : 0;
    }

    static double nearest(double d, double edge, double per_edge) { return d - edge * std::rint(d * per_edge); }

    double distance2(int i, int j) const {
        double p = 1 / edge, dx = nearest(x[i] - x[j], edge, p), dy = nearest(y[i] - y[j], edge, p);
        double dz = nearest(z[i] - z[j], edge, p);
        return dx * dx + dy * dy + dz * dz;
    }

    template <class Found> void visit(int i, Found found) const {
        int column = along(x[i]), row = along(y[i]), layer = along(z[i]);
        for (int side = 0; side < 27; side++) {
            int l = (layer + side / 9 - 1 + cells) % cells, r = (row + side / 3 % 3 - 1 + cells) % cells;
            int c = (column + side % 3 - 1 + cells) % cells, at = (l * cells + r) * cells + c;
            for (int s = starts[at], end = starts[at + 1]; s < end; s++) {
                int j = order[s];
                if (j != i && distance2(i, j) < LISTED2) found(j);
            }
        }
    }

    void list() {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            lx[i] = x[i] = wrapped(x[i]), ly[i] = y[i] = wrapped(y[i]), lz[i] = z[i] = wrapped(z[i]);
            cell[i] = (along(z[i]) * cells + along(y[i])) * cells + along(x[i]);
        }
        std::fill(starts.begin(), starts.end(), 0);
        for (int i = 0; i < n; i++) starts[cell[i] + 1]++;
        for (size_t c = 1; c < starts.size(); c++) starts[c] += starts[c - 1];
        std::vector<int> next(starts);
        for (int i = 0; i < n; i++) order[next[cell[i]]++] = i;
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            int count = 0;
            visit(i, [&](int) { count++; });
            first[i + 1] = count;
        }
        first[0] = 0;
        for (int i = 0; i < n; i++) first[i + 1] += first[i];
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            int k = first[i];
            visit(i, [&](int j) { from[k] = i, to[k++] = j; });
        }
    }

    void forces() {
        const double l = edge, per_l = 1 / edge;
        const double *px = x.data(), *py = y.data(), *pz = z.data();
        const int *begin = first.data(), *other = to.data();
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double xi = px[i], yi = py[i], zi = pz[i], sx = 0, sy = 0, sz = 0;
            for (int k = begin[i]; k < begin[i + 1]; k++) {
                int j = other[k];
                double dx = nearest(xi - px[j], l, per_l), dy = nearest(yi - py[j], l, per_l);
                double dz = nearest(zi - pz[j], l, per_l), r2 = dx * dx + dy * dy + dz * dz;
                if (r2 < CUTOFF2) {
                    double s = 1 / r2, s3 = s * s * s, push = 48 * s * s3 * (s3 - 0.5);
                    sx += push * dx, sy += push * dy, sz += push * dz;
                }
            }
            fx[i] = sx, fy[i] = sy, fz[i] = sz;
        }
    }

    void step() {
        double moved = 0;
#pragma omp parallel for reduction(max : moved)
        for (int i = 0; i < n; i++) {
            u[i] += 0.5 * DT * fx[i], v[i] += 0.5 * DT * fy[i], w[i] += 0.5 * DT * fz[i];
            x[i] += DT * u[i], y[i] += DT * v[i], z[i] += DT * w[i];
            double dx = x[i] - lx[i], dy = y[i] - ly[i], dz = z[i] - lz[i];
            moved = std::max(moved, dx * dx + dy * dy + dz * dz);
        }
        if (!(moved < MAY_MOVE2)) list();
        forces();
#pragma omp parallel for
        for (int i = 0; i < n; i++) u[i] += 0.5 * DT * fx[i], v[i] += 0.5 * DT * fy[i], w[i] += 0.5 * DT * fz[i];
    }

    void batch() {
        for (int k = 0; k < 10; k++) step();
        double kinetic = 0, potential = 0, virial = 0;
        long within = 0;
#pragma omp parallel for reduction(+ : kinetic)
        for (int i = 0; i < n; i++) kinetic += u[i] * u[i] + v[i] * v[i] + w[i] * w[i];
#pragma omp parallel for reduction(+ : potential, virial, within)
        for (int k = 0; k < first[n]; k++) {
            double r2 = distance2(from[k], to[k]);
            if (r2 < CUTOFF2) {
                double s3 = 1 / (r2 * r2 * r2);
                potential += 4 * s3 * (s3 - 1), virial += 48 * s3 * (s3 - 0.5), within++;
            }
        }
        temperature = kinetic / (3.0 * n - 3), energy = potential / 2 / n;
        pressure = n / (edge * edge * edge) * (temperature + virial / 6 / n);
        kept = (kinetic + potential) / 2 / n - within * 2 * (1 / 531441.0 - 1 / 729.0) / n;
        double factor = std::sqrt(TEMPERATURE / temperature);
#pragma omp parallel for
        for (int i = 0; i < n; i++) u[i] *= factor, v[i] *= factor, w[i] *= factor;
    }
};

// Tomography.

static const double RADIUS = 3, DETECTOR = 1.25;
static const int BATCH = 8;
static const double ELLIPSOIDS[10][8] = {
    {1, 0.69, 0.92, 0.81, 0, 0, 0, 0},           {-0.8, 0.6624, 0.874, 0.78, 0, -0.0184, 0, 0},
    {-0.2, 0.11, 0.31, 0.22, 0.22, 0, 0, -18},   {-0.2, 0.16, 0.41, 0.28, -0.22, 0, 0, 18},
    {0.1, 0.21, 0.25, 0.41, 0, 0.35, -0.15, 0},  {0.1, 0.046, 0.046, 0.05, 0, 0.1, 0.25, 0},
    {0.1, 0.046, 0.046, 0.05, 0, -0.1, 0.25, 0}, {0.1, 0.046, 0.023, 0.05, -0.08, -0.605, 0, 0},
    {0.1, 0.023, 0.023, 0.02, 0, -0.606, 0, 0},  {0.1, 0.023, 0.046, 0.02, 0.06, -0.605, 0, 0}};

struct Scan {
    int n, pixels;
    double turned[10][2], per_axis[10][3];
    std::vector<float> directions, seen, filtered, ramp, volume;

    Scan(int n, int projections) : n(n), pixels(int(n * DETECTOR)), directions(2 * projections) {
        for (int p = 0; p < projections; p++) {
            directions[2 * p] = std::cos(2 * M_PI * p / projections);
            directions[2 * p + 1] = std::sin(2 * M_PI * p / projections);
        }
        for (int e = 0; e < 10; e++) {
            turned[e][0] = std::cos(M_PI / 180 * ELLIPSOIDS[e][7]);
            turned[e][1] = std::sin(M_PI / 180 * ELLIPSOIDS[e][7]);
            for (int axis = 0; axis < 3; axis++) per_axis[e][axis] = 1 / ELLIPSOIDS[e][axis + 1];
        }
        seen.resize(long(BATCH) * pixels * pixels);
        filtered.resize(seen.size());
        volume.resize(long(n) * n * n);
        ramp.resize(pixels);
        double scale = M_PI / projections / (2 * DETECTOR / pixels);
        ramp[0] = scale / 4;
        for (int k = 1; k < pixels; k += 2) ramp[k] = -scale / (M_PI * M_PI * k * k);
    }

    static double middle(int cell, int n) { return (2 * cell + 1 - n) / double(n); }

    double integral(double x, double y, double to_x, double to_y, double to_z) const {
        double rx = to_x - x, ry = to_y - y, sum = 0;
        for (int e = 0; e < 10; e++) {
            const double *el = ELLIPSOIDS[e], *per = per_axis[e];
            double co = turned[e][0], si = turned[e][1], dx = x - el[4], dy = y - el[5];
            double a = (dx * co + dy * si) * per[0], b = (dy * co - dx * si) * per[1], c = -el[6] * per[2];
            double ra = (rx * co + ry * si) * per[0], rb = (ry * co - rx * si) * per[1], rc = to_z * per[2];
            double square = ra * ra + rb * rb + rc * rc, half = a * ra + b * rb + c * rc;
            double root = half * half - square * (a * a + b * b + c * c - 1);
            sum += root > 0 ? el[0] * 2 * std::sqrt(root) / square : 0;
        }
        return sum * std::sqrt(rx * rx + ry * ry + to_z * to_z);
    }

    void batch(int first) {
        const int m = pixels;
#pragma omp parallel
        {
#pragma omp for collapse(2)
            for (int p = 0; p < BATCH; p++)
                for (int row = 0; row < m; row++)
                    for (int column = 0; column < m; column++) {
                        double c = directions[2 * (first + p)], s = directions[2 * (first + p) + 1];
                        double right = DETECTOR * middle(column, m), up = DETECTOR * middle(row, m);
                        double cosine = RADIUS / std::sqrt(RADIUS * RADIUS + right * right + up * up);
                        seen[(long(p) * m + row) * m + column] =
                            cosine * integral(RADIUS * c, RADIUS * s, -right * s, right * c, up);
                    }
#pragma omp for collapse(2)
            for (int p = 0; p < BATCH; p++)
                for (int row = 0; row < m; row++) {
                    const float* in = &seen[(long(p) * m + row) * m];
                    for (int column = 0; column < m; column++) {
                        float sum = ramp[0] * in[column];
                        for (int k = (column + 1) % 2; k < m; k += 2) sum += ramp[std::abs(column - k)] * in[k];
                        filtered[(long(p) * m + row) * m + column] = sum;
                    }
                }
            const float radius = RADIUS, per_pixel = m / (2 * DETECTOR), centre = 0.5f * (m - 1);
            const float* dir = &directions[2 * first];
#pragma omp for collapse(2)
            for (int k = 0; k < n; k++)
                for (int j = 0; j < n; j++) {
                    const float half_cell = 1.0f / n, y = half_cell * (2 * j + 1 - n), z = half_cell * (2 * k + 1 - n);
                    const float* f = filtered.data();
                    float* to = &volume[(long(k) * n + j) * n];
#pragma GCC ivdep
                    for (int i = 0; i < n; i++) {
                        float x = half_cell * (2 * i + 1 - n), sum = to[i];
                        for (int p = 0; p < BATCH; p++) {
                            float c = dir[2 * p], s = dir[2 * p + 1], larger = radius / (radius - (x * c + y * s));
                            float column = centre + per_pixel * larger * (y * c - x * s);
                            float row = centre + per_pixel * larger * z;
                            int left = int(column), low = int(row);
                            if (left >= 0 && left < m - 1 && low >= 0 && low < m - 1) {
                                float across = column - left, up = row - low;
                                const float* at = f + (p * m + low) * m + left;
                                float below = at[0] + across * (at[1] - at[0]);
                                float above = at[m] + across * (at[m + 1] - at[m]);
                                sum += larger * larger * (below + up * (above - below));
                            }
                        }
                        to[i] = sum;
                    }
                }
        }
    }
};

int main(int count, char** args) {
    if (count > 2 && std::string(args[1]) == "blast") {
        Blast blast(std::stoi(args[2]));
        blast.to_the_end();
        std::printf("%d %.10f\n", blast.mesh.clock->cycles, blast.mesh.energy[0]);
        return 0;
    }
    of_processors = count > 1 && std::string(args[1]) == "cpu";
    auto liquid = std::make_shared<Liquid>(10, 0.82);
    auto scan = std::make_shared<Scan>(128, 2 * BATCH);
    auto blast = std::make_shared<Blast>(45);
    Works works = {
        {"SedovBlast", [=] { return time_of_one(10, [&] { blast->step(); }); }},
        {"LennardJonesLiquid", [=] { return time_of_one(10, [&] { liquid->batch(); }); }},
        {"ConeBeamCt", [=] { return time_of_one(4, [&] { scan->batch(0); }); }}};
    answer(works);
    if (count > 2)
        std::cerr << liquid->temperature << " " << liquid->energy << " " << liquid->pressure << " " << liquid->kept
                  << " " << scan->volume[(64 * 128 + 64) * 128 + 64]
                  << " " << blast->mesh.clock->cycles << " " << blast->mesh.energy[0]
                  << "\n";
}
