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
    private static Graph of(MeshFields fields) {
        MeshStep step = new MeshStep(fields);
        return Graph.define(
                "step", root -> step.limits(step.tracer(step.heat(step.motion(step.forces(step.geometry(root)))))));
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
        return root.thenParallelFor("half positions", nodes, n -> {
                    m.halfX.set(n, m.x.get(n) + 0.5 * m.dt.get() * m.u.get(n));
                    m.halfY.set(n, m.y.get(n) + 0.5 * m.dt.get() * m.v.get(n));
                })
                .thenParallelFor("half volumes", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    corners(c, m.halfX, px, m.halfY, py);
                    m.before.set(c, Mesh.area(px, py));
                })
                .thenParallelFor("lengths", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    corners(c, m.halfX, px, m.halfY, py);
                    m.length.set(c, shortest(px, py));
                })
                .thenParallelFor("divergence", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    double[] pu = new double[4];
                    double[] pv = new double[4];
                    for (int k = 0; k < 4; k++) {
                        int n = m.cellNodes.get(4 * c + k);
                        px[k] = m.halfX.get(n);
                        py[k] = m.halfY.get(n);
                        pu[k] = m.u.get(n);
                        pv[k] = m.v.get(n);
                    }
                    m.divergence.set(c, 0.5 * (Mesh.cross(pu, py) + Mesh.cross(px, pv)) / m.before.get(c));
                })
                .thenParallelFor("densities", cells, c -> m.density.set(c, m.mass.get(c) / m.before.get(c)));
    }

    private NodeRef materials(NodeRef last) {
        return last.thenParallelFor("gas", m.materials.get(0), c -> {
                    m.pressure.set(c, 0.4 * m.density.get(c) * m.energy.get(c));
                    m.sound.set(c, Math.sqrt(1.4 * m.pressure.get(c) / m.density.get(c) + 1e-12));
                })
                .thenParallelFor("stiff", m.materials.get(1), c -> {
                    double raised = 2.0 * m.density.get(c) * m.energy.get(c) - 0.1;
                    m.pressure.set(c, raised > 1e-6 ? raised : 1e-6);
                    m.sound.set(c, Math.sqrt(3.0 * (m.pressure.get(c) + 0.1) / m.density.get(c)));
                })
                .thenParallelFor("dense", m.materials.get(2), c -> {
                    double z = cubic(0.6 * m.density.get(c) * m.energy.get(c), 0.2 * m.density.get(c));
                    m.pressure.set(c, z);
                    m.sound.set(c, Math.sqrt(1.6 * z / m.density.get(c) + 1e-12));
                });
    }

    private NodeRef forces(NodeRef last) {
        return nodeForces(cornerForces(viscosity(materials(last))));
    }

    private NodeRef viscosity(NodeRef last) {
        return last.thenParallelFor("jumps", faces, f -> {
                    int a = m.faceNodes.get(2 * f);
                    int b = m.faceNodes.get(2 * f + 1);
                    double across = (m.u.get(b) - m.u.get(a)) * (m.halfX.get(b) - m.halfX.get(a));
                    m.jump.set(f, across + (m.v.get(b) - m.v.get(a)) * (m.halfY.get(b) - m.halfY.get(a)));
                })
                .thenParallelFor("limiters", cells, c -> {
                    double[] around = new double[4];
                    for (int k = 0; k < 4; k++) {
                        around[k] = m.jump.get(m.cellFaces.get(4 * c + k));
                    }
                    m.limiter.set(c, 0.5 * (smooth(around[0], around[2]) + smooth(around[1], around[3])));
                })
                .thenParallelFor("viscosity", cells, c -> {
                    double rate = m.length.get(c) * m.divergence.get(c);
                    double strength = m.density.get(c) * rate * (rate - 0.25 * m.sound.get(c));
                    m.viscosity.set(c, rate < 0 ? (1 - m.limiter.get(c)) * strength : 0);
                });
    }

    private NodeRef cornerForces(NodeRef last) {
        return last.thenParallelFor("corner forces", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    corners(c, m.halfX, px, m.halfY, py);
                    double stress = 0.5 * (m.pressure.get(c) + m.viscosity.get(c));
                    for (int k = 0; k < 4; k++) {
                        m.cornerX.set(4 * c + k, stress * (py[(k + 1) & 3] - py[(k + 3) & 3]));
                        m.cornerY.set(4 * c + k, stress * (px[(k + 3) & 3] - px[(k + 1) & 3]));
                    }
                })
                .thenParallelFor("hourglass", cells, c -> {
                    double[] pu = new double[4];
                    double[] pv = new double[4];
                    for (int k = 0; k < 4; k++) {
                        pu[k] = m.u.get(m.cellNodes.get(4 * c + k));
                        pv[k] = m.v.get(m.cellNodes.get(4 * c + k));
                    }
                    double damping = 0.02 * m.density.get(c) * m.sound.get(c) * m.length.get(c);
                    double hourX = damping * alternating(pu);
                    double hourY = damping * alternating(pv);
                    for (int k = 0; k < 4; k++) {
                        double sign = (k & 1) == 0 ? -1 : 1;
                        m.cornerX.set(4 * c + k, m.cornerX.get(4 * c + k) + sign * hourX);
                        m.cornerY.set(4 * c + k, m.cornerY.get(4 * c + k) + sign * hourY);
                    }
                });
    }

    private NodeRef nodeForces(NodeRef last) {
        return last.thenParallelFor("node forces", nodes, n -> {
                    double sumX = 0;
                    double sumY = 0;
                    for (int k = m.cornerStarts.get(n); k < m.cornerStarts.get(n + 1); k++) {
                        sumX += m.cornerX.get(m.corners.get(k));
                        sumY += m.cornerY.get(m.corners.get(k));
                    }
                    m.forceX.set(n, sumX);
                    m.forceY.set(n, sumY);
                })
                .thenParallelFor("accelerations", nodes, n -> {
                    m.accelerationX.set(n, m.forceX.get(n) / m.nodeMass.get(n));
                    m.accelerationY.set(n, m.forceY.get(n) / m.nodeMass.get(n));
                });
    }

    private NodeRef walls(NodeRef last) {
        return last.thenParallelFor("walls of x", m.wallX, n -> m.accelerationX.set(n, 0))
                .thenParallelFor("walls of y", m.wallY, n -> m.accelerationY.set(n, 0));
    }

    private NodeRef motion(NodeRef last) {
        return walls(last)
                .thenParallelFor("velocities", nodes, n -> {
                    m.halfU.set(n, m.u.get(n) + 0.5 * m.dt.get() * m.accelerationX.get(n));
                    m.halfV.set(n, m.v.get(n) + 0.5 * m.dt.get() * m.accelerationY.get(n));
                    m.u.set(n, m.u.get(n) + m.dt.get() * m.accelerationX.get(n));
                    m.v.set(n, m.v.get(n) + m.dt.get() * m.accelerationY.get(n));
                })
                .thenParallelFor("positions", nodes, n -> {
                    m.x.set(n, m.x.get(n) + m.dt.get() * m.halfU.get(n));
                    m.y.set(n, m.y.get(n) + m.dt.get() * m.halfV.get(n));
                })
                .thenParallelFor("volumes", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    corners(c, m.x, px, m.y, py);
                    m.before.set(c, m.volume.get(c));
                    m.volume.set(c, Mesh.area(px, py));
                });
    }

    private NodeRef heat(NodeRef last) {
        return last.thenParallelFor("work", cells, c -> {
                    double[] power = new double[4];
                    for (int k = 0; k < 4; k++) {
                        int n = m.cellNodes.get(4 * c + k);
                        power[k] =
                                m.cornerX.get(4 * c + k) * m.halfU.get(n) + m.cornerY.get(4 * c + k) * m.halfV.get(n);
                    }
                    m.worked.set(c, m.energy.get(c) - m.dt.get() * sum(power) / m.mass.get(c));
                })
                .thenParallelFor("new densities", cells, c -> m.density.set(c, m.mass.get(c) / m.volume.get(c)))
                .thenParallelFor("temperatures", cells, c -> {
                    double warm = m.worked.get(c) / (1 + 0.1 * m.density.get(c));
                    m.temperature.set(c, warm > 1e-6 ? warm : 1e-6);
                })
                .thenParallelFor("heat fluxes", faces, f -> {
                    int left = m.faceCells.get(2 * f);
                    int right = m.faceCells.get(2 * f + 1);
                    double one = 1e-3 * m.temperature.get(left) * Math.sqrt(m.temperature.get(left));
                    double other = 1e-3 * m.temperature.get(right) * Math.sqrt(m.temperature.get(right));
                    double apart = m.length.get(left) + m.length.get(right);
                    m.heatFlux.set(
                            f,
                            2
                                    * one
                                    * other
                                    / (one + other)
                                    * (m.temperature.get(right) - m.temperature.get(left))
                                    / apart);
                })
                .thenParallelFor("heat", cells, c -> {
                    double gained = 0;
                    for (int k = 0; k < 4; k++) {
                        int f = m.cellFaces.get(4 * c + k);
                        gained += m.faceCells.get(2 * f) == c ? m.heatFlux.get(f) : -m.heatFlux.get(f);
                    }
                    double now = m.worked.get(c) + m.dt.get() * m.length.get(c) * gained / m.mass.get(c);
                    m.energy.set(c, now > 1e-6 ? now : 1e-6);
                });
    }

    private NodeRef tracer(NodeRef last) {
        return last.thenParallelFor("slopes", cells, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    double[] mean = new double[4];
                    for (int k = 0; k < 4; k++) {
                        px[k] = m.x.get(m.cellNodes.get(4 * c + k));
                        py[k] = m.y.get(m.cellNodes.get(4 * c + k));
                        int f = m.cellFaces.get(4 * c + k);
                        mean[k] =
                                0.5 * (m.tracer.get(m.faceCells.get(2 * f)) + m.tracer.get(m.faceCells.get(2 * f + 1)));
                    }
                    m.slopeX.set(c, around(mean, py) / m.volume.get(c));
                    m.slopeY.set(c, -around(mean, px) / m.volume.get(c));
                })
                .thenParallelFor("slope limits", cells, c -> {
                    double here = m.tracer.get(c);
                    double least = here;
                    double most = here;
                    for (int k = 0; k < 4; k++) {
                        int f = m.cellFaces.get(4 * c + k);
                        int left = m.faceCells.get(2 * f);
                        int other = left == c ? m.faceCells.get(2 * f + 1) : left;
                        least = Math.min(least, m.tracer.get(other));
                        most = Math.max(most, m.tracer.get(other));
                    }
                    double room = Math.min(most - here, here - least);
                    double steep = Math.abs(m.slopeX.get(c)) + Math.abs(m.slopeY.get(c));
                    double rise = 0.5 * m.length.get(c) * steep;
                    m.slopeLimit.set(c, rise > room ? room / rise : 1);
                })
                .thenParallelFor("tracer fluxes", faces, f -> {
                    int a = m.faceNodes.get(2 * f);
                    int b = m.faceNodes.get(2 * f + 1);
                    double slip = 0.1 * ((m.y.get(b) - m.y.get(a)) * (m.halfU.get(a) + m.halfU.get(b)));
                    double through = slip - 0.1 * ((m.x.get(b) - m.x.get(a)) * (m.halfV.get(a) + m.halfV.get(b)));
                    int from = through > 0 ? m.faceCells.get(2 * f) : m.faceCells.get(2 * f + 1);
                    double to = 0.25
                            * m.length.get(from)
                            * m.slopeLimit.get(from)
                            * (m.slopeX.get(from) + m.slopeY.get(from));
                    m.tracerFlux.set(f, through * (m.tracer.get(from) + to));
                })
                .thenParallelFor("tracer", cells, c -> {
                    double lost = 0;
                    for (int k = 0; k < 4; k++) {
                        int f = m.cellFaces.get(4 * c + k);
                        int left = m.faceCells.get(2 * f);
                        if (left != m.faceCells.get(2 * f + 1)) {
                            lost += left == c ? m.tracerFlux.get(f) : -m.tracerFlux.get(f);
                        }
                    }
                    m.tracer.set(c, m.tracer.get(c) - m.dt.get() * lost / m.volume.get(c));
                });
    }

    private void limits(NodeRef last) {
        last.thenParallelReduce("Courant limit", cells, Min.into(m.courant, c -> {
                    double[] px = new double[4];
                    double[] py = new double[4];
                    corners(c, m.x, px, m.y, py);
                    double size = shortest(px, py);
                    return 0.2 * size / (m.sound.get(c) + size * Math.abs(m.divergence.get(c)));
                }))
                .thenParallelReduce("expansion limit", cells, Min.into(m.expansion, c -> {
                    double change = Math.abs(m.volume.get(c) - m.before.get(c)) / m.volume.get(c);
                    return change > 1e-12 ? 0.05 * m.dt.get() / change : 1e20;
                }))
                .then("next step", () -> {
                    double bound = Math.min(m.courant.get(), m.expansion.get());
                    m.time.set(m.time.get() + m.dt.get());
                    m.dt.set(Math.min(bound, 1.05 * m.dt.get()));
                    m.steps.set(m.steps.get() + 1);
                });
    }

    /** Loads a vector at the corners of a cell. */
    private void corners(int c, DoubleView x, double[] px, DoubleView y, double[] py) {
        for (int k = 0; k < 4; k++) {
            int n = m.cellNodes.get(4 * c + k);
            px[k] = x.get(n);
            py[k] = y.get(n);
        }
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
