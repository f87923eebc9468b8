// The equations of SedovBlast.java in C++, for the counterparts with OpenMP (openmp/sedov.h) and in CUDA C++
// (cuda/sedov.cuh): hydrodynamics on a mesh of hexahedra, from the equations of LLNL-TR-490254 and LLNL-TR-641973, with
// the same layouts. A step is the length of the step, four loops and a reduction; here is what one index of each does.
#pragma once

#include <cmath>
#include <vector>

#ifdef __CUDACC__
#define ON_BOTH __host__ __device__ __forceinline__
#else
#define ON_BOTH inline
#endif
#if defined(__CUDA_ARCH__)
#define UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

namespace hydrodynamics {

constexpr double EDGE = 1.125, STOP = 1e-2, LONGEST = 1e-2, FAR = 1e20, HOURGLASS = 0.03, GAMMA_LESS_ONE = 2.0 / 3;
constexpr double TINY = 1e-36, LEAST = -1e15, SMALL = 1e-10, SLOW = 1e-7;

ON_BOTH double min_of(double a, double b) { return b < a ? b : a; }
ON_BOTH double max_of(double a, double b) { return a < b ? b : a; }

// The numbers of the eight corners of a cell.
struct Corners {
    double at[8];
    ON_BOTH double operator[](int k) const { return at[k]; }
    ON_BOTH double& operator[](int k) { return at[k]; }
};

struct Vector {
    double x, y, z;
};

// Sums over the corners with the signs of the trilinear cell's coordinates and of their products.
ON_BOTH double xi(const Corners& a) { return (a[1] + a[2] + a[5] + a[6]) - (a[0] + a[3] + a[4] + a[7]); }
ON_BOTH double eta(const Corners& a) { return (a[2] + a[3] + a[6] + a[7]) - (a[0] + a[1] + a[4] + a[5]); }
ON_BOTH double zeta(const Corners& a) { return (a[4] + a[5] + a[6] + a[7]) - (a[0] + a[1] + a[2] + a[3]); }
ON_BOTH double mode(const Corners& a, int k) {
    if (k == 0) return (a[0] + a[1] + a[6] + a[7]) - (a[2] + a[3] + a[4] + a[5]);
    if (k == 1) return (a[0] + a[3] + a[5] + a[6]) - (a[1] + a[2] + a[4] + a[7]);
    if (k == 2) return (a[0] + a[2] + a[4] + a[6]) - (a[1] + a[3] + a[5] + a[7]);
    return (a[1] + a[3] + a[4] + a[6]) - (a[0] + a[2] + a[5] + a[7]);
}
ON_BOTH double dot(const Corners& a, const Corners& b) {
    double sum = 0;
    UNROLL
    for (int k = 0; k < 8; k++) sum += a[k] * b[k];
    return sum;
}

ON_BOTH Vector cross(Vector a, Vector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
ON_BOTH double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ON_BOTH Vector scaled(double f, Vector a) { return {f * a.x, f * a.y, f * a.z}; }

struct Cell {
    Corners x, y, z, u, v, w;
    ON_BOTH Vector from(int a, int b) const { return {x[b] - x[a], y[b] - y[a], z[b] - z[a]}; }
    ON_BOTH Vector from(int a, int b, int c, int d) const {
        return {x[b] - x[a] + (x[d] - x[c]), y[b] - y[a] + (y[d] - y[c]), z[b] - z[a] + (z[d] - z[c])};
    }
    ON_BOTH double volume() const {
        return (dot(from(1, 3, 2, 7), cross(from(3, 6), from(0, 2))) +
                dot(from(3, 4, 7, 5), cross(from(4, 6), from(0, 7))) +
                dot(from(4, 1, 5, 2), cross(from(1, 6), from(0, 5)))) / 12;
    }
    ON_BOTH double face(int a, int b, int c, int d) const {
        Vector p = from(a, c), q = from(b, d), f{p.x - q.x, p.y - q.y, p.z - q.z}, g{p.x + q.x, p.y + q.y, p.z + q.z};
        return dot(f, f) * dot(g, g) - dot(f, g) * dot(f, g);
    }
};

ON_BOTH Corners volume_derivatives(const Corners& y, const Corners& z) {
    constexpr int near[8][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                   {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};
    Corners d;
    UNROLL
    for (int k = 0; k < 8; k++) {
        const int a = near[k][0], b = near[k][1], c = near[k][2], p = near[k][3], q = near[k][4], r = near[k][5];
        d[k] = ((y[b] + y[c]) * (z[a] + z[b]) - (y[a] + y[b]) * (z[b] + z[c]) + (y[a] + y[q]) * (z[p] + z[q]) -
                (y[p] + y[q]) * (z[a] + z[q]) - (y[c] + y[r]) * (z[p] + z[r]) + (y[p] + y[r]) * (z[c] + z[r])) / 12;
    }
    return d;
}

ON_BOTH double quarter(const Corners& y, const Corners& z, int a, int b, int c, int d) {
    double y0 = 0.5 * (y[d] + y[c] - y[b] - y[a]), z0 = 0.5 * (z[d] + z[c] - z[b] - z[a]);
    double y1 = 0.5 * (y[c] + y[b] - y[d] - y[a]), z1 = 0.5 * (z[c] + z[b] - z[d] - z[a]);
    return 0.25 * (y0 * z1 - z0 * y1);
}

ON_BOTH Corners normals(const Corners& y, const Corners& z) {
    double below = quarter(y, z, 0, 1, 2, 3), front = quarter(y, z, 0, 4, 5, 1), right = quarter(y, z, 1, 5, 6, 2);
    double back = quarter(y, z, 2, 6, 7, 3), left = quarter(y, z, 3, 7, 4, 0), above = quarter(y, z, 4, 7, 6, 5);
    return {below + front + left, below + front + right, below + right + back, below + back + left,
            front + left + above, front + right + above, right + back + above, back + left + above};
}

// One coordinate of the forces: of pressure and viscosity, and against the four hourglass modes.
ON_BOTH Corners force(const Cell& at, const Corners (&d)[3], const Corners& s, const Corners& normal, double push,
                      double damping, double per_volume) {
    double sx = per_volume * dot(d[0], s), sy = per_volume * dot(d[1], s), sz = per_volume * dot(d[2], s);
    Corners to;
    double a[4], px = 0, py = 0, pz = 0;
    UNROLL
    for (int k = 0; k < 4; k++) {
        double mx = mode(at.x, k), my = mode(at.y, k), mz = mode(at.z, k);
        a[k] = mode(s, k) - (mx * sx + my * sy + mz * sz);
        px += mx * a[k], py += my * a[k], pz += mz * a[k];
    }
    UNROLL
    for (int k = 0; k < 8; k++) {
        double p = ((k + 1) & 2) ? 1 : -1, q = (k & 2) ? 1 : -1, r = (k & 4) ? 1 : -1;
        double pattern = q * r * a[0] + p * r * a[1] + p * q * a[2] + p * q * r * a[3];
        to[k] = push * normal[k] + damping * (pattern - per_volume * (d[0][k] * px + d[1][k] * py + d[2][k] * pz));
    }
    return to;
}

ON_BOTH double moved(double velocity, double change) {
    double next = velocity + change;
    return fabs(next) < SLOW ? 0 : next;
}

ON_BOTH double pressure_of(double e, double volume) {
    double p = GAMMA_LESS_ONE / volume * e;
    return p < SMALL ? 0 : p;
}
ON_BOTH double sound_of(double e, double volume, double p) {
    double square = GAMMA_LESS_ONE * e + volume * GAMMA_LESS_ONE * p;
    return square <= 0.1111111e-36 ? 0.3333333e-18 : sqrt(square);
}
ON_BOTH double at_least(double e) { return max_of(LEAST, fabs(e) < SMALL ? 0 : e); }

// Where the numbers of the corners of a cell lie: after each other, as in SedovMesh.java, or those of all cells at one
// corner after each other, so that threads of neighbouring cells read neighbouring addresses.
struct ByCell {
    ON_BOTH static int at(int cell, int k, int of_cell, int) { return cell * of_cell + k; }
};
struct ByCorner {
    ON_BOTH static int at(int cell, int k, int, int cells) { return k * cells + cell; }
};

// What one thread knows before each step.
struct Clock {
    double time = 0, dt = 0, courant = FAR, expansion = FAR;
    int cycles = 0;

    // The length of the next step.
    ON_BOTH void next() {
        double next = dt;
        if (cycles > 0) {
            double allowed = courant < FAR ? courant / 2 : FAR;
            if (expansion < allowed) allowed = expansion * 2 / 3;
            double ratio = allowed / dt;
            if (ratio < 1 || ratio > 1.1) next = min_of(allowed, dt * 1.2);
            next = min_of(next, LONGEST);
        }
        double left = STOP - time;
        if (left > next && left < 4 * next / 3) left = 2 * next / 3;
        dt = min_of(next, left);
        time += dt;
        cycles++;
    }
};

// A mesh and all that is known at its nodes and cells, in memory that somebody else owns.
template <class Layout> struct Mesh {
    int n, cells, nodes;
    int *corners, *neighbours, *starts, *node_corners, *pinned;
    double *x, *y, *z, *u, *v, *w, *node_mass, *fx, *fy, *fz, *mass, *volume, *new_volume, *energy, *pressure;
    double *viscosity, *sound, *length, *divergence, *jump[3], *width[3];
    Clock* clock;

    ON_BOTH int corner(int cell, int k) const { return Layout::at(cell, k, 8, cells); }
    ON_BOTH int face(int cell, int k) const { return Layout::at(cell, k, 6, cells); }

    // Returns the gas at rest with the blast in its corner; `kept` gives memory with the values of a vector.
    template <class Kept> static Mesh at_rest(int n, Kept kept) {
        Mesh m;
        m.n = n, m.cells = n * n * n, m.nodes = (n + 1) * (n + 1) * (n + 1);
        const double h = EDGE / n, scale = n / 45.0, blast = 3.948746e7 * scale * scale * scale;
        const int cells = m.cells, nodes = m.nodes, row = n + 1, layer = row * row, steps[] = {1, n, n * n};
        std::vector<int> corners(8 * cells), neighbours(6 * cells), node_corners(8 * cells), starts(nodes + 1);
        std::vector<int> pinned(nodes);
        for (int c = 0; c < cells; c++) {
            int first = c / (n * n) * layer + c / n % n * row + c % n;
            int below[] = {first, first + 1, first + row + 1, first + row};
            for (int k = 0; k < 8; k++) starts[(corners[m.corner(c, k)] = below[k % 4] + k / 4 * layer) + 1]++;
            for (int k = 0; k < 3; k++) {
                int place = c / steps[k] % n;
                neighbours[m.face(c, 2 * k)] = place == 0 ? c : c - steps[k];
                neighbours[m.face(c, 2 * k + 1)] = place == n - 1 ? cells : c + steps[k];
            }
        }
        for (int i = 0; i < nodes; i++) starts[i + 1] += starts[i];
        std::vector<int> next(starts);
        for (int c = 0; c < cells; c++)
            for (int k = 0; k < 8; k++) node_corners[next[corners[m.corner(c, k)]]++] = m.corner(c, k);
        std::vector<double> x(nodes), y(nodes), z(nodes), node_mass(nodes), energy(cells);
        energy[0] = blast;
        for (int i = 0; i < nodes; i++) {
            int a = i % row, b = i / row % row, c = i / layer;
            x[i] = EDGE * a / n, y[i] = EDGE * b / n, z[i] = EDGE * c / n;
            pinned[i] = (a == 0) + 2 * (b == 0) + 4 * (c == 0);
            node_mass[i] = h * h * h / 8 * (starts[i + 1] - starts[i]);
        }
        m.corners = kept(corners), m.neighbours = kept(neighbours), m.starts = kept(starts);
        m.node_corners = kept(node_corners), m.pinned = kept(pinned);
        m.x = kept(x), m.y = kept(y), m.z = kept(z), m.node_mass = kept(node_mass), m.energy = kept(energy);
        const std::vector<double> zeros(nodes), ones(cells, 1), of_corners(8 * cells);
        for (double** a : {&m.u, &m.v, &m.w}) *a = kept(zeros);
        for (double** a : {&m.fx, &m.fy, &m.fz}) *a = kept(of_corners);
        for (double** a : {&m.pressure, &m.viscosity, &m.sound, &m.length, &m.divergence}) *a = kept(zeros);
        for (double** a : {&m.volume, &m.new_volume}) *a = kept(ones);
        for (int k = 0; k < 3; k++) m.jump[k] = kept(zeros), m.width[k] = kept(zeros);
        m.mass = kept(std::vector<double>(cells, h * h * h));
        Clock clock;
        clock.dt = 0.5 * h / std::sqrt(2 * blast);
        m.clock = kept(std::vector<Clock>{clock});
        return m;
    }

    ON_BOTH Cell cell(int c) const {
        Cell at;
        UNROLL
        for (int k = 0; k < 8; k++) {
            int node = corners[corner(c, k)];
            at.x[k] = x[node], at.y[k] = y[node], at.z[k] = z[node];
            at.u[k] = u[node], at.v[k] = v[node], at.w[k] = w[node];
        }
        return at;
    }

    ON_BOTH void write(double* to, int c, const Corners& force) const {
        UNROLL
        for (int k = 0; k < 8; k++) to[corner(c, k)] = force[k];
    }

    ON_BOTH void forces(int c) const {
        Cell at = cell(c);
        const Corners d[] = {
            volume_derivatives(at.y, at.z), volume_derivatives(at.z, at.x), volume_derivatives(at.x, at.y)};
        double now = mass[c] * volume[c], damping = -HOURGLASS * sound[c] * mass[c] / cbrt(now);
        double push = pressure[c] + viscosity[c];
        write(fx, c, force(at, d, at.u, normals(at.y, at.z), push, damping, 1 / now));
        write(fy, c, force(at, d, at.v, normals(at.z, at.x), push, damping, 1 / now));
        write(fz, c, force(at, d, at.w, normals(at.x, at.y), push, damping, 1 / now));
    }

    ON_BOTH void motion(int i) const {
        double dt = clock->dt, sx = 0, sy = 0, sz = 0, impulse = dt / node_mass[i];
        for (int k = starts[i], end = starts[i + 1]; k < end; k++) {
            int corner = node_corners[k];
            sx += fx[corner], sy += fy[corner], sz += fz[corner];
        }
        int held = pinned[i];
        double nu = moved(u[i], held & 1 ? 0 : sx * impulse), nv = moved(v[i], held & 2 ? 0 : sy * impulse);
        double nw = moved(w[i], held & 4 ? 0 : sz * impulse);
        u[i] = nu, v[i] = nv, w[i] = nw;
        x[i] += nu * dt, y[i] += nv * dt, z[i] += nw * dt;
    }

    ON_BOTH void volumes(int c) const {
        Cell at = cell(c);
        double now = at.volume(), half = 0.5 * clock->dt, per = 0.25 / (now + TINY);
        new_volume[c] = now / mass[c];
        double most = max_of(at.face(0, 1, 2, 3), at.face(4, 5, 6, 7));
        most = max_of(max_of(most, at.face(0, 1, 5, 4)), at.face(1, 2, 6, 5));
        most = max_of(max_of(most, at.face(2, 3, 7, 6)), at.face(3, 0, 4, 7));
        length[c] = 4 * now / sqrt(most);
        const Vector rates[] = {{xi(at.u), xi(at.v), xi(at.w)}, {eta(at.u), eta(at.v), eta(at.w)},
            {zeta(at.u), zeta(at.v), zeta(at.w)}};
        const Vector edges[] = {scaled(0.25, {xi(at.x), xi(at.y), xi(at.z)}),
            scaled(0.25, {eta(at.x), eta(at.y), eta(at.z)}), scaled(0.25, {zeta(at.x), zeta(at.y), zeta(at.z)})};
        UNROLL
        for (int k = 0; k < 3; k++) {
            Vector area = cross(edges[(k + 1) % 3], edges[(k + 2) % 3]);
            width[k][c] = now / sqrt(dot(area, area) + TINY);
            jump[k][c] = per * dot(rates[k], area);
        }
        UNROLL
        for (int k = 0; k < 8; k++) {
            at.x[k] -= half * at.u[k], at.y[k] -= half * at.v[k], at.z[k] -= half * at.w[k];
        }
        Vector a{xi(at.x), xi(at.y), xi(at.z)}, b{eta(at.x), eta(at.y), eta(at.z)};
        Vector e{zeta(at.x), zeta(at.y), zeta(at.z)};
        double rate = dot(rates[0], cross(b, e)) + dot(rates[1], cross(e, a)) + dot(rates[2], cross(a, b));
        divergence[c] = rate / dot(a, cross(b, e));
    }

    ON_BOTH double smooth(int k, int c) const {
        double per = 1 / (jump[k][c] + TINY);
        double lower = jump[k][neighbours[face(c, 2 * k)]] * per, upper = jump[k][neighbours[face(c, 2 * k + 1)]] * per;
        double least = min_of(min_of(1, 0.5 * (lower + upper)), min_of(2 * lower, 2 * upper));
        return max_of(0, least);
    }

    ON_BOTH void state(int c) const {
        double linear = 0, quadratic = 0, now = new_volume[c], change = now - volume[c], half = now - 0.5 * change;
        if (divergence[c] <= 0) {
            double a = 0, b = 0, rho = 1 / now;
            UNROLL
            for (int k = 0; k < 3; k++) {
                double step = min_of(0, jump[k][c] * width[k][c]), s = smooth(k, c);
                a += step * (1 - s), b += step * step * (1 - s * s);
            }
            linear = -0.5 * rho * a, quadratic = 2.0 / 3 * rho * b;
        }
        bool expands = change > 0;
        double before = pressure[c] + viscosity[c], e = max_of(LEAST, energy[c] - 0.5 * change * before);
        double half_p = pressure_of(e, half), q = expands ? 0 : linear * sound_of(e, half, half_p) + quadratic;
        e = at_least(e + 0.5 * change * (3 * before - 4 * (half_p + q)));
        double p = pressure_of(e, now), corrected = expands ? 0 : linear * sound_of(e, now, p) + quadratic;
        e = at_least(e - (7 * before - 8 * (half_p + q) + (p + corrected)) * change / 6);
        p = pressure_of(e, now);
        double speed = sound_of(e, now, p);
        if (!expands) q = linear * speed + quadratic, q = fabs(q) < SMALL ? 0 : q;
        energy[c] = e, pressure[c] = p, viscosity[c] = q, sound[c] = speed;
        volume[c] = fabs(now - 1) < SMALL ? 1 : now;
    }

    // The steps that the speed of sound and the change of volumes allow to a cell.
    ON_BOTH double courant(int c) const {
        double d = divergence[c], compression = min_of(0, d) * length[c];
        return d == 0 ? FAR : length[c] / sqrt(sound[c] * sound[c] + 256 * compression * compression);
    }
    ON_BOTH double expansion(int c) const {
        double rate = fabs(divergence[c]);
        return rate == 0 ? FAR : 0.1 / (rate + 1 / FAR);
    }
};

} // namespace hydrodynamics
