package org.sporos.samples;

import static org.sporos.reduce.Reducers.Min;

import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * One time step of {@link SedovBlast}, as a graph: the equations of the hydrodynamics challenge problem, LLNL-TR-490254
 * and LLNL-TR-641973. A cell has its constant mass, its energy e per initial volume, and its volume V over the initial
 * one; the initial density is 1.
 */
final class SedovStep {
    private static final int CORNERS = Hexahedron.CORNERS;

    /** The end time, and the growth limits of a step: no growth below the first factor. */
    private static final double STOP = 1e-2;

    private static final double GROWS_FROM = 1.1;
    private static final double GROWS_TO = 1.2;
    private static final double LONGEST = 1e-2;
    private static final double FAR = 1e20;

    private static final double HOURGLASS = 3.0 * 0.01;
    private static final double LINEAR = 0.5;
    private static final double QUADRATIC = 2.0 / 3;
    private static final double COURANT = 64 * 2.0 * 2.0;
    private static final double EXPANSION = 0.1;
    private static final double GAMMA_LESS_ONE = 2.0 / 3;
    private static final double LEAST_ENERGY = -1e15;
    private static final double SMALL = 1e-10;
    private static final double SLOW = 1e-7;
    private static final double TINY = 1e-36;

    private final SedovMesh m;
    private final RangePolicy cells;

    private SedovStep(SedovMesh mesh) {
        m = mesh;
        cells = RangePolicy.of(mesh.cells);
    }

    /** Returns the graph of one step. */
    static Graph of(SedovMesh mesh) {
        SedovStep step = new SedovStep(mesh);
        return Graph.define("step", root -> step.limits(step.state(step.motion(step.forces(step.length(root))))));
    }

    /** Returns the graph of all steps, one loop on the device. */
    static Graph toTheEnd(SedovMesh mesh) {
        DoubleView time = mesh.time;
        Graph step = of(mesh);
        return Graph.define("blast", root -> root.thenWhile("until the end", () -> time.get() < STOP, step));
    }

    /**
     * The length of the step: half of the limit by sound, or two thirds of the limit by volume change if that is below
     * the former before halving; avoids a tiny last step.
     */
    private NodeRef length(NodeRef root) {
        DoubleView time = m.time;
        DoubleView dt = m.dt;
        DoubleView courant = m.courant;
        DoubleView expansion = m.expansion;
        IntView cycles = m.cycles;
        return root.then("length of the step", () -> {
            double before = dt.get();
            double next = before;
            if (cycles.get() > 0) {
                double allowed = courant.get() < FAR ? courant.get() / 2 : FAR;
                allowed = expansion.get() < allowed ? expansion.get() * 2 / 3 : allowed;
                double ratio = allowed / before;
                next = ratio < 1 || ratio > GROWS_FROM ? Math.min(allowed, before * GROWS_TO) : before;
                next = Math.min(next, LONGEST);
            }
            double left = STOP - time.get();
            if (left > next && left < 4 * next / 3) {
                left = 2 * next / 3;
            }
            next = Math.min(next, left);
            dt.set(next);
            time.set(time.get() + next);
            cycles.set(cycles.get() + 1);
        });
    }

    /** Loads the positions and velocities of the corners of a cell. */
    private static void corners(
            SedovMesh m, int c, double[] x, double[] y, double[] z, double[] u, double[] v, double[] w) {
        for (int k = 0; k < CORNERS; k++) {
            int node = m.corners.get(c, k);
            x[k] = m.x.get(node);
            y[k] = m.y.get(node);
            z[k] = m.z.get(node);
            u[k] = m.u.get(node);
            v[k] = m.v.get(node);
            w[k] = m.w.get(node);
        }
    }

    /** The forces at the corners of cells: of pressure and viscosity, and against hourglass modes. */
    private NodeRef forces(NodeRef last) {
        SedovMesh m = this.m;
        return last.thenParallelFor("forces of cells", cells, c -> {
            double[] x = new double[CORNERS];
            double[] y = new double[CORNERS];
            double[] z = new double[CORNERS];
            double[] u = new double[CORNERS];
            double[] v = new double[CORNERS];
            double[] w = new double[CORNERS];
            double[] dx = new double[CORNERS];
            double[] dy = new double[CORNERS];
            double[] dz = new double[CORNERS];
            corners(m, c, x, y, z, u, v, w);
            Hexahedron.volumeDerivatives(y, z, dx);
            Hexahedron.volumeDerivatives(z, x, dy);
            Hexahedron.volumeDerivatives(x, y, dz);
            double volume = m.mass.get(c) * m.volume.get(c);
            double damping = -HOURGLASS * m.sound.get(c) * m.mass.get(c) / StrictMath.cbrt(volume);
            double push = m.pressure.get(c) + m.viscosity.get(c);
            int at = c * m.cellStride;
            force(m.forceX, at, m.cornerStride, x, y, z, dx, dy, dz, u, y, z, push, damping, 1 / volume);
            force(m.forceY, at, m.cornerStride, x, y, z, dx, dy, dz, v, z, x, push, damping, 1 / volume);
            force(m.forceZ, at, m.cornerStride, x, y, z, dx, dy, dz, w, x, y, push, damping, 1 / volume);
        });
    }

    /**
     * Writes one coordinate of the forces of a cell. Each hourglass mode g is made orthogonal to linear fields, G(k) =
     * g(k) - (dV/dx(k) g.x + dV/dy(k) g.y + dV/dz(k) g.z) / V, and damped by its part of the velocities s: the force is
     * the sum of damping G(k) G.s over the modes.
     *
     * @param at the place of the first corner in the forces
     * @param stride from corner to corner
     * @param s the velocities of the corners in this coordinate
     * @param one the coordinate after this one in the cycle x, y, z
     * @param other the coordinate after that
     */
    private static void force(
            DoubleView force,
            int at,
            int stride,
            double[] x,
            double[] y,
            double[] z,
            double[] dx,
            double[] dy,
            double[] dz,
            double[] s,
            double[] one,
            double[] other,
            double push,
            double damping,
            double perVolume) {
        double[] normal = new double[CORNERS];
        Hexahedron.normals(one, other, normal);
        double sx = perVolume * dot(dx, s);
        double sy = perVolume * dot(dy, s);
        double sz = perVolume * dot(dz, s);
        double a = Hexahedron.etaZeta(s)
                - (Hexahedron.etaZeta(x) * sx + Hexahedron.etaZeta(y) * sy + Hexahedron.etaZeta(z) * sz);
        double b = Hexahedron.xiZeta(s)
                - (Hexahedron.xiZeta(x) * sx + Hexahedron.xiZeta(y) * sy + Hexahedron.xiZeta(z) * sz);
        double d =
                Hexahedron.xiEta(s) - (Hexahedron.xiEta(x) * sx + Hexahedron.xiEta(y) * sy + Hexahedron.xiEta(z) * sz);
        double e = Hexahedron.xiEtaZeta(s)
                - (Hexahedron.xiEtaZeta(x) * sx + Hexahedron.xiEtaZeta(y) * sy + Hexahedron.xiEtaZeta(z) * sz);
        double px = perVolume * modes(x, a, b, d, e);
        double py = perVolume * modes(y, a, b, d, e);
        double pz = perVolume * modes(z, a, b, d, e);
        for (int k = 0; k < CORNERS; k++) {
            double xi = (k + 1 & 2) == 0 ? -1 : 1;
            double eta = (k & 2) == 0 ? -1 : 1;
            double zeta = (k & 4) == 0 ? -1 : 1;
            double pattern = eta * zeta * a + xi * zeta * b + xi * eta * d + xi * eta * zeta * e;
            double hourglass = pattern - (dx[k] * px + dy[k] * py + dz[k] * pz);
            force.set(at + k * stride, push * normal[k] + damping * hourglass);
        }
    }

    private static double modes(double[] x, double a, double b, double d, double e) {
        return Hexahedron.etaZeta(x) * a
                + Hexahedron.xiZeta(x) * b
                + Hexahedron.xiEta(x) * d
                + Hexahedron.xiEtaZeta(x) * e;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < CORNERS; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /** Nodes sum the forces of their corners, and move. */
    private NodeRef motion(NodeRef last) {
        SedovMesh m = this.m;
        return last.thenParallelFor("motion of nodes", RangePolicy.of(m.nodes), n -> {
            double fx = 0;
            double fy = 0;
            double fz = 0;
            for (int k = m.starts.get(n); k < m.starts.get(n + 1); k++) {
                int corner = m.nodeCorners.get(k);
                fx += m.forceX.get(corner);
                fy += m.forceY.get(corner);
                fz += m.forceZ.get(corner);
            }
            int pinned = m.pinned.get(n);
            double step = m.dt.get();
            double impulse = step / m.nodeMass.get(n);
            double u = moved(m.u.get(n), (pinned & 1) == 0 ? fx : 0, impulse);
            double v = moved(m.v.get(n), (pinned & 2) == 0 ? fy : 0, impulse);
            double w = moved(m.w.get(n), (pinned & 4) == 0 ? fz : 0, impulse);
            m.u.set(n, u);
            m.v.set(n, v);
            m.w.set(n, w);
            m.x.set(n, m.x.get(n) + u * step);
            m.y.set(n, m.y.get(n) + v * step);
            m.z.set(n, m.z.get(n) + w * step);
        });
    }

    private static double moved(double velocity, double force, double impulse) {
        double next = velocity + force * impulse;
        return Math.abs(next) < SLOW ? 0 : next;
    }

    /** Volumes, then viscosity and the equation of state. */
    private NodeRef state(NodeRef last) {
        SedovMesh m = this.m;
        return last.thenParallelFor("volumes of cells", cells, c -> {
                    double[] x = new double[CORNERS];
                    double[] y = new double[CORNERS];
                    double[] z = new double[CORNERS];
                    double[] u = new double[CORNERS];
                    double[] v = new double[CORNERS];
                    double[] w = new double[CORNERS];
                    corners(m, c, x, y, z, u, v, w);
                    double volume = Hexahedron.volume(x, y, z);
                    m.newVolume.set(c, volume / m.mass.get(c));
                    m.length.set(c, Hexahedron.length(x, y, z, volume));
                    jumps(m, c, x, y, z, u, v, w, volume);
                    double half = 0.5 * m.dt.get();
                    for (int k = 0; k < CORNERS; k++) {
                        x[k] -= half * u[k];
                        y[k] -= half * v[k];
                        z[k] -= half * w[k];
                    }
                    m.divergence.set(c, divergence(x, y, z, u, v, w));
                })
                .thenParallelFor("state of cells", cells, c -> state(m, c));
    }

    /** Returns the relative rate of change of the volume, from the mean edges of the cell. */
    private static double divergence(double[] x, double[] y, double[] z, double[] u, double[] v, double[] w) {
        double ax = Hexahedron.xi(x);
        double ay = Hexahedron.xi(y);
        double az = Hexahedron.xi(z);
        double bx = Hexahedron.eta(x);
        double by = Hexahedron.eta(y);
        double bz = Hexahedron.eta(z);
        double cx = Hexahedron.zeta(x);
        double cy = Hexahedron.zeta(y);
        double cz = Hexahedron.zeta(z);
        double rate = Hexahedron.triple(Hexahedron.xi(u), Hexahedron.xi(v), Hexahedron.xi(w), bx, by, bz, cx, cy, cz)
                + Hexahedron.triple(Hexahedron.eta(u), Hexahedron.eta(v), Hexahedron.eta(w), cx, cy, cz, ax, ay, az)
                + Hexahedron.triple(Hexahedron.zeta(u), Hexahedron.zeta(v), Hexahedron.zeta(w), ax, ay, az, bx, by, bz);
        return rate / Hexahedron.triple(ax, ay, az, bx, by, bz, cx, cy, cz);
    }

    /** Writes for each direction the cell's width and the velocity jump over that width. */
    private static void jumps(
            SedovMesh m, int c, double[] x, double[] y, double[] z, double[] u, double[] v, double[] w, double volume) {
        double ax = 0.25 * Hexahedron.xi(x);
        double ay = 0.25 * Hexahedron.xi(y);
        double az = 0.25 * Hexahedron.xi(z);
        double bx = 0.25 * Hexahedron.eta(x);
        double by = 0.25 * Hexahedron.eta(y);
        double bz = 0.25 * Hexahedron.eta(z);
        double cx = 0.25 * Hexahedron.zeta(x);
        double cy = 0.25 * Hexahedron.zeta(y);
        double cz = 0.25 * Hexahedron.zeta(z);
        double per = 0.25 / (volume + TINY);
        m.widthXi.set(c, volume / area(bx, by, bz, cx, cy, cz));
        m.widthEta.set(c, volume / area(cx, cy, cz, ax, ay, az));
        m.widthZeta.set(c, volume / area(ax, ay, az, bx, by, bz));
        m.jumpXi.set(
                c,
                per * Hexahedron.triple(Hexahedron.xi(u), Hexahedron.xi(v), Hexahedron.xi(w), bx, by, bz, cx, cy, cz));
        m.jumpEta.set(
                c,
                per
                        * Hexahedron.triple(
                                Hexahedron.eta(u), Hexahedron.eta(v), Hexahedron.eta(w), cx, cy, cz, ax, ay, az));
        m.jumpZeta.set(
                c,
                per
                        * Hexahedron.triple(
                                Hexahedron.zeta(u), Hexahedron.zeta(v), Hexahedron.zeta(w), ax, ay, az, bx, by, bz));
    }

    private static double area(double ax, double ay, double az, double bx, double by, double bz) {
        double x = ay * bz - az * by;
        double y = az * bx - ax * bz;
        double z = ax * by - ay * bx;
        return Math.sqrt(x * x + y * y + z * z + TINY);
    }

    /**
     * The viscosity of a compressed cell, linear and quadratic in the velocity jumps, limited where these are smooth;
     * then energy, pressure and speed of sound.
     */
    private static void state(SedovMesh m, int c) {
        double linear = 0;
        double quadratic = 0;
        if (m.divergence.get(c) <= 0) {
            double xi = Math.min(0, m.jumpXi.get(c) * m.widthXi.get(c));
            double eta = Math.min(0, m.jumpEta.get(c) * m.widthEta.get(c));
            double zeta = Math.min(0, m.jumpZeta.get(c) * m.widthZeta.get(c));
            double smoothXi = smooth(m.jumpXi, c, m.neighbours.get(c, 0), m.neighbours.get(c, 1));
            double smoothEta = smooth(m.jumpEta, c, m.neighbours.get(c, 2), m.neighbours.get(c, 3));
            double smoothZeta = smooth(m.jumpZeta, c, m.neighbours.get(c, 4), m.neighbours.get(c, 5));
            double rho = 1 / m.newVolume.get(c);
            linear = -LINEAR * rho * (xi * (1 - smoothXi) + eta * (1 - smoothEta) + zeta * (1 - smoothZeta));
            quadratic = QUADRATIC
                    * rho
                    * (xi * xi * (1 - smoothXi * smoothXi)
                            + eta * eta * (1 - smoothEta * smoothEta)
                            + zeta * zeta * (1 - smoothZeta * smoothZeta));
        }
        energy(m, c, linear, quadratic);
    }

    /** Returns 1 for a jump equal to those of both neighbours, 0 at a change of sign (a slope limiter). */
    private static double smooth(DoubleView jump, int c, int before, int after) {
        double per = 1 / (jump.get(c) + TINY);
        double lower = jump.get(before) * per;
        double upper = jump.get(after) * per;
        double least = Math.min(0.5 * (lower + upper), Math.min(2 * lower, 2 * upper));
        return Math.max(0, Math.min(1, least));
    }

    /** The work of pressure and viscosity over the change of volume, with a half step, a whole one and a correction. */
    private static void energy(SedovMesh m, int c, double linear, double quadratic) {
        double volume = m.newVolume.get(c);
        double change = volume - m.volume.get(c);
        double half = volume - 0.5 * change;
        boolean expands = change > 0;
        double before = m.pressure.get(c) + m.viscosity.get(c);

        double e = Math.max(LEAST_ENERGY, m.energy.get(c) - 0.5 * change * before);
        double halfPressure = pressure(e, half);
        double q = expands ? 0 : linear * sound(e, half, halfPressure) + quadratic;
        e = atLeast(e + 0.5 * change * (3 * before - 4 * (halfPressure + q)));
        double p = pressure(e, volume);
        double corrected = expands ? 0 : linear * sound(e, volume, p) + quadratic;
        e = atLeast(e - (7 * before - 8 * (halfPressure + q) + (p + corrected)) * change / 6);
        p = pressure(e, volume);
        double speed = sound(e, volume, p);
        if (!expands) {
            q = linear * speed + quadratic;
            q = Math.abs(q) < SMALL ? 0 : q;
        }
        m.energy.set(c, e);
        m.pressure.set(c, p);
        m.viscosity.set(c, q);
        m.sound.set(c, speed);
        m.volume.set(c, Math.abs(volume - 1) < SMALL ? 1 : volume);
    }

    private static double atLeast(double energy) {
        return Math.max(LEAST_ENERGY, Math.abs(energy) < SMALL ? 0 : energy);
    }

    /** Returns the pressure of an ideal gas, at least 0. */
    private static double pressure(double energy, double volume) {
        double p = GAMMA_LESS_ONE / volume * energy;
        return p < SMALL ? 0 : p;
    }

    private static double sound(double energy, double volume, double pressure) {
        double square = GAMMA_LESS_ONE * energy + volume * volume * (GAMMA_LESS_ONE / volume) * pressure;
        return square <= 0.1111111e-36 ? 0.3333333e-18 : Math.sqrt(square);
    }

    /** The step limits by the speed of sound and the change of volumes. */
    private NodeRef limits(NodeRef last) {
        SedovMesh m = this.m;
        return last.thenParallelReduce(
                "limits of the step",
                cells,
                Min.into(m.courant, c -> courant(m.length.get(c), m.sound.get(c), m.divergence.get(c))),
                Min.into(m.expansion, c -> {
                    double rate = Math.abs(m.divergence.get(c));
                    return rate == 0 ? FAR : EXPANSION / (rate + 1 / FAR);
                }));
    }

    private static double courant(double length, double sound, double divergence) {
        double compression = Math.min(0, divergence) * length;
        double square = sound * sound + COURANT * compression * compression;
        return divergence == 0 ? FAR : length / Math.sqrt(square);
    }
}
