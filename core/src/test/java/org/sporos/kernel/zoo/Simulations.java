package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.approximate;
import static org.sporos.kernel.zoo.NamedKernel.exact;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.param.DoubleParam;
import org.sporos.policy.LongContribution;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Kernels of particles, chance, waves, fractals and finance. */
final class Simulations {
    private Simulations() {}

    static List<NamedKernel> all() {
        return List.of(
                approximate("blackScholes", Simulations::blackScholes),
                exact("monteCarloPi", Simulations::monteCarloPi),
                exact("monteCarloCount", Simulations::monteCarloCount),
                exact("nBody", Simulations::nBody),
                exact("nBodyRecords", Simulations::nBodyRecords),
                exact("molecularDynamics", Simulations::molecularDynamics),
                approximate("dft", Simulations::dft),
                exact("mandelbrot", Simulations::mandelbrot),
                exact("julia", Simulations::julia),
                approximate("juliaSmooth", Simulations::juliaSmooth),
                exact("leapfrog", Simulations::leapfrog),
                approximate("boxMuller", Simulations::boxMuller),
                exact("isingFlip", Simulations::isingFlip),
                approximate("haversine", Simulations::haversine),
                exact("rungeKutta", Simulations::rungeKutta),
                exact("strictWaves", Simulations::strictWaves));
    }

    private static double cumulative(double x) {
        double t = 1 / (1 + 0.2316419 * Math.abs(x));
        double y = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        double tail = Math.exp(-x * x / 2) * 0.3989422804014327 * y;
        return x < 0 ? tail : 1 - tail;
    }

    private static Instance blackScholes() {
        DoubleView spot = Data.doubles("spot", 80);
        DoubleView call = Data.doubleZeros("call", 80);
        DoubleView put = Data.doubleZeros("put", 80);
        double rate = 0.02;
        double volatility = 0.3;
        RangeBody body = i -> {
            double s = 100 + 10 * spot.get(i);
            double strike = 100;
            double years = 1 + i / 100.0;
            double root = volatility * Math.sqrt(years);
            double d1 = (Math.log(s / strike) + (rate + volatility * volatility / 2) * years) / root;
            double d2 = d1 - root;
            double discounted = strike * Math.exp(-rate * years);
            call.set(i, s * cumulative(d1) - discounted * cumulative(d2));
            put.set(i, discounted * cumulative(-d2) - s * cumulative(-d1));
        };
        return new Instance(RangePolicy.of(80), body, List.of(spot, call, put));
    }

    private static int xorshift(int state) {
        int x = state;
        x ^= x << 13;
        x ^= x >>> 17;
        return x ^ x << 5;
    }

    private static Instance monteCarloPi() {
        IntView hits = Data.intZeros("hits", 64);
        RangeBody body = i -> {
            int state = i * 747796405 + 1;
            int inside = 0;
            for (int k = 0; k < 50; k++) {
                state = xorshift(state);
                double x = (state >>> 8) * 0x1p-24;
                state = xorshift(state);
                double y = (state >>> 8) * 0x1p-24;
                if (x * x + y * y <= 1) {
                    inside++;
                }
            }
            hits.set(i, inside);
        };
        return new Instance(RangePolicy.of(64), body, List.of(hits));
    }

    /** SplitMix64, counted per index. */
    private static Instance monteCarloCount() {
        LongContribution.Range body = i -> {
            long z = i * 0x9E3779B97F4A7C15L;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            z ^= z >>> 31;
            return (z >>> 11) * 0x1p-53 < 0.25 ? 1L : 0L;
        };
        return new Instance(RangePolicy.of(500), body, List.of());
    }

    private static Instance nBody() {
        int n = 30;
        FloatView p = Data.floats("p", n, 3);
        FloatView a = Data.floatZeros("a", n, 3);
        RangeBody body = i -> {
            float ax = 0;
            float ay = 0;
            float az = 0;
            for (int j = 0; j < n; j++) {
                float dx = p.get(j, 0) - p.get(i, 0);
                float dy = p.get(j, 1) - p.get(i, 1);
                float dz = p.get(j, 2) - p.get(i, 2);
                float r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
                float inverse = 1 / (float) Math.sqrt(r2);
                float f = inverse * inverse * inverse;
                ax += f * dx;
                ay += f * dy;
                az += f * dz;
            }
            a.set(i, 0, ax);
            a.set(i, 1, ay);
            a.set(i, 2, az);
        };
        return new Instance(RangePolicy.of(n), body, List.of(p, a));
    }

    /** A vector of three. */
    record Vec3(double x, double y, double z) {
        static final Vec3 ZERO = new Vec3(0, 0, 0);

        Vec3 plus(Vec3 o) {
            return new Vec3(x + o.x, y + o.y, z + o.z);
        }

        Vec3 minus(Vec3 o) {
            return new Vec3(x - o.x, y - o.y, z - o.z);
        }

        Vec3 times(double s) {
            return new Vec3(s * x, s * y, s * z);
        }

        double dot(Vec3 o) {
            return x * o.x + y * o.y + z * o.z;
        }
    }

    private static Vec3 at(DoubleView v, int i) {
        return new Vec3(v.get(i, 0), v.get(i, 1), v.get(i, 2));
    }

    private static void put(DoubleView v, int i, Vec3 value) {
        v.set(i, 0, value.x());
        v.set(i, 1, value.y());
        v.set(i, 2, value.z());
    }

    private static Instance nBodyRecords() {
        int n = 25;
        DoubleView p = Data.doubles("p", n, 3);
        DoubleView a = Data.doubleZeros("a", n, 3);
        RangeBody body = i -> {
            Vec3 here = at(p, i);
            Vec3 sum = Vec3.ZERO;
            for (int j = 0; j < n; j++) {
                if (j != i) {
                    Vec3 d = at(p, j).minus(here);
                    double r2 = d.dot(d) + 1e-9;
                    sum = sum.plus(d.times(1 / (r2 * Math.sqrt(r2))));
                }
            }
            put(a, i, sum);
        };
        return new Instance(RangePolicy.of(n), body, List.of(p, a));
    }

    /** The box and cutoff of a simulation. */
    record Box(double side, double cutoff) {
        double wrap(double d) {
            return d - side * Math.rint(d / side);
        }
    }

    private static Instance molecularDynamics() {
        int n = 24;
        DoubleView p = Data.doubles("p", n, 3);
        DoubleView f = Data.doubleZeros("f", n, 3);
        Box box = new Box(3, 1.4);
        RangeBody body = i -> {
            Vec3 force = new Vec3(0, 0, 0);
            for (int j = 0; j < n; j++) {
                if (j == i) {
                    continue;
                }
                Vec3 d = at(p, i).minus(at(p, j));
                Vec3 near = new Vec3(box.wrap(d.x()), box.wrap(d.y()), box.wrap(d.z()));
                double r2 = Math.max(near.dot(near), 0.3);
                if (r2 > box.cutoff() * box.cutoff()) {
                    continue;
                }
                double s = 1 / r2;
                double s6 = s * s * s;
                force = force.plus(near.times(48 * s * s6 * (s6 - 0.5)));
            }
            put(f, i, force);
        };
        return new Instance(RangePolicy.of(n), body, List.of(p, f));
    }

    private static Instance dft() {
        int n = 32;
        DoubleView in = Data.doubles("in", n);
        DoubleView re = Data.doubleZeros("re", n);
        DoubleView im = Data.doubleZeros("im", n);
        RangeBody body = k -> {
            double a = 0;
            double b = 0;
            for (int t = 0; t < n; t++) {
                double angle = 2 * Math.PI * t * k / n;
                a += in.get(t) * Math.cos(angle);
                b -= in.get(t) * Math.sin(angle);
            }
            re.set(k, a);
            im.set(k, b);
        };
        return new Instance(RangePolicy.of(n), body, List.of(in, re, im));
    }

    private static Instance mandelbrot() {
        int n = 24;
        IntView out = Data.intZeros("out", n, n);
        RangeBody2 body = (i, j) -> {
            double cx = -2 + j * 2.5 / n;
            double cy = -1.25 + i * 2.5 / n;
            double x = 0;
            double y = 0;
            int k = 0;
            while (x * x + y * y <= 4 && k < 60) {
                double t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
                k++;
            }
            out.set(i, j, k);
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(out));
    }

    private static Instance julia() {
        int n = 20;
        IntView out = Data.intZeros("out", n, n);
        float cr = -0.8f;
        float ci = 0.156f;
        RangeBody2 body = (i, j) -> {
            float x = 3f * j / n - 1.5f;
            float y = 3f * i / n - 1.5f;
            int k = 0;
            do {
                float t = x * x - y * y + cr;
                y = 2 * x * y + ci;
                x = t;
            } while (++k < 50 && x * x + y * y < 4);
            out.set(i, j, k);
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(out));
    }

    private static Instance juliaSmooth() {
        int n = 16;
        DoubleView out = Data.doubleZeros("out", n, n);
        RangeBody2 body = (i, j) -> {
            double x = 3.0 * j / n - 1.5;
            double y = 3.0 * i / n - 1.5;
            for (int k = 0; k < 40; k++) {
                if (x * x + y * y > 16) {
                    out.set(i, j, k - Math.log(Math.log(x * x + y * y)) / Math.log(2));
                    break;
                }
                double t = x * x - y * y - 0.7;
                y = 2 * x * y + 0.27;
                x = t;
            }
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(out));
    }

    private static Instance leapfrog() {
        DoubleView x = Data.doubles("x", 50);
        DoubleView v = Data.doubles("v", 50);
        DoubleParam dt = DoubleParam.of("dt", 1e-3);
        RangeBody body = i -> {
            double half = v.get(i) - 0.5 * dt.get() * x.get(i);
            double moved = x.get(i) + dt.get() * half;
            x.set(i, moved);
            v.set(i, half - 0.5 * dt.get() * moved);
        };
        return new Instance(RangePolicy.of(50), body, List.of(x, v));
    }

    private static Instance boxMuller() {
        FloatView out = Data.floatZeros("out", 60);
        RangeBody body = i -> {
            int state = xorshift(i + 12345);
            float u = ((state >>> 9) + 1) * 0x1p-23f;
            state = xorshift(state);
            double angle = Math.toRadians((state >>> 9) * 0x1p-23f * 360);
            out.set(i, (float) (Math.sqrt(-2 * Math.log(u)) * Math.cos(angle)));
        };
        return new Instance(RangePolicy.of(60), body, List.of(out));
    }

    private static Instance isingFlip() {
        int n = 12;
        IntView spins = Data.ints("spins", 2, n, n);
        LongView chance = Data.longs("chance", 0, n, n);
        RangeBody2 body = (i, j) -> {
            if ((i + j & 1) == 0) {
                int sum = spins.get((i + 1) % n, j)
                        + spins.get((i + n - 1) % n, j)
                        + spins.get(i, (j + 1) % n)
                        + spins.get(i, (j + n - 1) % n);
                long limit = switch (sum) {
                    case 0, 4 -> Long.MAX_VALUE / 50;
                    case 1, 3 -> Long.MAX_VALUE / 10;
                    default -> Long.MAX_VALUE / 2;
                };
                if (chance.get(i, j) >>> 1 < limit) {
                    spins.set(i, j, 1 - spins.get(i, j));
                }
            }
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(spins, chance));
    }

    private static Instance haversine() {
        DoubleView lat = Data.doubles("lat", 40);
        DoubleView lon = Data.doubles("lon", 40);
        DoubleView d = Data.doubleZeros("d", 40);
        RangeBody body = i -> {
            double dLat = lat.get(i) - 0.9;
            double dLon = lon.get(i) - 0.2;
            double h = Math.pow(Math.sin(dLat / 2), 2)
                    + Math.cos(0.9) * Math.cos(lat.get(i)) * Math.pow(Math.sin(dLon / 2), 2);
            d.set(i, 2 * 6371 * Math.atan2(Math.sqrt(h), Math.sqrt(1 - h)) + Math.hypot(dLat, dLon));
        };
        return new Instance(RangePolicy.of(40), body, List.of(lat, lon, d));
    }

    /** The right-hand side of an equation, captured as a functional object. */
    interface Slope extends java.io.Serializable {
        double at(double t, double y);
    }

    private static double step(Slope slope, double t, double y, double h) {
        double k1 = slope.at(t, y);
        double k2 = slope.at(t + h / 2, y + h / 2 * k1);
        double k3 = slope.at(t + h / 2, y + h / 2 * k2);
        double k4 = slope.at(t + h, y + h * k3);
        return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }

    private static Instance rungeKutta() {
        DoubleView y = Data.doubles("y", 30);
        double decay = 0.5;
        Slope slope = (t, value) -> t - decay * value;
        RangeBody body = i -> {
            double value = y.get(i);
            for (int s = 0; s < 10; s++) {
                value = step(slope, s * 0.1, value, 0.1);
            }
            y.set(i, value);
        };
        return new Instance(RangePolicy.of(30), body, List.of(y));
    }

    private static Instance strictWaves() {
        DoubleView x = Data.doubles("x", 100);
        DoubleView y = Data.doubleZeros("y", 100);
        RangeBody body = i -> {
            double wave = StrictMath.exp(-x.get(i)) * StrictMath.sin(i * x.get(i));
            y.set(i, wave + StrictMath.pow(StrictMath.cosh(x.get(i)), 1.7) - StrictMath.atan2(wave, x.get(i)));
        };
        return new Instance(RangePolicy.of(100), body, List.of(x, y));
    }
}
