package org.sporos.samples.bench;

import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sporos.algorithm.Complex;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangeBody;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.RecordView;

/**
 * Kernels over record views beside the same over a view per component, and beside interleaved records. Each round
 * measures all of them in turn; the table has medians of nanoseconds per work item.
 */
public final class RecordSpeed {
    private static final int ROUNDS = 7;
    private static final double DT = 1e-9;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int[] SIZES = {10_000, 4_000_000};

    /** A particle in three dimensions. */
    public record Particle(double x, double y, double z, double u, double v, double w) {
        /** Returns the particle after a time step. */
        public Particle after(double dt) {
            return new Particle(x + dt * u, y + dt * v, z + dt * w, u, v, w);
        }
    }

    private final ExecutionSpace space;

    private RecordSpeed(ExecutionSpace space) {
        this.space = space;
    }

    /** Measures on the default space, for each number of records given. */
    public static void main(String... args) {
        Table.bySize(
                "RecordSpeed",
                "| ns | views | records | to views | by CPU time | interleaved | to views | by CPU time |",
                SIZES,
                args,
                (space, n) -> new RecordSpeed(space).measure(n));
    }

    private void measure(int n) {
        try (RecordView<Particle> p = RecordView.of("p", space, Particle.class, n);
                RecordView<Particle> q = RecordView.interleaved("q", space, Particle.class, n)) {
            DoubleView[] c = views(n, 6);
            DoubleView x = c[0];
            DoubleView y = c[1];
            DoubleView z = c[2];
            DoubleView u = c[3];
            DoubleView v = c[4];
            DoubleView w = c[5];
            row(
                    "x += dt u",
                    n,
                    i -> {
                        x.set(i, x.get(i) + DT * u.get(i));
                        y.set(i, y.get(i) + DT * v.get(i));
                        z.set(i, z.get(i) + DT * w.get(i));
                    },
                    i -> p.set(i, p.get(i).after(DT)),
                    i -> q.set(i, q.get(i).after(DT)));
            close(c);
        }
        try (RecordView<Complex> a = RecordView.of("a", space, Complex.class, n);
                RecordView<Complex> b = RecordView.interleaved("b", space, Complex.class, n)) {
            DoubleView[] c = views(n, 2);
            DoubleView re = c[0];
            DoubleView im = c[1];
            Complex turn = new Complex(0.6, 0.8);
            row(
                    "z = z c",
                    n,
                    i -> {
                        double r = re.get(i);
                        re.set(i, r * 0.6 - im.get(i) * 0.8);
                        im.set(i, r * 0.8 + im.get(i) * 0.6);
                    },
                    i -> a.set(i, Complex.multiply(a.get(i), turn)),
                    i -> b.set(i, Complex.multiply(b.get(i), turn)));
            close(c);
        }
    }

    private DoubleView[] views(int n, int count) {
        IntFunction<DoubleView> one = k -> DoubleView.of("c" + k, space, n);
        return IntStream.range(0, count).mapToObj(one).toArray(DoubleView[]::new);
    }

    private static void close(DoubleView... views) {
        for (DoubleView view : views) {
            view.close();
        }
    }

    private void row(String label, int n, RangeBody views, RangeBody records, RangeBody interleaved) {
        try (ExecutableGraph first = graph(n, views);
                ExecutableGraph second = graph(n, records);
                ExecutableGraph third = graph(n, interleaved)) {
            Turn[][] turns = Turn.inTurns(
                    ROUNDS,
                    Clock.submitted(space, first),
                    Clock.submitted(space, second),
                    Clock.submitted(space, third));
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %s, %,d", label, n));
            row.append(time(turns[0], n));
            for (int k = 1; k < turns.length; k++) {
                row.append(time(turns[k], n))
                        .append(Turn.ratio(turns[k], turns[0], Turn::wall))
                        .append(Turn.ratio(turns[k], turns[0], Turn::cpu));
            }
            System.out.println(row.append(" |"));
        }
    }

    private static String time(Turn[] turns, int n) {
        return String.format(Locale.ROOT, " | %.3f", Turn.median(turns, Turn::wall) * NANOS_PER_MICRO / n);
    }

    private ExecutableGraph graph(int n, RangeBody body) {
        return Graph.define("step", root -> root.thenParallelFor("step", n, body))
                .instantiate(space);
    }
}
