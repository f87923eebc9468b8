package org.sporos.samples;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.random.Distributions;
import org.sporos.random.Philox;
import org.sporos.view.DoubleView;

/**
 * The graphs of {@link LennardJonesLiquid}: velocity Verlet (W. C. Swope and others, J. Chem. Phys. 76 (1982) 637) with
 * a pair list (L. Verlet, Phys. Rev. 159 (1967) 98), rebuilt from cell lists once a particle has moved too far. The
 * device decides that. The pairs of each particle are contiguous in the list, so that forces are summed in a fixed
 * order: the result has the same bits on every backend.
 */
final class LiquidStep {
    /** The time step. */
    static final double DT = 0.004;

    /** The number of steps between samples. */
    static final int BATCH = 10;

    private static final double CUTOFF2 = LiquidBox.CUTOFF * LiquidBox.CUTOFF;
    private static final double LISTED2 = (LiquidBox.CUTOFF + LiquidBox.SKIN) * (LiquidBox.CUTOFF + LiquidBox.SKIN);
    private static final double MAY_MOVE2 = LiquidBox.SKIN * LiquidBox.SKIN / 4;
    private static final long SEED = 1967;

    private final LiquidBox b;
    private final RangePolicy particles;

    private LiquidStep(LiquidBox box) {
        b = box;
        particles = RangePolicy.of(box.particles);
    }

    /** A face-centred cubic lattice with zero total momentum, and its initial forces. */
    static Graph begin(LiquidBox b, double temperature, Workspace workspace) {
        LiquidStep step = new LiquidStep(b);
        int m = b.lattice;
        double a = b.edge / m;
        double speed = Math.sqrt(temperature);
        DoubleView x = b.x;
        DoubleView y = b.y;
        DoubleView z = b.z;
        DoubleView u = b.u;
        DoubleView v = b.v;
        DoubleView w = b.w;
        return Graph.define("begin", root -> {
            NodeRef placed = root.thenParallelFor("lattice", step.particles, i -> {
                        int cell = i / LiquidBox.PER_CELL;
                        int site = i % LiquidBox.PER_CELL;
                        x.set(i, a * (cell % m + (site == 1 || site == 2 ? 0.75 : 0.25)));
                        y.set(i, a * (cell / m % m + (site == 1 || site == 3 ? 0.75 : 0.25)));
                        z.set(i, a * (cell / m / m + (site == 2 || site == 3 ? 0.75 : 0.25)));
                        u.set(i, speed * Distributions.normal(Philox.bits(SEED, i, 0)));
                        v.set(i, speed * Distributions.normal(Philox.bits(SEED, i, 1)));
                        w.set(i, speed * Distributions.normal(Philox.bits(SEED, i, 2)));
                    })
                    .thenParallelReduce(
                            "momentum",
                            step.particles,
                            Sum.into(b.kinetic, i -> u.get(i)),
                            Sum.into(b.potential, i -> v.get(i)),
                            Sum.into(b.virial, i -> w.get(i)))
                    .thenParallelFor("at rest", step.particles, i -> {
                        u.set(i, u.get(i) - b.kinetic.get() / b.particles);
                        v.set(i, v.get(i) - b.potential.get() / b.particles);
                        w.set(i, w.get(i) - b.virial.get() / b.particles);
                    })
                    .thenGraph("first list", step.list(workspace));
            var unused = step.forces(placed);
        });
    }

    /**
     * A batch of steps and a sample of the liquid.
     *
     * @param settling whether the batch ends with a thermostat; if not, its sample counts
     */
    static Graph batch(LiquidBox b, BooleanParam settling, DoubleParam temperature, Workspace workspace) {
        LiquidStep step = new LiquidStep(b);
        Graph one = step.step(workspace);
        Graph scale = step.scale(temperature);
        Graph count = step.count();
        return Graph.define(
                "batch",
                root -> step.sample(root.thenFill("no steps", b.steps, 0)
                                .thenWhile("steps", () -> b.steps.get() < BATCH, one))
                        .thenIf("settling", () -> settling.get(), scale, count));
    }

    private Graph step(Workspace workspace) {
        LiquidBox b = this.b;
        Graph list = list(workspace);
        return Graph.define("step", root -> {
            NodeRef near = root.thenParallelFor("half a kick and a drift", particles, i -> {
                        double u = b.u.get(i) + 0.5 * DT * b.forceX.get(i);
                        double v = b.v.get(i) + 0.5 * DT * b.forceY.get(i);
                        double w = b.w.get(i) + 0.5 * DT * b.forceZ.get(i);
                        b.u.set(i, u);
                        b.v.set(i, v);
                        b.w.set(i, w);
                        b.x.set(i, b.x.get(i) + DT * u);
                        b.y.set(i, b.y.get(i) + DT * v);
                        b.z.set(i, b.z.get(i) + DT * w);
                    })
                    .thenParallelReduce("moved", particles, Max.into(b.moved, i -> {
                        double dx = b.x.get(i) - b.listedX.get(i);
                        double dy = b.y.get(i) - b.listedY.get(i);
                        double dz = b.z.get(i) - b.listedZ.get(i);
                        return dx * dx + dy * dy + dz * dz;
                    }))
                    .thenIf("far", () -> !(b.moved.get() < MAY_MOVE2), list);
            forces(near)
                    .thenParallelFor("half a kick", particles, i -> {
                        b.u.set(i, b.u.get(i) + 0.5 * DT * b.forceX.get(i));
                        b.v.set(i, b.v.get(i) + 0.5 * DT * b.forceY.get(i));
                        b.w.set(i, b.w.get(i) + 0.5 * DT * b.forceZ.get(i));
                    })
                    .then("next", () -> b.steps.set(b.steps.get() + 1));
        });
    }

    /** Wraps the particles into the box, sorts them into cells, and lists near pairs. */
    private Graph list(Workspace workspace) {
        LiquidBox b = this.b;
        Graph bin = CellLists.of(b.cells * b.cells * b.cells, i -> cellOf(b, i))
                .graph("cell lists", b.order, b.starts, workspace);
        RangeBody write = (RangeBody & DisjointWrites) i -> {
            var unused = visit(b, i, b.first.get(i), true);
        };
        return Graph.define(
                "list",
                root -> root.thenParallelFor("into the box", particles, i -> {
                            b.x.set(i, wrapped(b.x.get(i), b.edge));
                            b.y.set(i, wrapped(b.y.get(i), b.edge));
                            b.z.set(i, wrapped(b.z.get(i), b.edge));
                            b.listedX.set(i, b.x.get(i));
                            b.listedY.set(i, b.y.get(i));
                            b.listedZ.set(i, b.z.get(i));
                        })
                        .thenGraph("bin", bin)
                        .thenParallelFor("count", particles, i -> b.neighbours.set(i, visit(b, i, 0, false)))
                        .thenParallelScan(
                                "first of each",
                                RangePolicy.of(b.particles + 1),
                                i -> i < b.particles ? b.neighbours.get(i) : 0,
                                (i, before) -> b.first.set(i, before),
                                Scan.exclusiveInt())
                        .then("size", () -> {
                            b.pairs.set(b.first.get(b.particles));
                            b.lists.set(b.lists.get() + 1);
                        })
                        .thenParallelFor("write", particles, write));
    }

    private static double wrapped(double x, double edge) {
        double inside = x - edge * Math.floor(x / edge);
        return inside < edge ? inside : 0;
    }

    private static int cellOf(LiquidBox b, int i) {
        int column = along(b, b.x.get(i));
        int row = along(b, b.y.get(i));
        return (along(b, b.z.get(i)) * b.cells + row) * b.cells + column;
    }

    private static int along(LiquidBox b, double x) {
        return Math.min(b.cells - 1, (int) (x / b.edge * b.cells));
    }

    /** Counts the neighbours of a particle, cell by cell, and optionally writes its pairs from an index on. */
    private static int visit(LiquidBox b, int i, int at, boolean writes) {
        int m = b.cells;
        int column = along(b, b.x.get(i));
        int row = along(b, b.y.get(i));
        int layer = along(b, b.z.get(i));
        int k = at;
        for (int side = 0; side < 27; side++) {
            int l = (layer + side / 9 - 1 + m) % m;
            int r = (row + side / 3 % 3 - 1 + m) % m;
            int c = (column + side % 3 - 1 + m) % m;
            int cell = (l * m + r) * m + c;
            int end = b.starts.get(cell + 1);
            for (int s = b.starts.get(cell); s < end; s++) {
                int j = b.order.get(s);
                if (j != i && distance2(b, i, j) < LISTED2) {
                    if (writes) {
                        b.from.set(k, i);
                        b.to.set(k, j);
                    }
                    k++;
                }
            }
        }
        return k - at;
    }

    /** The difference of two coordinates to the nearest periodic image. */
    private static double nearest(double difference, double edge, double perEdge) {
        return Math.fma(-edge, Math.rint(difference * perEdge), difference);
    }

    private static double square(double dx, double dy, double dz) {
        return Math.fma(dx, dx, Math.fma(dy, dy, dz * dz));
    }

    private static double distance2(LiquidBox b, int i, int j) {
        double dx = nearest(b.x.get(i) - b.x.get(j), b.edge, b.perEdge);
        double dy = nearest(b.y.get(i) - b.y.get(j), b.edge, b.perEdge);
        double dz = nearest(b.z.get(i) - b.z.get(j), b.edge, b.perEdge);
        return square(dx, dy, dz);
    }

    private NodeRef forces(NodeRef before) {
        LiquidBox b = this.b;
        return before.thenParallelFor("forces", particles, i -> {
            double x = b.x.get(i);
            double y = b.y.get(i);
            double z = b.z.get(i);
            double sumX = 0;
            double sumY = 0;
            double sumZ = 0;
            // snippet: gallery-forces
            int end = b.first.get(i + 1);
            for (int k = b.first.get(i); k < end; k++) {
                int j = b.to.get(k);
                double dx = nearest(x - b.x.get(j), b.edge, b.perEdge);
                double dy = nearest(y - b.y.get(j), b.edge, b.perEdge);
                double dz = nearest(z - b.z.get(j), b.edge, b.perEdge);
                double r2 = square(dx, dy, dz);
                if (r2 < CUTOFF2) {
                    double s = 1 / r2;
                    double s3 = s * s * s;
                    double push = 48 * s * s3 * (s3 - 0.5);
                    sumX = Math.fma(push, dx, sumX);
                    sumY = Math.fma(push, dy, sumY);
                    sumZ = Math.fma(push, dz, sumZ);
                }
            }
            b.forceX.set(i, sumX);
            b.forceY.set(i, sumY);
            b.forceZ.set(i, sumZ);
            // end
        });
    }

    /** Sums energies and virials, and writes the sample of this batch. */
    private NodeRef sample(NodeRef before) {
        LiquidBox b = this.b;
        return before.thenParallelFor("pairs", particles, i -> sumPairs(b, i))
                .thenParallelReduce(
                        "sums",
                        particles,
                        Sum.into(b.kinetic, i -> {
                            double u = b.u.get(i);
                            double v = b.v.get(i);
                            double w = b.w.get(i);
                            return u * u + v * v + w * w;
                        }),
                        Sum.into(b.potential, i -> b.potentials.get(i)),
                        Sum.into(b.virial, i -> b.virials.get(i)),
                        Sum.into(b.interacting, i -> b.interactions.get(i)))
                .then("record", () -> {
                    double n = b.particles;
                    double temperature = b.kinetic.get() / (3 * n - 3);
                    double density = n / (b.edge * b.edge * b.edge);
                    double shift = 0.5 * b.interacting.get() * energy(CUTOFF2 * (1 - 1e-15));
                    int at = b.batch.get();
                    b.samples.set(0, at, temperature);
                    b.samples.set(1, at, b.potential.get() / 2 / n);
                    b.samples.set(2, at, density * (temperature + b.virial.get() / 6 / n));
                    b.samples.set(3, at, (b.kinetic.get() / 2 + b.potential.get() / 2 - shift) / n);
                    b.batch.set((at + 1) % b.batches);
                });
    }

    /** The energy of two particles at the square of a distance. */
    static double energy(double r2) {
        double s3 = 1 / (r2 * r2 * r2);
        return r2 < CUTOFF2 ? 4 * s3 * (s3 - 1) : 0;
    }

    private static void sumPairs(LiquidBox b, int i) {
        double potential = 0;
        double virial = 0;
        int count = 0;
        int end = b.first.get(i + 1);
        for (int k = b.first.get(i); k < end; k++) {
            double r2 = distance2(b, i, b.to.get(k));
            if (r2 < CUTOFF2) {
                double s = 1 / r2;
                double s3 = s * s * s;
                potential += 4 * s3 * (s3 - 1);
                virial += 48 * s3 * (s3 - 0.5);
                count++;
            }
        }
        b.potentials.set(i, potential);
        b.virials.set(i, virial);
        b.interactions.set(i, count);
    }

    private Graph scale(DoubleParam temperature) {
        LiquidBox b = this.b;
        return Graph.define(
                "scale",
                root -> root.thenParallelFor("velocities", particles, i -> {
                    double factor = Math.sqrt(temperature.get() * (3.0 * b.particles - 3) / b.kinetic.get());
                    b.u.set(i, b.u.get(i) * factor);
                    b.v.set(i, b.v.get(i) * factor);
                    b.w.set(i, b.w.get(i) * factor);
                }));
    }

    private Graph count() {
        LiquidBox b = this.b;
        double perDistance = LiquidBox.BINS / LiquidBox.CUTOFF;
        Graph distances = Histogram.of(
                "distances",
                RangePolicy.of(b.pairs, b.capacity),
                k -> Math.min(
                        LiquidBox.BINS, (int) (perDistance * Math.sqrt(distance2(b, b.from.get(k), b.to.get(k))))),
                b.bins);
        return Graph.define(
                "count",
                root -> root.thenGraph("distances", distances)
                        .thenParallelFor(
                                "all",
                                RangePolicy.over(b.bins),
                                k -> b.allBins.set(k, b.allBins.get(k) + b.bins.get(k))));
    }
}
