// The twin of MeshStep.java with OpenMP: "mesh FILE" reads the mesh, then lines "threads steps", and answers each with
// the time of a step in ns, that of all threads in ns, and the hash of all bits of the state.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <omp.h>
#include <vector>
typedef std::vector<double> Field;
typedef std::vector<int> List;

static List cellNodes, cellFaces, faceCells, faceNodes, cornerStarts, corners, materials[3], wallX, wallY;
static Field x, y, u, v, halfX, halfY, halfU, halfV, forceX, forceY, accX, accY, nodeMass;
static Field mass, volume, before, density, energy, worked, pressure, sound, viscosity, length, divergence, limiter, temperature;
static Field tracer, slopeX, slopeY, slopeLimit, cornerX, cornerY, jump, heatFlux, tracerFlux;
static Field startX, startY, startVolume, startEnergy, startTracer;
static double dt, now, startDt;
static int nodes, cells, faces;

static double cross(const double* a, const double* b) { return (a[2] - a[0]) * (b[3] - b[1]) - (a[3] - a[1]) * (b[2] - b[0]); }

static double area(const double* a, const double* b) { return 0.5 * cross(a, b); }

static double shortest(const double* a, const double* b) {
    double least = 1e300;
    for (int k = 0; k < 4; k++) {
        double dx = a[(k + 1) & 3] - a[k], dy = b[(k + 1) & 3] - b[k];
        double square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    return std::sqrt(least);
}

static double cubic(double right, double bend) {
    double z = right;
    for (int k = 0; k < 6; k++) z -= (bend * z * z * z + z - right) / (3 * bend * z * z + 1);
    return z;
}

static double smooth(double one, double other) {
    if (one * other <= 0) return 0;
    double ratio = one / other;
    return ratio < 1 ? ratio : 1 / ratio;
}

static double alternating(const double* a) { return 0.25 * (a[0] - a[1] + a[2] - a[3]); }

static double around(const double* mean, const double* along) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += mean[k] * (along[(k + 1) & 3] - along[k]);
    return sum;
}

// Takes the four values of a cell's nodes.
static void gather(const double* field, const int* of, double* into) {
    for (int k = 0; k < 4; k++) into[k] = field[of[k]];
}

static void geometry() {
    const double *px = x.data(), *py = y.data(), *pu = u.data(), *pv = v.data();
    const int* of = cellNodes.data();
    double *hx = halfX.data(), *hy = halfY.data(), *half = before.data(), *len = length.data(), *div = divergence.data();
    double* rho = density.data();
    const double *m = mass.data(), step = dt;
#pragma omp parallel for
    for (int n = 0; n < nodes; n++) {
        hx[n] = px[n] + 0.5 * step * pu[n];
        hy[n] = py[n] + 0.5 * step * pv[n];
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4], b[4];
        gather(hx, of + 4 * c, a);
        gather(hy, of + 4 * c, b);
        half[c] = area(a, b);
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4], b[4];
        gather(hx, of + 4 * c, a);
        gather(hy, of + 4 * c, b);
        len[c] = shortest(a, b);
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4], b[4], p[4], q[4];
        gather(hx, of + 4 * c, a);
        gather(hy, of + 4 * c, b);
        gather(pu, of + 4 * c, p);
        gather(pv, of + 4 * c, q);
        div[c] = 0.5 * (cross(p, b) + cross(a, q)) / half[c];
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) rho[c] = m[c] / half[c];
}

static void equations() {
    const double *rho = density.data(), *e = energy.data();
    double *p = pressure.data(), *s = sound.data();
    const int *gas = materials[0].data(), *stiff = materials[1].data(), *dense = materials[2].data();
    int gases = materials[0].size(), stiffs = materials[1].size(), denses = materials[2].size();
#pragma omp parallel for
    for (int i = 0; i < gases; i++) {
        int c = gas[i];
        p[c] = 0.4 * rho[c] * e[c];
        s[c] = std::sqrt(1.4 * p[c] / rho[c] + 1e-12);
    }
#pragma omp parallel for
    for (int i = 0; i < stiffs; i++) {
        int c = stiff[i];
        double raised = 2.0 * rho[c] * e[c] - 0.1;
        p[c] = raised > 1e-6 ? raised : 1e-6;
        s[c] = std::sqrt(3.0 * (p[c] + 0.1) / rho[c]);
    }
#pragma omp parallel for
    for (int i = 0; i < denses; i++) {
        int c = dense[i];
        double z = cubic(0.6 * rho[c] * e[c], 0.2 * rho[c]);
        p[c] = z;
        s[c] = std::sqrt(1.6 * z / rho[c] + 1e-12);
    }
}

static void viscous() {
    const double *hx = halfX.data(), *hy = halfY.data(), *pu = u.data(), *pv = v.data();
    const int *ends = faceNodes.data(), *sides = cellFaces.data();
    double *jumps = jump.data(), *lim = limiter.data(), *q = viscosity.data();
    const double *rho = density.data(), *len = length.data(), *div = divergence.data(), *s = sound.data();
#pragma omp parallel for
    for (int f = 0; f < faces; f++) {
        int a = ends[2 * f], b = ends[2 * f + 1];
        double across = (pu[b] - pu[a]) * (hx[b] - hx[a]);
        jumps[f] = across + (pv[b] - pv[a]) * (hy[b] - hy[a]);
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4];
        gather(jumps, sides + 4 * c, a);
        lim[c] = 0.5 * (smooth(a[0], a[2]) + smooth(a[1], a[3]));
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double rate = len[c] * div[c];
        double strength = rho[c] * rate * (rate - 0.25 * s[c]);
        q[c] = rate < 0 ? (1 - lim[c]) * strength : 0;
    }
}

static void forces() {
    const double *hx = halfX.data(), *hy = halfY.data(), *pu = u.data(), *pv = v.data();
    const double *p = pressure.data(), *q = viscosity.data(), *rho = density.data(), *len = length.data(), *s = sound.data();
    const int *of = cellNodes.data(), *starts = cornerStarts.data(), *list = corners.data();
    double *cx = cornerX.data(), *cy = cornerY.data(), *fx = forceX.data(), *fy = forceY.data();
    double *ax = accX.data(), *ay = accY.data();
    const double* m = nodeMass.data();
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4], b[4];
        gather(hx, of + 4 * c, a);
        gather(hy, of + 4 * c, b);
        double stress = 0.5 * (p[c] + q[c]);
        for (int k = 0; k < 4; k++) {
            cx[4 * c + k] = stress * (b[(k + 1) & 3] - b[(k + 3) & 3]);
            cy[4 * c + k] = stress * (a[(k + 3) & 3] - a[(k + 1) & 3]);
        }
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4], b[4];
        gather(pu, of + 4 * c, a);
        gather(pv, of + 4 * c, b);
        double damping = 0.02 * rho[c] * s[c] * len[c];
        double hourX = damping * alternating(a), hourY = damping * alternating(b);
        for (int k = 0; k < 4; k++) {
            double sign = (k & 1) == 0 ? -1 : 1;
            cx[4 * c + k] = cx[4 * c + k] + sign * hourX;
            cy[4 * c + k] = cy[4 * c + k] + sign * hourY;
        }
    }
#pragma omp parallel for
    for (int n = 0; n < nodes; n++) {
        double sumX = 0, sumY = 0;
        for (int k = starts[n]; k < starts[n + 1]; k++) {
            sumX += cx[list[k]];
            sumY += cy[list[k]];
        }
        fx[n] = sumX;
        fy[n] = sumY;
    }
#pragma omp parallel for
    for (int n = 0; n < nodes; n++) {
        ax[n] = fx[n] / m[n];
        ay[n] = fy[n] / m[n];
    }
}

static void motion() {
    double *px = x.data(), *py = y.data(), *pu = u.data(), *pv = v.data(), *hu = halfU.data(), *hv = halfV.data();
    double *ax = accX.data(), *ay = accY.data(), *vol = volume.data(), *old = before.data();
    const int *of = cellNodes.data(), *alongX = wallX.data(), *alongY = wallY.data();
    int wallsX = wallX.size(), wallsY = wallY.size();
    const double step = dt;
#pragma omp parallel for
    for (int i = 0; i < wallsX; i++) ax[alongX[i]] = 0;
#pragma omp parallel for
    for (int i = 0; i < wallsY; i++) ay[alongY[i]] = 0;
#pragma omp parallel for
    for (int n = 0; n < nodes; n++) {
        hu[n] = pu[n] + 0.5 * step * ax[n];
        hv[n] = pv[n] + 0.5 * step * ay[n];
        pu[n] = pu[n] + step * ax[n];
        pv[n] = pv[n] + step * ay[n];
    }
#pragma omp parallel for
    for (int n = 0; n < nodes; n++) {
        px[n] = px[n] + step * hu[n];
        py[n] = py[n] + step * hv[n];
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4], b[4];
        gather(px, of + 4 * c, a);
        gather(py, of + 4 * c, b);
        old[c] = vol[c];
        vol[c] = area(a, b);
    }
}

static void heat() {
    const double *hu = halfU.data(), *hv = halfV.data(), *cx = cornerX.data(), *cy = cornerY.data();
    const double *m = mass.data(), *vol = volume.data(), *len = length.data(), step = dt;
    double *e = energy.data(), *w = worked.data(), *rho = density.data(), *t = temperature.data(), *flux = heatFlux.data();
    const int *of = cellNodes.data(), *sides = cellFaces.data(), *both = faceCells.data();
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            int n = of[4 * c + k];
            sum += cx[4 * c + k] * hu[n] + cy[4 * c + k] * hv[n];
        }
        w[c] = e[c] - step * sum / m[c];
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) rho[c] = m[c] / vol[c];
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double warm = w[c] / (1 + 0.1 * rho[c]);
        t[c] = warm > 1e-6 ? warm : 1e-6;
    }
#pragma omp parallel for
    for (int f = 0; f < faces; f++) {
        int left = both[2 * f], right = both[2 * f + 1];
        double one = 1e-3 * t[left] * std::sqrt(t[left]), other = 1e-3 * t[right] * std::sqrt(t[right]);
        double apart = len[left] + len[right];
        flux[f] = 2 * one * other / (one + other) * (t[right] - t[left]) / apart;
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double gained = 0;
        for (int k = 0; k < 4; k++) {
            int f = sides[4 * c + k];
            gained += both[2 * f] == c ? flux[f] : -flux[f];
        }
        double after = w[c] + step * len[c] * gained / m[c];
        e[c] = after > 1e-6 ? after : 1e-6;
    }
}

static void advection() {
    const double *px = x.data(), *py = y.data(), *hu = halfU.data(), *hv = halfV.data(), *vol = volume.data(), *len = length.data();
    double *share = tracer.data(), *sx = slopeX.data(), *sy = slopeY.data(), *lim = slopeLimit.data(), *flux = tracerFlux.data();
    const int *of = cellNodes.data(), *sides = cellFaces.data(), *both = faceCells.data(), *ends = faceNodes.data();
    const double step = dt;
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double a[4], b[4], mean[4];
        for (int k = 0; k < 4; k++) {
            a[k] = px[of[4 * c + k]];
            b[k] = py[of[4 * c + k]];
            int f = sides[4 * c + k];
            mean[k] = 0.5 * (share[both[2 * f]] + share[both[2 * f + 1]]);
        }
        sx[c] = around(mean, b) / vol[c];
        sy[c] = -around(mean, a) / vol[c];
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double here = share[c], least = here, most = here;
        for (int k = 0; k < 4; k++) {
            int f = sides[4 * c + k];
            int left = both[2 * f];
            int other = left == c ? both[2 * f + 1] : left;
            least = std::min(least, share[other]);
            most = std::max(most, share[other]);
        }
        double room = std::min(most - here, here - least);
        double steep = std::fabs(sx[c]) + std::fabs(sy[c]);
        double rise = 0.5 * len[c] * steep;
        lim[c] = rise > room ? room / rise : 1;
    }
#pragma omp parallel for
    for (int f = 0; f < faces; f++) {
        int a = ends[2 * f], b = ends[2 * f + 1];
        double slip = 0.1 * ((py[b] - py[a]) * (hu[a] + hu[b]));
        double through = slip - 0.1 * ((px[b] - px[a]) * (hv[a] + hv[b]));
        int from = through > 0 ? both[2 * f] : both[2 * f + 1];
        double to = 0.25 * len[from] * lim[from] * (sx[from] + sy[from]);
        flux[f] = through * (share[from] + to);
    }
#pragma omp parallel for
    for (int c = 0; c < cells; c++) {
        double lost = 0;
        for (int k = 0; k < 4; k++) {
            int f = sides[4 * c + k];
            int left = both[2 * f];
            if (left != both[2 * f + 1]) lost += left == c ? flux[f] : -flux[f];
        }
        share[c] = share[c] - step * lost / vol[c];
    }
}

static void limits() {
    const double *px = x.data(), *py = y.data(), *s = sound.data(), *div = divergence.data(), *vol = volume.data();
    const double* old = before.data();
    const int* of = cellNodes.data();
    const double step = dt;
    double courant = INFINITY, expansion = INFINITY;
#pragma omp parallel for reduction(min : courant)
    for (int c = 0; c < cells; c++) {
        double a[4], b[4];
        gather(px, of + 4 * c, a);
        gather(py, of + 4 * c, b);
        double size = shortest(a, b);
        courant = std::min(courant, 0.2 * size / (s[c] + size * std::fabs(div[c])));
    }
#pragma omp parallel for reduction(min : expansion)
    for (int c = 0; c < cells; c++) {
        double change = std::fabs(vol[c] - old[c]) / vol[c];
        expansion = std::min(expansion, change > 1e-12 ? 0.05 * step / change : 1e20);
    }
    now += dt;
    dt = std::min(std::min(courant, expansion), 1.05 * dt);
}

static void restart() {
    x = startX;
    y = startY;
    u.assign(nodes, 0);
    v.assign(nodes, 0);
    volume = startVolume;
    energy = startEnergy;
    tracer = startTracer;
    dt = startDt;
    now = 0;
}

static uint64_t hash() {
    uint64_t hash = 0xcbf29ce484222325ull;
    auto take = [&](double value) {
        uint64_t bits;
        std::memcpy(&bits, &value, 8);
        hash = (hash ^ bits) * 0x100000001b3ull;
    };
    for (Field* field : {&x, &y, &u, &v, &volume, &energy, &tracer}) {
        for (double value : *field) take(value);
    }
    take(dt);
    take(now);
    return hash;
}

template <class T> static void read(FILE* file, std::vector<T>& into) {
    int n;
    if (fread(&n, 4, 1, file) != 1) exit(1);
    into.resize(n);
    if (fread(into.data(), sizeof(T), n, file) != (size_t) n) exit(1);
}

static void setUp(const char* name) {
    FILE* file = fopen(name, "rb");
    if (!file) exit(1);
    for (List* list : {&cellNodes, &cellFaces, &faceCells, &faceNodes, &cornerStarts, &corners}) read(file, *list);
    for (List& list : materials) read(file, list);
    for (List* list : {&wallX, &wallY}) read(file, *list);
    for (Field* field : {&startX, &startY, &startEnergy, &startTracer}) read(file, *field);
    fclose(file);
    nodes = startX.size();
    cells = startEnergy.size();
    faces = faceCells.size() / 2;
    for (Field* field : {&halfX, &halfY, &halfU, &halfV, &forceX, &forceY, &accX, &accY, &nodeMass}) field->assign(nodes, 0);
    for (Field* field : {&startVolume, &before, &density, &worked, &pressure, &sound, &viscosity, &length, &divergence, &limiter,
                         &temperature, &slopeX, &slopeY, &slopeLimit})
        field->assign(cells, 0);
    for (Field* field : {&cornerX, &cornerY}) field->assign(4 * cells, 0);
    for (Field* field : {&jump, &heatFlux, &tracerFlux}) field->assign(faces, 0);
    for (int c = 0; c < cells; c++) {
        double a[4], b[4];
        gather(startX.data(), &cellNodes[4 * c], a);
        gather(startY.data(), &cellNodes[4 * c], b);
        startVolume[c] = area(a, b);
    }
    mass = startVolume;
    for (int corner = 0; corner < 4 * cells; corner++) nodeMass[cellNodes[corner]] += 0.25 * mass[corner / 4];
    startDt = 1e-4 / std::sqrt((double) cells);
}

int main(int count, char** words) {
    if (count < 2) return 1;
    setUp(words[1]);
    int threads, steps;
    while (scanf("%d %d", &threads, &steps) == 2) {
        omp_set_num_threads(threads);
        std::clock_t used = std::clock();
        auto begin = std::chrono::steady_clock::now();
        restart();
        for (int k = 0; k < steps; k++) {
            geometry();
            equations();
            viscous();
            forces();
            motion();
            heat();
            advection();
            limits();
        }
        std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
        double all = (std::clock() - used) * (1e9 / CLOCKS_PER_SEC);
        printf("%f %f %llu\n", time.count() / steps, all / steps, (unsigned long long) hash());
        fflush(stdout);
    }
}
