// The counterpart of SedovBlast.java: steps of hydrodynamics on a mesh of hexahedra, from the equations of LLNL-TR-490254
// and LLNL-TR-641973, with the same layouts and the same four loops and a reduction in a step.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

struct Blast {
    using Corners = std::array<double, 8>;
    using Numbers = std::vector<double>;

    static constexpr double STOP = 1e-2, LONGEST = 1e-2, FAR = 1e20, HOURGLASS = 0.03, GAMMA = 2.0 / 3, TINY = 1e-36;
    static constexpr double LEAST = -1e15, SMALL = 1e-10;

    const int n, cells, nodes;
    std::vector<int> corners, neighbours, starts, node_corners, pinned;
    Numbers x, y, z, u, v, w, node_mass, fx, fy, fz, mass, volume, new_volume, energy, pressure, viscosity, sound, length;
    Numbers divergence, jump[3], width[3];
    double time = 0, dt, courant = FAR, expansion = FAR;
    int cycles = 0;

    explicit Blast(int n) : n(n), cells(n * n * n), nodes((n + 1) * (n + 1) * (n + 1)) {
        const double edge = 1.125, h = edge / n, scale = n / 45.0, blast = 3.948746e7 * scale * scale * scale;
        dt = 0.5 * h / std::sqrt(2 * blast);
        corners.resize(8 * cells), neighbours.resize(6 * cells), starts.resize(nodes + 1), node_corners.resize(8 * cells);
        const int row = n + 1, layer = row * row, steps[] = {1, n, n * n};
        for (int c = 0; c < cells; c++) {
            int first = c / (n * n) * layer + c / n % n * row + c % n;
            int below[] = {first, first + 1, first + row + 1, first + row};
            for (int k = 0; k < 8; k++) starts[(corners[8 * c + k] = below[k % 4] + k / 4 * layer) + 1]++;
            for (int k = 0; k < 3; k++) {
                int place = c / steps[k] % n;
                neighbours[6 * c + 2 * k] = place == 0 ? c : c - steps[k];
                neighbours[6 * c + 2 * k + 1] = place == n - 1 ? cells : c + steps[k];
            }
        }
        for (int i = 0; i < nodes; i++) starts[i + 1] += starts[i];
        std::vector<int> next(starts);
        for (int k = 0; k < 8 * cells; k++) node_corners[next[corners[k]]++] = k;
        for (Numbers* a : {&x, &y, &z, &u, &v, &w, &node_mass}) a->assign(nodes, 0);
        for (Numbers* a : {&fx, &fy, &fz}) a->assign(8 * cells, 0);
        for (Numbers* a : {&energy, &pressure, &viscosity, &sound, &length, &divergence}) a->assign(cells, 0);
        for (Numbers* a : {&volume, &new_volume}) a->assign(cells, 1);
        for (int k = 0; k < 3; k++) jump[k].assign(cells + 1, 0), width[k].assign(cells, 0);
        mass.assign(cells, h * h * h);
        energy[0] = blast;
        pinned.resize(nodes);
        for (int i = 0; i < nodes; i++) {
            int a = i % row, b = i / row % row, c = i / layer;
            x[i] = edge * a / n, y[i] = edge * b / n, z[i] = edge * c / n;
            pinned[i] = (a == 0) + 2 * (b == 0) + 4 * (c == 0);
            node_mass[i] = h * h * h / 8 * (starts[i + 1] - starts[i]);
        }
    }

    // Sums over the corners with the signs of the trilinear cell's coordinates and of their products.
    static double xi(const Corners& a) { return (a[1] + a[2] + a[5] + a[6]) - (a[0] + a[3] + a[4] + a[7]); }
    static double eta(const Corners& a) { return (a[2] + a[3] + a[6] + a[7]) - (a[0] + a[1] + a[4] + a[5]); }
    static double zeta(const Corners& a) { return (a[4] + a[5] + a[6] + a[7]) - (a[0] + a[1] + a[2] + a[3]); }
    static double mode(const Corners& a, int k) {
        if (k == 0) return (a[0] + a[1] + a[6] + a[7]) - (a[2] + a[3] + a[4] + a[5]);
        if (k == 1) return (a[0] + a[3] + a[5] + a[6]) - (a[1] + a[2] + a[4] + a[7]);
        if (k == 2) return (a[0] + a[2] + a[4] + a[6]) - (a[1] + a[3] + a[5] + a[7]);
        return (a[1] + a[3] + a[4] + a[6]) - (a[0] + a[2] + a[5] + a[7]);
    }
    static double dot(const Corners& a, const Corners& b) {
        double sum = 0;
        for (int k = 0; k < 8; k++) sum += a[k] * b[k];
        return sum;
    }

    struct Vector {
        double x, y, z;
    };
    static Vector cross(Vector a, Vector b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
    static double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

    struct Cell {
        Corners x, y, z, u, v, w;
        Vector at(int k) const { return {x[k], y[k], z[k]}; }
        Vector from(int a, int b) const { return {x[b] - x[a], y[b] - y[a], z[b] - z[a]}; }
        Vector from(int a, int b, int c, int d) const {
            return {x[b] - x[a] + (x[d] - x[c]), y[b] - y[a] + (y[d] - y[c]), z[b] - z[a] + (z[d] - z[c])};
        }
        double volume() const {
            return (dot(from(1, 3, 2, 7), cross(from(3, 6), from(0, 2))) +
                    dot(from(3, 4, 7, 5), cross(from(4, 6), from(0, 7))) +
                    dot(from(4, 1, 5, 2), cross(from(1, 6), from(0, 5)))) / 12;
        }
        double face(int a, int b, int c, int d) const {
            Vector p = from(a, c), q = from(b, d), f{p.x - q.x, p.y - q.y, p.z - q.z}, g{p.x + q.x, p.y + q.y, p.z + q.z};
            return dot(f, f) * dot(g, g) - dot(f, g) * dot(f, g);
        }
    };

    Cell cell(int c) const {
        Cell at;
        for (int k = 0; k < 8; k++) {
            int node = corners[8 * c + k];
            at.x[k] = x[node], at.y[k] = y[node], at.z[k] = z[node];
            at.u[k] = u[node], at.v[k] = v[node], at.w[k] = w[node];
        }
        return at;
    }

    static Corners volume_derivatives(const Corners& y, const Corners& z) {
        static const int near[8][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                       {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};
        Corners d;
#pragma GCC unroll 8
        for (int k = 0; k < 8; k++) {
            const int a = near[k][0], b = near[k][1], c = near[k][2], p = near[k][3], q = near[k][4], r = near[k][5];
            d[k] = ((y[b] + y[c]) * (z[a] + z[b]) - (y[a] + y[b]) * (z[b] + z[c]) + (y[a] + y[q]) * (z[p] + z[q]) -
                    (y[p] + y[q]) * (z[a] + z[q]) - (y[c] + y[r]) * (z[p] + z[r]) + (y[p] + y[r]) * (z[c] + z[r])) / 12;
        }
        return d;
    }

    static double quarter(const Corners& y, const Corners& z, int a, int b, int c, int d) {
        double y0 = 0.5 * (y[d] + y[c] - y[b] - y[a]), z0 = 0.5 * (z[d] + z[c] - z[b] - z[a]);
        double y1 = 0.5 * (y[c] + y[b] - y[d] - y[a]), z1 = 0.5 * (z[c] + z[b] - z[d] - z[a]);
        return 0.25 * (y0 * z1 - z0 * y1);
    }

    static Corners normals(const Corners& y, const Corners& z) {
        double below = quarter(y, z, 0, 1, 2, 3), front = quarter(y, z, 0, 4, 5, 1), right = quarter(y, z, 1, 5, 6, 2);
        double back = quarter(y, z, 2, 6, 7, 3), left = quarter(y, z, 3, 7, 4, 0), above = quarter(y, z, 4, 7, 6, 5);
        return {below + front + left, below + front + right, below + right + back, below + back + left,
                front + left + above, front + right + above, right + back + above, back + left + above};
    }

    void next_length() {
        double next = dt;
        if (cycles > 0) {
            double allowed = courant < FAR ? courant / 2 : FAR;
            if (expansion < allowed) allowed = expansion * 2 / 3;
            double ratio = allowed / dt;
            if (ratio < 1 || ratio > 1.1) next = std::min(allowed, dt * 1.2);
            next = std::min(next, LONGEST);
        }
        double left = STOP - time;
        if (left > next && left < 4 * next / 3) left = 2 * next / 3;
        dt = std::min(next, left);
        time += dt;
        cycles++;
    }

    // One coordinate of the forces: of pressure and viscosity, and against the four hourglass modes.
    static void force(double* to, const Cell& at, const Corners (&d)[3], const Corners& s, const Corners& normal, double push,
            double damping, double per_volume) {
        double sx = per_volume * dot(d[0], s), sy = per_volume * dot(d[1], s), sz = per_volume * dot(d[2], s);
        double a[4], px = 0, py = 0, pz = 0;
        for (int k = 0; k < 4; k++) {
            double mx = mode(at.x, k), my = mode(at.y, k), mz = mode(at.z, k);
            a[k] = mode(s, k) - (mx * sx + my * sy + mz * sz);
            px += mx * a[k], py += my * a[k], pz += mz * a[k];
        }
        for (int k = 0; k < 8; k++) {
            double p = ((k + 1) & 2) ? 1 : -1, q = (k & 2) ? 1 : -1, r = (k & 4) ? 1 : -1;
            double pattern = q * r * a[0] + p * r * a[1] + p * q * a[2] + p * q * r * a[3];
            to[k] = push * normal[k] + damping * (pattern - per_volume * (d[0][k] * px + d[1][k] * py + d[2][k] * pz));
        }
    }

    void forces() {
#pragma omp parallel for
        for (int c = 0; c < cells; c++) {
            Cell at = cell(c);
            const Corners d[] = {
                volume_derivatives(at.y, at.z), volume_derivatives(at.z, at.x), volume_derivatives(at.x, at.y)};
            double now = mass[c] * volume[c], damping = -HOURGLASS * sound[c] * mass[c] / std::cbrt(now);
            double push = pressure[c] + viscosity[c];
            force(&fx[8 * c], at, d, at.u, normals(at.y, at.z), push, damping, 1 / now);
            force(&fy[8 * c], at, d, at.v, normals(at.z, at.x), push, damping, 1 / now);
            force(&fz[8 * c], at, d, at.w, normals(at.x, at.y), push, damping, 1 / now);
        }
    }

    static double moved(double velocity, double change) {
        double next = velocity + change;
        return std::abs(next) < 1e-7 ? 0 : next;
    }

    void motion() {
#pragma omp parallel for
        for (int i = 0; i < nodes; i++) {
            double sx = 0, sy = 0, sz = 0, impulse = dt / node_mass[i];
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                int corner = node_corners[k];
                sx += fx[corner], sy += fy[corner], sz += fz[corner];
            }
            u[i] = moved(u[i], pinned[i] & 1 ? 0 : sx * impulse);
            v[i] = moved(v[i], pinned[i] & 2 ? 0 : sy * impulse);
            w[i] = moved(w[i], pinned[i] & 4 ? 0 : sz * impulse);
            x[i] += u[i] * dt, y[i] += v[i] * dt, z[i] += w[i] * dt;
        }
    }

    static Vector scaled(double f, Vector a) { return {f * a.x, f * a.y, f * a.z}; }

    void volumes() {
#pragma omp parallel for
        for (int c = 0; c < cells; c++) {
            Cell at = cell(c);
            double now = at.volume(), per = 0.25 / (now + TINY);
            new_volume[c] = now / mass[c];
            double most = std::max({at.face(0, 1, 2, 3), at.face(4, 5, 6, 7), at.face(0, 1, 5, 4), at.face(1, 2, 6, 5),
                at.face(2, 3, 7, 6), at.face(3, 0, 4, 7)});
            length[c] = 4 * now / std::sqrt(most);
            const Vector rates[] = {{xi(at.u), xi(at.v), xi(at.w)}, {eta(at.u), eta(at.v), eta(at.w)},
                {zeta(at.u), zeta(at.v), zeta(at.w)}};
            const Vector edges[] = {scaled(0.25, {xi(at.x), xi(at.y), xi(at.z)}),
                scaled(0.25, {eta(at.x), eta(at.y), eta(at.z)}), scaled(0.25, {zeta(at.x), zeta(at.y), zeta(at.z)})};
            for (int k = 0; k < 3; k++) {
                Vector area = cross(edges[(k + 1) % 3], edges[(k + 2) % 3]);
                width[k][c] = now / std::sqrt(dot(area, area) + TINY);
                jump[k][c] = per * dot(rates[k], area);
            }
            for (int k = 0; k < 8; k++) {
                at.x[k] -= 0.5 * dt * at.u[k], at.y[k] -= 0.5 * dt * at.v[k], at.z[k] -= 0.5 * dt * at.w[k];
            }
            Vector a{xi(at.x), xi(at.y), xi(at.z)}, b{eta(at.x), eta(at.y), eta(at.z)}, e{zeta(at.x), zeta(at.y), zeta(at.z)};
            double rate = dot(rates[0], cross(b, e)) + dot(rates[1], cross(e, a)) + dot(rates[2], cross(a, b));
            divergence[c] = rate / dot(a, cross(b, e));
        }
    }

    double smooth(int k, int c) const {
        double per = 1 / (jump[k][c] + TINY);
        double lower = jump[k][neighbours[6 * c + 2 * k]] * per, upper = jump[k][neighbours[6 * c + 2 * k + 1]] * per;
        return std::max(0.0, std::min({1.0, 0.5 * (lower + upper), 2 * lower, 2 * upper}));
    }

    static double pressure_of(double e, double volume) {
        double p = GAMMA / volume * e;
        return p < SMALL ? 0 : p;
    }
    static double sound_of(double e, double volume, double p) {
        double square = GAMMA * e + volume * GAMMA * p;
        return square <= 0.1111111e-36 ? 0.3333333e-18 : std::sqrt(square);
    }
    static double at_least(double e) { return std::max(LEAST, std::abs(e) < SMALL ? 0 : e); }

    void state() {
#pragma omp parallel for
        for (int c = 0; c < cells; c++) {
            double linear = 0, quadratic = 0, now = new_volume[c], change = now - volume[c], half = now - 0.5 * change;
            if (divergence[c] <= 0) {
                double a = 0, b = 0, rho = 1 / now;
                for (int k = 0; k < 3; k++) {
                    double step = std::min(0.0, jump[k][c] * width[k][c]), s = smooth(k, c);
                    a += step * (1 - s), b += step * step * (1 - s * s);
                }
                linear = -0.5 * rho * a, quadratic = 2.0 / 3 * rho * b;
            }
            bool expands = change > 0;
            double before = pressure[c] + viscosity[c], e = std::max(LEAST, energy[c] - 0.5 * change * before);
            double half_p = pressure_of(e, half), q = expands ? 0 : linear * sound_of(e, half, half_p) + quadratic;
            e = at_least(e + 0.5 * change * (3 * before - 4 * (half_p + q)));
            double p = pressure_of(e, now), corrected = expands ? 0 : linear * sound_of(e, now, p) + quadratic;
            e = at_least(e - (7 * before - 8 * (half_p + q) + (p + corrected)) * change / 6);
            p = pressure_of(e, now);
            double speed = sound_of(e, now, p);
            if (!expands) q = linear * speed + quadratic, q = std::abs(q) < SMALL ? 0 : q;
            energy[c] = e, pressure[c] = p, viscosity[c] = q, sound[c] = speed;
            volume[c] = std::abs(now - 1) < SMALL ? 1 : now;
        }
    }

    void limits() {
        double by_sound = INFINITY, by_volume = INFINITY;
#pragma omp parallel for reduction(min : by_sound, by_volume)
        for (int c = 0; c < cells; c++) {
            double d = divergence[c], compression = std::min(0.0, d) * length[c];
            if (d == 0) {
                by_sound = std::min(by_sound, FAR), by_volume = std::min(by_volume, FAR);
                continue;
            }
            by_sound = std::min(by_sound, length[c] / std::sqrt(sound[c] * sound[c] + 256 * compression * compression));
            by_volume = std::min(by_volume, 0.1 / (std::abs(d) + 1 / FAR));
        }
        courant = by_sound, expansion = by_volume;
    }

    void step() {
        next_length();
        forces();
        motion();
        volumes();
        state();
        limits();
    }
};
