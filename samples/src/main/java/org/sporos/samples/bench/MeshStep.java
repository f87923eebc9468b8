package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Min;

import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * A step of gas dynamics on a moving mesh: 32 nodes in sequence. Forces of pressure and viscosity move the nodes, heat
 * and a tracer flow through the faces, and two reductions bound the next step. Its twin is {@code mesh.cpp}.
 */
final class MeshStep {
    private final MeshFields m;
    private final RangePolicy nodes;
    private final RangePolicy cells;
    private final RangePolicy faces;

    private MeshStep(MeshFields fields) {
        m = fields;
        nodes = RangePolicy.of(fields.mesh.nodes);
        cells = RangePolicy.of(fields.mesh.cells);
        faces = RangePolicy.of(fields.mesh.faces);
    }

    /** Returns the graph of one step. */
    static Graph of(MeshFields fields) {
        MeshStep step = new MeshStep(fields);
        return Graph.define(
                "step", root -> step.limits(step.tracer(step.heat(step.motion(step.forces(step.geometry(root)))))));
    }

    /** Returns the graph that resets the state. */
    static Graph restart(MeshFields fields) {
        return Graph.define("restart", root -> restart(root, fields));
    }

    private static NodeRef restart(NodeRef root, MeshFields fields) {
        NodeRef last = root.thenFill("no steps", fields.steps, 0);
        for (int k = 0; k < fields.state.size(); k++) {
            last = last.thenDeepCopy("start", fields.state.get(k), fields.start.get(k));
        }
        return last;
    }

    /** Returns the graph that resets the state and runs all steps in one loop. */
    static Graph run(MeshFields fields, int steps) {
        IntView done = fields.steps;
        Graph step = of(fields);
        return Graph.define("run", root -> restart(root, fields).thenWhile("steps", () -> done.get() < steps, step));
    }

    private NodeRef geometry(NodeRef root) {
        DoubleView x = m.x;
        DoubleView y = m.y;
        DoubleView u = m.u;
        DoubleView v = m.v;
        DoubleView hx = m.halfX;
        DoubleView hy = m.halfY;
        DoubleView dt = m.dt;
        IntView cellNodes = m.cellNodes;
        DoubleView half = m.before;
        DoubleView volume = m.volume;
        DoubleView length = m.length;
        DoubleView divergence = m.divergence;
        DoubleView mass = m.mass;
        DoubleView density = m.density;
        return root.thenParallelFor("half positions", nodes, n -> {
                    hx.set(n, x.get(n) + 0.5 * dt.get() * u.get(n));
                    hy.set(n, y.get(n) + 0.5 * dt.get() * v.get(n));
                })
                .thenParallelFor("half volumes", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    for (int k = 0; k < 4; k++) {
                        px[k] = hx.get(cellNodes.get(4 * c + k));
                        py[k] = hy.get(cellNodes.get(4 * c + k));
                    }
                    half.set(c, Mesh.area(px, py));
                })
                .thenParallelFor("lengths", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    for (int k = 0; k < 4; k++) {
                        px[k] = hx.get(cellNodes.get(4 * c + k));
                        py[k] = hy.get(cellNodes.get(4 * c + k));
                    }
                    length.set(c, shortest(px, py));
                })
                .thenParallelFor("divergence", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    double[] pu = new double[4];
                    double[] pv = new double[4];
                    for (int k = 0; k < 4; k++) {
                        int n = cellNodes.get(4 * c + k);
                        px[k] = hx.get(n);
                        py[k] = hy.get(n);
                        pu[k] = u.get(n);
                        pv[k] = v.get(n);
                    }
                    divergence.set(c, 0.5 * (Mesh.cross(pu, py) + Mesh.cross(px, pv)) / half.get(c));
                })
                .thenParallelFor("densities", cells, c -> density.set(c, mass.get(c) / half.get(c)));
    }

    private NodeRef materials(NodeRef last) {
        DoubleView rho = m.density;
        DoubleView e = m.energy;
        DoubleView p = m.pressure;
        DoubleView sound = m.sound;
        return last.thenParallelFor("gas", m.materials.get(0), c -> {
                    p.set(c, 0.4 * rho.get(c) * e.get(c));
                    sound.set(c, Math.sqrt(1.4 * p.get(c) / rho.get(c) + 1e-12));
                })
                .thenParallelFor("stiff", m.materials.get(1), c -> {
                    double raised = 2.0 * rho.get(c) * e.get(c) - 0.1;
                    p.set(c, raised > 1e-6 ? raised : 1e-6);
                    sound.set(c, Math.sqrt(3.0 * (p.get(c) + 0.1) / rho.get(c)));
                })
                .thenParallelFor("dense", m.materials.get(2), c -> {
                    double z = cubic(0.6 * rho.get(c) * e.get(c), 0.2 * rho.get(c));
                    p.set(c, z);
                    sound.set(c, Math.sqrt(1.6 * z / rho.get(c) + 1e-12));
                });
    }

    private NodeRef forces(NodeRef last) {
        return nodeForces(cornerForces(viscosity(materials(last))));
    }

    private NodeRef viscosity(NodeRef last) {
        DoubleView hx = m.halfX;
        DoubleView hy = m.halfY;
        DoubleView u = m.u;
        DoubleView v = m.v;
        IntView faceNodes = m.faceNodes;
        IntView cellFaces = m.cellFaces;
        DoubleView jump = m.jump;
        DoubleView limiter = m.limiter;
        DoubleView q = m.viscosity;
        DoubleView divergence = m.divergence;
        DoubleView rho = m.density;
        DoubleView length = m.length;
        DoubleView sound = m.sound;
        return last.thenParallelFor("jumps", faces, f -> {
                    int a = faceNodes.get(2 * f);
                    int b = faceNodes.get(2 * f + 1);
                    double across = (u.get(b) - u.get(a)) * (hx.get(b) - hx.get(a));
                    jump.set(f, across + (v.get(b) - v.get(a)) * (hy.get(b) - hy.get(a)));
                })
                .thenParallelFor("limiters", cells, c -> {
                    double[] around = new double[4];
                    for (int k = 0; k < 4; k++) {
                        around[k] = jump.get(cellFaces.get(4 * c + k));
                    }
                    limiter.set(c, 0.5 * (smooth(around[0], around[2]) + smooth(around[1], around[3])));
                })
                .thenParallelFor("viscosity", cells, c -> {
                    double rate = length.get(c) * divergence.get(c);
                    double strength = rho.get(c) * rate * (rate - 0.25 * sound.get(c));
                    q.set(c, rate < 0 ? (1 - limiter.get(c)) * strength : 0);
                });
    }

    private NodeRef cornerForces(NodeRef last) {
        DoubleView hx = m.halfX;
        DoubleView hy = m.halfY;
        DoubleView u = m.u;
        DoubleView v = m.v;
        IntView cellNodes = m.cellNodes;
        DoubleView p = m.pressure;
        DoubleView q = m.viscosity;
        DoubleView rho = m.density;
        DoubleView length = m.length;
        DoubleView sound = m.sound;
        DoubleView cx = m.cornerX;
        DoubleView cy = m.cornerY;
        return last.thenParallelFor("corner forces", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    for (int k = 0; k < 4; k++) {
                        px[k] = hx.get(cellNodes.get(4 * c + k));
                        py[k] = hy.get(cellNodes.get(4 * c + k));
                    }
                    double stress = 0.5 * (p.get(c) + q.get(c));
                    for (int k = 0; k < 4; k++) {
                        cx.set(4 * c + k, stress * (py[(k + 1) & 3] - py[(k + 3) & 3]));
                        cy.set(4 * c + k, stress * (px[(k + 3) & 3] - px[(k + 1) & 3]));
                    }
                })
                .thenParallelFor("hourglass", cells, c -> {
                    double[] pu = new double[4];
                    double[] pv = new double[4];
                    for (int k = 0; k < 4; k++) {
                        pu[k] = u.get(cellNodes.get(4 * c + k));
                        pv[k] = v.get(cellNodes.get(4 * c + k));
                    }
                    double damping = 0.02 * rho.get(c) * sound.get(c) * length.get(c);
                    double hourX = damping * alternating(pu);
                    double hourY = damping * alternating(pv);
                    for (int k = 0; k < 4; k++) {
                        double sign = (k & 1) == 0 ? -1 : 1;
                        cx.set(4 * c + k, cx.get(4 * c + k) + sign * hourX);
                        cy.set(4 * c + k, cy.get(4 * c + k) + sign * hourY);
                    }
                });
    }

    private NodeRef nodeForces(NodeRef last) {
        DoubleView cx = m.cornerX;
        DoubleView cy = m.cornerY;
        DoubleView fx = m.forceX;
        DoubleView fy = m.forceY;
        DoubleView ax = m.accelerationX;
        DoubleView ay = m.accelerationY;
        DoubleView nodeMass = m.nodeMass;
        IntView starts = m.cornerStarts;
        IntView corners = m.corners;
        return last.thenParallelFor("node forces", nodes, n -> {
                    double sumX = 0;
                    double sumY = 0;
                    for (int k = starts.get(n); k < starts.get(n + 1); k++) {
                        sumX += cx.get(corners.get(k));
                        sumY += cy.get(corners.get(k));
                    }
                    fx.set(n, sumX);
                    fy.set(n, sumY);
                })
                .thenParallelFor("accelerations", nodes, n -> {
                    ax.set(n, fx.get(n) / nodeMass.get(n));
                    ay.set(n, fy.get(n) / nodeMass.get(n));
                });
    }

    private NodeRef walls(NodeRef last) {
        DoubleView ax = m.accelerationX;
        DoubleView ay = m.accelerationY;
        return last.thenParallelFor("walls of x", m.wallX, n -> ax.set(n, 0))
                .thenParallelFor("walls of y", m.wallY, n -> ay.set(n, 0));
    }

    private NodeRef motion(NodeRef last) {
        DoubleView x = m.x;
        DoubleView y = m.y;
        DoubleView u = m.u;
        DoubleView v = m.v;
        DoubleView hu = m.halfU;
        DoubleView hv = m.halfV;
        DoubleView ax = m.accelerationX;
        DoubleView ay = m.accelerationY;
        DoubleView dt = m.dt;
        IntView cellNodes = m.cellNodes;
        DoubleView volume = m.volume;
        DoubleView before = m.before;
        return walls(last)
                .thenParallelFor("velocities", nodes, n -> {
                    hu.set(n, u.get(n) + 0.5 * dt.get() * ax.get(n));
                    hv.set(n, v.get(n) + 0.5 * dt.get() * ay.get(n));
                    u.set(n, u.get(n) + dt.get() * ax.get(n));
                    v.set(n, v.get(n) + dt.get() * ay.get(n));
                })
                .thenParallelFor("positions", nodes, n -> {
                    x.set(n, x.get(n) + dt.get() * hu.get(n));
                    y.set(n, y.get(n) + dt.get() * hv.get(n));
                })
                .thenParallelFor("volumes", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    for (int k = 0; k < 4; k++) {
                        px[k] = x.get(cellNodes.get(4 * c + k));
                        py[k] = y.get(cellNodes.get(4 * c + k));
                    }
                    before.set(c, volume.get(c));
                    volume.set(c, Mesh.area(px, py));
                });
    }

    private NodeRef heat(NodeRef last) {
        DoubleView hu = m.halfU;
        DoubleView hv = m.halfV;
        DoubleView cx = m.cornerX;
        DoubleView cy = m.cornerY;
        DoubleView e = m.energy;
        DoubleView worked = m.worked;
        DoubleView mass = m.mass;
        DoubleView rho = m.density;
        DoubleView volume = m.volume;
        DoubleView length = m.length;
        DoubleView t = m.temperature;
        DoubleView flux = m.heatFlux;
        DoubleView dt = m.dt;
        IntView cellNodes = m.cellNodes;
        IntView cellFaces = m.cellFaces;
        IntView faceCells = m.faceCells;
        return last.thenParallelFor("work", cells, c -> {
                    double[] power = new double[4];
                    for (int k = 0; k < 4; k++) {
                        int n = cellNodes.get(4 * c + k);
                        power[k] = cx.get(4 * c + k) * hu.get(n) + cy.get(4 * c + k) * hv.get(n);
                    }
                    worked.set(c, e.get(c) - dt.get() * sum(power) / mass.get(c));
                })
                .thenParallelFor("new densities", cells, c -> rho.set(c, mass.get(c) / volume.get(c)))
                .thenParallelFor("temperatures", cells, c -> {
                    double warm = worked.get(c) / (1 + 0.1 * rho.get(c));
                    t.set(c, warm > 1e-6 ? warm : 1e-6);
                })
                .thenParallelFor("heat fluxes", faces, f -> {
                    int left = faceCells.get(2 * f);
                    int right = faceCells.get(2 * f + 1);
                    double one = 1e-3 * t.get(left) * Math.sqrt(t.get(left));
                    double other = 1e-3 * t.get(right) * Math.sqrt(t.get(right));
                    double apart = length.get(left) + length.get(right);
                    flux.set(f, 2 * one * other / (one + other) * (t.get(right) - t.get(left)) / apart);
                })
                .thenParallelFor("heat", cells, c -> {
                    double gained = 0;
                    for (int k = 0; k < 4; k++) {
                        int f = cellFaces.get(4 * c + k);
                        gained += faceCells.get(2 * f) == c ? flux.get(f) : -flux.get(f);
                    }
                    double now = worked.get(c) + dt.get() * length.get(c) * gained / mass.get(c);
                    e.set(c, now > 1e-6 ? now : 1e-6);
                });
    }

    private NodeRef tracer(NodeRef last) {
        DoubleView x = m.x;
        DoubleView y = m.y;
        DoubleView hu = m.halfU;
        DoubleView hv = m.halfV;
        DoubleView share = m.tracer;
        DoubleView slopeX = m.slopeX;
        DoubleView slopeY = m.slopeY;
        DoubleView limit = m.slopeLimit;
        DoubleView volume = m.volume;
        DoubleView flux = m.tracerFlux;
        DoubleView length = m.length;
        DoubleView dt = m.dt;
        IntView cellNodes = m.cellNodes;
        IntView cellFaces = m.cellFaces;
        IntView faceCells = m.faceCells;
        IntView faceNodes = m.faceNodes;
        return last.thenParallelFor("slopes", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    double[] mean = new double[4];
                    for (int k = 0; k < 4; k++) {
                        px[k] = x.get(cellNodes.get(4 * c + k));
                        py[k] = y.get(cellNodes.get(4 * c + k));
                        int f = cellFaces.get(4 * c + k);
                        mean[k] = 0.5 * (share.get(faceCells.get(2 * f)) + share.get(faceCells.get(2 * f + 1)));
                    }
                    slopeX.set(c, around(mean, py) / volume.get(c));
                    slopeY.set(c, -around(mean, px) / volume.get(c));
                })
                .thenParallelFor("slope limits", cells, c -> {
                    double here = share.get(c);
                    double least = here;
                    double most = here;
                    for (int k = 0; k < 4; k++) {
                        int f = cellFaces.get(4 * c + k);
                        int left = faceCells.get(2 * f);
                        int other = left == c ? faceCells.get(2 * f + 1) : left;
                        least = Math.min(least, share.get(other));
                        most = Math.max(most, share.get(other));
                    }
                    double room = Math.min(most - here, here - least);
                    double steep = Math.abs(slopeX.get(c)) + Math.abs(slopeY.get(c));
                    double rise = 0.5 * length.get(c) * steep;
                    limit.set(c, rise > room ? room / rise : 1);
                })
                .thenParallelFor("tracer fluxes", faces, f -> {
                    int a = faceNodes.get(2 * f);
                    int b = faceNodes.get(2 * f + 1);
                    double slip = 0.1 * ((y.get(b) - y.get(a)) * (hu.get(a) + hu.get(b)));
                    double through = slip - 0.1 * ((x.get(b) - x.get(a)) * (hv.get(a) + hv.get(b)));
                    int from = through > 0 ? faceCells.get(2 * f) : faceCells.get(2 * f + 1);
                    double to = 0.25 * length.get(from) * limit.get(from) * (slopeX.get(from) + slopeY.get(from));
                    flux.set(f, through * (share.get(from) + to));
                })
                .thenParallelFor("tracer", cells, c -> {
                    double lost = 0;
                    for (int k = 0; k < 4; k++) {
                        int f = cellFaces.get(4 * c + k);
                        int left = faceCells.get(2 * f);
                        if (left != faceCells.get(2 * f + 1)) {
                            lost += left == c ? flux.get(f) : -flux.get(f);
                        }
                    }
                    share.set(c, share.get(c) - dt.get() * lost / volume.get(c));
                });
    }

    private void limits(NodeRef last) {
        DoubleView x = m.x;
        DoubleView y = m.y;
        DoubleView sound = m.sound;
        DoubleView divergence = m.divergence;
        DoubleView volume = m.volume;
        DoubleView before = m.before;
        DoubleView courant = m.courant;
        DoubleView expansion = m.expansion;
        DoubleView dt = m.dt;
        DoubleView time = m.time;
        IntView cellNodes = m.cellNodes;
        IntView steps = m.steps;
        last.thenParallelReduce("Courant limit", cells, Min.into(courant, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    for (int k = 0; k < 4; k++) {
                        px[k] = x.get(cellNodes.get(4 * c + k));
                        py[k] = y.get(cellNodes.get(4 * c + k));
                    }
                    double size = shortest(px, py);
                    return 0.2 * size / (sound.get(c) + size * Math.abs(divergence.get(c)));
                }))
                .thenParallelReduce("expansion limit", cells, Min.into(expansion, c -> {
                    double change = Math.abs(volume.get(c) - before.get(c)) / volume.get(c);
                    return change > 1e-12 ? 0.05 * dt.get() / change : 1e20;
                }))
                .then("next step", () -> {
                    double bound = Math.min(courant.get(), expansion.get());
                    time.set(time.get() + dt.get());
                    dt.set(Math.min(bound, 1.05 * dt.get()));
                    steps.set(steps.get() + 1);
                });
    }

    private static double shortest(double[] x, double[] y) {
        double least = 1e300;
        for (int k = 0; k < 4; k++) {
            double dx = x[(k + 1) & 3] - x[k];
            double dy = y[(k + 1) & 3] - y[k];
            double square = dx * dx + dy * dy;
            least = square < least ? square : least;
        }
        return Math.sqrt(least);
    }

    private static double cubic(double right, double bend) {
        double z = right;
        for (int k = 0; k < 6; k++) {
            z -= (bend * z * z * z + z - right) / (3 * bend * z * z + 1);
        }
        return z;
    }

    private static double smooth(double one, double other) {
        if (one * other <= 0) {
            return 0;
        }
        double ratio = one / other;
        return ratio < 1 ? ratio : 1 / ratio;
    }

    private static double alternating(double[] a) {
        return 0.25 * (a[0] - a[1] + a[2] - a[3]);
    }

    private static double sum(double[] a) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += a[k];
        }
        return sum;
    }

    private static double around(double[] mean, double[] along) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += mean[k] * (along[(k + 1) & 3] - along[k]);
        }
        return sum;
    }
}
