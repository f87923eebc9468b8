// The kernels of KernelCompare with OpenMP. Reads lines "kernel n millis", answers each with the median or best time of
// a pass in ns.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>
typedef std::vector<double> Vector;
typedef std::function<void()> Pass;

static double sink;

static Pass axpy(int n) {
    auto x = new Vector(n, 1.0), y = new Vector(n, 2.0);
    return [=] {
        const double* a = x->data();
        double* b = y->data();
#pragma omp parallel for
        for (int i = 0; i < n; i++) b[i] = 1e-3 * a[i] + b[i];
    };
}

static Pass triad(int n) {
    auto x = new Vector(n, 1.0), y = new Vector(n, 2.0), z = new Vector(n);
    return [=] {
        const double *a = x->data(), *b = y->data();
        double* c = z->data();
#pragma omp parallel for
        for (int i = 0; i < n; i++) c[i] = a[i] + 3.0 * b[i];
    };
}

static Pass dot(int n) {
    auto x = new Vector(n, 1.0), y = new Vector(n, 2.0);
    return [=] {
        const double *a = x->data(), *b = y->data();
        double sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < n; i++) sum += a[i] * b[i];
        sink = sum;
    };
}

static Pass five(int m) {
    auto x = new Vector(m * m, 1.0), y = new Vector(m * m);
    return [=] {
        const double* a = x->data();
        double* b = y->data();
#pragma omp parallel for
        for (int i = 1; i < m - 1; i++) {
            for (int j = 1; j < m - 1; j++) {
                const double* c = a + i * m + j;
                b[i * m + j] = 0.5 * c[0] + 0.125 * (c[-m] + c[m] + c[-1] + c[1]);
            }
        }
    };
}

static Pass inside(int m) {
    auto x = new Vector(m * m, 1.0), y = new Vector(m * m, 2.0);
    return [=] {
        const double* a = x->data();
        double* b = y->data();
#pragma omp parallel for
        for (int i = 1; i < m - 1; i++) {
            for (int j = 1; j < m - 1; j++) b[i * m + j] += 1e-9 * a[i * m + j];
        }
    };
}

static Pass twentySeven(int m) {
    auto x = new Vector(m * m * m, 1.0), y = new Vector(m * m * m);
    return [=] {
        const double* a = x->data();
        double* b = y->data();
#pragma omp parallel for
        for (int i = 1; i < m - 1; i++) {
            for (int j = 1; j < m - 1; j++) {
                for (int k = 1; k < m - 1; k++) {
                    double sum = 0;
                    for (int p = -1; p <= 1; p++) {
                        for (int q = -1; q <= 1; q++) {
                            const double* c = a + ((i + p) * m + j + q) * m + k;
                            sum += c[-1] + c[0] + c[1];
                        }
                    }
                    b[(i * m + j) * m + k] = sum / 27;
                }
            }
        }
    };
}

static Pass spmv(int n) {
    auto rows = new std::vector<int>(n + 1), columns = new std::vector<int>();
    auto values = new Vector(), x = new Vector(n, 1.0), y = new Vector(n);
    for (int i = 0; i < n; i++) {
        for (int k = -2; k <= 2; k++) {
            columns->push_back((i + k * 37 + n) % n);
            values->push_back(1.0 / (3 + k));
        }
        (*rows)[i + 1] = (int) columns->size();
    }
    return [=] {
        const int *r = rows->data(), *c = columns->data();
        const double *v = values->data(), *a = x->data();
        double* b = y->data();
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = r[i]; k < r[i + 1]; k++) sum += v[k] * a[c[k]];
            b[i] = sum;
        }
    };
}

static Pass nbody(int n) {
    auto x = new Vector(n), y = new Vector(n), f = new Vector(n), g = new Vector(n);
    for (int i = 0; i < n; i++) (*x)[i] = i * 0.37, (*y)[i] = i * 0.11;
    return [=] {
        const double *a = x->data(), *b = y->data();
        double *c = f->data(), *d = g->data();
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double u = 0, v = 0;
            for (int j = 0; j < n; j++) {
                const double p = a[j] - a[i], q = b[j] - b[i];
                const double r = p * p + q * q + 1e-3;
                const double s = 1.0 / (r * std::sqrt(r));
                u += p * s;
                v += q * s;
            }
            c[i] = u;
            d[i] = v;
        }
    };
}

static Pass expSin(int n) {
    auto x = new Vector(n), y = new Vector(n);
    for (int i = 0; i < n; i++) (*x)[i] = (i % 1000) * 6e-3;
    return [=] {
        const double* a = x->data();
        double* b = y->data();
#pragma omp parallel for
        for (int i = 0; i < n; i++) b[i] = std::exp(-a[i]) * std::sin(a[i]);
    };
}

static Pass chain(int n) {
    auto x = new Vector(n, 1.0), y = new Vector(n, 2.0);
    return [=] {
        const double* a = x->data();
        double* b = y->data();
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double v = b[i];
            for (int k = 1; k <= 10; k++) v = v + 1e-9 * k * a[i];
            b[i] = v;
        }
    };
}

static Pass apart(int n) {
    auto x = new Vector(n, 1.0), y = new Vector(n, 2.0);
    return [=] {
        const double* a = x->data();
        double* b = y->data();
        for (int k = 1; k <= 10; k++) {
#pragma omp parallel for
            for (int i = 0; i < n; i++) b[i] = b[i] + 1e-9 * k * a[i];
        }
    };
}

// A loop for each vector operation, as they stand in a text book.
static Pass cg(int m) {
    const int s = m + 2, n = s * s;
    auto pv = new Vector(n), qv = new Vector(n), xv = new Vector(n), rv = new Vector(n);
    for (int i = 1; i <= m; i++) {
        for (int j = 1; j <= m; j++) (*pv)[i * s + j] = (*rv)[i * s + j] = 1 + (i + j) % 3;
    }
    return [=] {
        double *p = pv->data(), *q = qv->data(), *x = xv->data(), *r = rv->data();
        double pq = 0, rr = 0;
#pragma omp parallel for
        for (int i = 1; i <= m; i++) {
            for (int j = 1; j <= m; j++) {
                const double* c = p + i * s + j;
                q[i * s + j] = 4 * c[0] - c[-s] - c[s] - c[-1] - c[1];
            }
        }
#pragma omp parallel for reduction(+ : pq)
        for (int k = 0; k < n; k++) pq += p[k] * q[k];
        const double alpha = 1e-9 / pq;
#pragma omp parallel for
        for (int k = 0; k < n; k++) x[k] += alpha * p[k];
#pragma omp parallel for
        for (int k = 0; k < n; k++) r[k] -= alpha * q[k];
#pragma omp parallel for reduction(+ : rr)
        for (int k = 0; k < n; k++) rr += r[k] * r[k];
        const double beta = 1e-9 / rr;
#pragma omp parallel for
        for (int k = 0; k < n; k++) p[k] = r[k] + beta * p[k];
    };
}

static Pass make(const char* name, int n) {
    if (!strcmp(name, "axpy")) return axpy(n);
    if (!strcmp(name, "axpy-inside")) return inside(n);
    if (!strcmp(name, "triad")) return triad(n);
    if (!strcmp(name, "dot")) return dot(n);
    if (!strcmp(name, "five-point")) return five(n);
    if (!strcmp(name, "27-point")) return twentySeven(n);
    if (!strcmp(name, "spmv")) return spmv(n);
    if (!strcmp(name, "n-body")) return nbody(n);
    if (!strncmp(name, "exp*sin", 7)) return expSin(n);
    if (!strcmp(name, "chain-apart")) return apart(n);
    if (!strcmp(name, "cg-step")) return cg(n);
    return chain(n);
}

int main(int, char** words) {
    const bool best = !strcmp(words[1], "best");
    typedef std::chrono::steady_clock Clock;
    char name[40], before[80] = "";
    int n, millis;
    Pass pass;
    while (scanf("%39s %d %d", name, &n, &millis) == 3) {
        char now[80];
        snprintf(now, sizeof now, "%s %d", name, n);
        if (strcmp(now, before)) pass = make(name, n);
        strcpy(before, now);
        std::vector<double> times;
        for (const auto end = Clock::now() + std::chrono::milliseconds(millis); Clock::now() < end;) {
            const auto t = Clock::now();
            pass();
            times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - t).count());
        }
        std::sort(times.begin(), times.end());
        printf("%.0f\n", times[best ? 0 : times.size() / 2]);
        fflush(stdout);
    }
}
