package org.sporos.samples;

import static org.sporos.reduce.Reducers.Max;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.sweep.Sweep;
import org.sporos.sweep.SweepCase;
import org.sporos.sweep.SweepTable;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/**
 * The stability limit of the explicit heat equation on a rod, by a sweep over rods and time steps. The growth of the
 * fastest-growing wave is known in closed form, and each case is compared with it. One rod is invalid on purpose: its
 * case fails without affecting the others.
 */
public final class StabilitySweep {
    private static final int STEPS = 100;

    private StabilitySweep() {}

    /** Runs it: {@code --workers=} threads, {@code --space=} for each. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "workers=2");
        String named = arguments.text("space");
        String space = named.isEmpty() ? "host,threads=1" : named;
        long begin = System.nanoTime();
        SweepTable<Rod, Outcome> table = Sweep.of("stability", StabilitySweep::outcome)
                .on(space, arguments.number("workers"))
                .run(cases());
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.print(table);
        Report report = new Report(System.out, "StabilitySweep on " + space);
        report.check("one case fails, that of the rod without points", hasOneFailure(table));
        report.checkAtMost("growth, away from the closed form", error(table), 1e-9);
        report.note("time of the sweep", String.format(java.util.Locale.ROOT, "%.3f s", seconds));
        Path file = Path.of("target", "stability.csv");
        Files.createDirectories(file.getParent());
        table.writeCsv(file);
        report.file("table of " + table.rows().size() + " cases", file);
        report.end();
    }

    /**
     * A rod with cold ends.
     *
     * @param points the number of points between the ends
     * @param number the time step over the squared grid spacing, times the conductivity
     */
    public record Rod(int points, double number) implements java.io.Serializable {}

    /**
     * The growth of the fastest-growing wave.
     *
     * @param growth its amplitude after a step over that before
     * @param stable whether it does not grow
     */
    public record Outcome(double growth, boolean stable) implements java.io.Serializable {}

    /** Returns rods of three lengths with time steps around the limit, and one without points. */
    public static List<Rod> cases() {
        List<Rod> cases = new ArrayList<>();
        for (int points = 100; points <= 10_000; points *= 10) {
            for (int k = 0; k < 6; k++) {
                cases.add(new Rod(points, 0.475 + k / 100.0));
            }
        }
        cases.add(new Rod(0, 0.5));
        return cases;
    }

    /** Returns the outcome for one rod, by {@value #STEPS} steps. */
    public static Outcome outcome(Rod rod, ExecutionSpace space) {
        int n = rod.points();
        if (n < 1) {
            throw new IllegalArgumentException("a rod of " + n + " points; it needs one");
        }
        double r = rod.number();
        try (ViewRing<DoubleView> levels = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n + 2));
                DoubleView height = DoubleView.of("height", space)) {
            RangePolicy inner = RangePolicy.of(1, n + 1);
            DoubleView u = levels.level(0);
            DoubleView next = levels.level(1);
            u.assign(wave(n));
            Graph step = Graph.define(
                    "step",
                    root -> root.thenParallelFor("move", inner, i -> next.set(i, step(r, u, i)))
                            .thenAdvance("turn", levels)
                            .thenParallelReduce("height", inner, Max.into(height, i -> Math.abs(u.get(i)))));
            double first = height(wave(n));
            try (ExecutableGraph exec = step.instantiate(space)) {
                for (int k = 0; k < STEPS; k++) {
                    exec.submit();
                }
                double growth = Math.pow(height.read() / first, 1.0 / STEPS);
                return new Outcome(growth, growth <= 1);
            }
        }
    }

    private static double step(double r, DoubleView u, int i) {
        return u.get(i) + r * (u.get(i - 1) - 2 * u.get(i) + u.get(i + 1));
    }

    /** Returns the shortest wave with zeros at the ends. */
    private static double[] wave(int n) {
        double[] wave = new double[n + 2];
        for (int i = 1; i <= n; i++) {
            // This is the sine of pi n i / (n + 1), without its large argument.
            wave[i] = (i % 2 == 0 ? -1 : 1) * StrictMath.sin(Math.PI * i / (n + 1));
        }
        return wave;
    }

    private static double height(double[] wave) {
        double height = 0;
        for (double value : wave) {
            height = Math.max(height, Math.abs(value));
        }
        return height;
    }

    /** Returns the largest difference of a growth from the theory. */
    static double error(SweepTable<Rod, Outcome> table) {
        double error = 0;
        for (SweepCase<Rod, Outcome> row : table.rows()) {
            Outcome outcome = row.result();
            if (outcome != null) {
                error = Math.max(error, Math.abs(outcome.growth() - growth(row.parameters())));
            }
        }
        return error;
    }

    private static double growth(Rod rod) {
        double sine = StrictMath.sin(Math.PI * rod.points() / (2.0 * (rod.points() + 1)));
        return Math.abs(1 - 4 * rod.number() * sine * sine);
    }

    static boolean hasOneFailure(SweepTable<Rod, Outcome> table) {
        return table.failures().size() == 1
                && table.failures().get(0).parameters().points() == 0;
    }
}
