package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.Complex;
import org.sporos.algorithm.RecordReduction;
import org.sporos.algorithm.RecordScan;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.RecordView;
import org.sporos.view.Slice;

/** The page on views of records. */
final class RecordsTest extends OnASpace {

    // snippet: records-type
    record Vec(double x, double y) {
        Vec plus(Vec other, double factor) {
            return new Vec(x + factor * other.x, y + factor * other.y);
        }
    }

    record Particle(Vec at, Vec speed, double mass) {}
    // end

    // snippet: records-peak
    /** A value and where it is. */
    record Peak(double value, int at) {
        static Peak larger(Peak a, Peak b) {
            return b.value > a.value || b.value == a.value && b.at < a.at ? b : a;
        }
    }
    // end

    @Test
    void reduction() {
        // snippet: records-reduction
        DoubleView x = DoubleView.copyOf("x", space, 3, 8, -1, 8);
        RecordView<Peak> peak = RecordView.of("peak", space, Peak.class);
        Peak none = new Peak(Double.NEGATIVE_INFINITY, Integer.MAX_VALUE);
        try (Workspace workspace = Workspace.of(space)) {
            Graph find = RecordReduction.of(none, Peak::larger)
                    .graph("find", 4, i -> new Peak(x.get(i), i), peak, workspace);
            Graph step = Graph.define("step", root -> root.thenGraph("peak", find));
            step.run(space);
        }
        System.out.println(peak.read());
        // end
    }

    @Test
    void interleaved() {
        // snippet: records-interleaved
        RecordView<Complex> z = RecordView.interleaved("z", space, Complex.class, 2);
        z.assign(new Complex(1, 2), new Complex(3, 4));
        Graph conjugate = Graph.define("conjugate", root -> {
            root.thenParallelFor(
                    "conjugate",
                    2,
                    i -> z.set(i, new Complex(z.get(i).re(), -z.get(i).im())));
        });
        run(conjugate);
        DoubleView numbers = z.elements(DoubleView.class);
        System.out.println(Arrays.toString(numbers.toArray()));
        // end
    }

    // snippet: records-affine
    /** y -> factor y + shift. */
    record Affine(double factor, double shift) {
        static Affine then(Affine a, Affine b) {
            return new Affine(b.factor * a.factor, b.factor * a.shift + b.shift);
        }
    }
    // end

    @Test
    void scan() {
        // snippet: records-scan
        DoubleView y = DoubleView.of("y", space, 5);
        try (Workspace workspace = Workspace.of(space)) {
            Graph recurrence = RecordScan.inclusive(new Affine(1, 0), Affine::then)
                    .graph("recurrence", 5, i -> new Affine(0.5, i), (i, all) -> y.set(i, all.shift()), workspace);
            recurrence.run(space);
        }
        System.out.println(Arrays.toString(y.toArray()));
        // end
    }

    @Test
    void recurrence() {
        // snippet: records-recurrence
        RecordView<Affine> end = RecordView.of("end", space, Affine.class);
        try (Workspace workspace = Workspace.of(space)) {
            RecordReduction.of(new Affine(1, 0), Affine::then)
                    .graph("end", 5, i -> new Affine(0.5, i), end, workspace)
                    .run(space);
        }
        System.out.println(end.toArray()[0].shift());
        // end
    }

    @Test
    void step() {
        // snippet: records-step
        RecordView<Particle> p = RecordView.copyOf(
                "p",
                space,
                Particle.class,
                new Particle(new Vec(0, 0), new Vec(1, 2), 10),
                new Particle(new Vec(5, 5), new Vec(-1, 0), 20));
        Graph move = Graph.define("move", root -> {
            root.thenParallelFor("move", 2, i -> {
                Particle old = p.get(i);
                p.set(i, new Particle(old.at().plus(old.speed(), 0.5), old.speed(), old.mass()));
            });
        });
        run(move);
        for (Particle each : p.toArray()) {
            System.out.println(each.at() + ", mass " + each.mass());
        }
        // end
    }

    private RecordView<Particle> two() {
        return RecordView.copyOf(
                "p",
                space,
                Particle.class,
                new Particle(new Vec(0, 0), new Vec(1, 2), 10),
                new Particle(new Vec(5, 5), new Vec(-1, 0), 20));
    }

    @Test
    void components() {
        RecordView<Particle> p = two();
        // snippet: records-components
        DoubleView x = p.component("at.x", DoubleView.class);
        DoubleView momentum = DoubleView.of("momentum", space);
        Graph stop = Graph.define("stop", root -> {
            root.thenParallelFor("to the left", 2, i -> x.set(i, x.get(i) - 1));
            root.thenParallelReduce("momentum", RangePolicy.of(2), Sum.into(momentum, i -> {
                Particle each = p.get(i);
                return each.mass() * each.speed().x();
            }));
        });
        run(stop);
        System.out.println(x + ": " + x.toArray()[0] + " " + x.toArray()[1]);
        System.out.println(momentum.toArray()[0]);
        // end
    }

    @Test
    void copies() {
        RecordView<Particle> p = two();
        // snippet: records-copies
        RecordView<Particle> before = p.mirror();
        RecordView<Particle> last = p.subview(Slice.range(1, 2));
        Graph reset = Graph.define("reset", root -> {
            root.thenDeepCopy("keep", before, p).thenFill("rest", last, new Particle(new Vec(0, 0), new Vec(0, 0), 1));
        });
        run(reset);
        System.out.println(before.get(1));
        System.out.println(p.toArray()[1]);
        // end
        assertThat(reset.nodes()).hasSize(12);
    }

    @Test
    void complex() {
        // snippet: records-complex
        RecordView<Complex> z = RecordView.copyOf("z", space, Complex.class, new Complex(3, 4), new Complex(0, 1));
        Complex c = new Complex(1, 1);
        Graph square = Graph.define("square", root -> {
            root.thenParallelFor("z z / c", 2, i -> {
                z.set(i, Complex.divide(Complex.multiply(z.get(i), z.get(i)), c));
            });
        });
        run(square);
        System.out.println(z.toArray()[0] + " " + z.toArray()[1]);
        // end
    }
}
