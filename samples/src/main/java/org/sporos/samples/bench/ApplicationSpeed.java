package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Measures steps of the lattice Boltzmann method, a batch of molecular dynamics, a batch of tomography and a step of
 * hydrodynamics, beside hand-written code.
 */
public final class ApplicationSpeed {
    private static final String CPU = "--time=cpu";
    private static final String LARGE = "--large";
    private static final int REPETITIONS = 3;
    private static final double MICRO = 1e-3;
    private static final double NANOS_PER_MILLI = 1e6;

    private ApplicationSpeed() {}

    /**
     * Runs it on the default space.
     *
     * @param args counterparts, each as {@code name=command}; {@code --only=regex} for samples with matching names;
     * {@code --time=cpu} for the CPU time of all threads instead of wall time; {@code --large} for larger sizes too,
     * which fill a GPU
     */
    public static void main(String... args) throws IOException {
        try (Rows rows = new Rows(args)) {
            ExecutionSpace space = rows.space;
            for (String work : new String[] {"LidCavity", "BeltramiFlow", "LennardJonesLiquid", "ConeBeamCt"}) {
                if (rows.table.has(work)) {
                    instantiate(work, space, rows.clock);
                }
            }
            rows.table.head();
            rows.row("128 x 128, nine velocities", "LidCavity", 1000, () -> SampleStep.cavity(space, 128));
            rows.row("32 x 32 x 32, nineteen velocities", "BeltramiFlow", 200, () -> SampleStep.beltrami(space, 32));
            rows.row("4000 particles, 10 steps", "LennardJonesLiquid", 10, () -> SampleStep.liquid(space, 10));
            rows.row("128 x 128 x 128, 8 projections", "ConeBeamCt", 4, () -> SampleStep.tomography(space, 128));
            rows.row("45 x 45 x 45 cells, a step", "SedovBlast", 10, () -> SampleStep.blast(space, 45));
            if (rows.isLarge) {
                rows.row("1024 x 1024", "LidCavity-1024", 100, () -> SampleStep.cavity(space, 1024));
                rows.row("128 x 128 x 128", "BeltramiFlow-128", 20, () -> SampleStep.beltrami(space, 128));
                rows.row("256000 particles", "LennardJonesLiquid-256000", 10, () -> SampleStep.liquid(space, 40));
                rows.row("256 x 256 x 256", "ConeBeamCt-256", 20, () -> SampleStep.tomography(space, 256));
                rows.row("90 x 90 x 90 cells", "SedovBlast-90", 10, () -> SampleStep.blast(space, 90));
            }
        }
    }

    private static SampleStep step(String name, ExecutionSpace space) {
        return Objects.requireNonNull(SampleStep.all(1).get(name)).apply(space);
    }

    /** Prints the times of the first and the second executable of a graph. */
    private static void instantiate(String work, ExecutionSpace space, LongSupplier clock) {
        double[] millis = new double[2];
        try (SampleStep step = step(work, space)) {
            for (int k = 0; k < millis.length; k++) {
                long begin = clock.getAsLong();
                try (ExecutableGraph exec = step.graph().instantiate(space)) {
                    millis[k] = (clock.getAsLong() - begin) / NANOS_PER_MILLI;
                }
            }
        }
        System.out.printf(Locale.ROOT, "instantiate %s: first %.0f ms, second %.0f ms%n", work, millis[0], millis[1]);
    }

    /** The rows of a table, each with the time per submit of a sample's step. */
    private static final class Rows implements AutoCloseable {
        final ExecutionSpace space = ExecutionSpaces.open();
        final Comparison table;
        final LongSupplier clock;
        final boolean isLarge;

        /** Prints the title. */
        Rows(String... args) throws IOException {
            List<String> given = Arrays.asList(args);
            boolean ofProcessors = given.contains(CPU);
            isLarge = given.contains(LARGE);
            table = new Comparison(
                    "Sporos",
                    given.stream()
                            .filter(arg -> !arg.equals(CPU) && !arg.equals(LARGE))
                            .toArray(String[]::new));
            clock = ofProcessors ? Rows::ofProcessors : System::nanoTime;
            System.out.println("ApplicationSpeed on " + space.description() + (ofProcessors ? ", processor time" : ""));
        }

        private static long ofProcessors() {
            return ProcessHandle.current()
                    .info()
                    .totalCpuDuration()
                    .orElseThrow()
                    .toNanos();
        }

        @Override
        public void close() {
            table.close();
            space.close();
        }

        /** CPU times have a resolution of 10 ms, so that submits are timed in batches. */
        void row(String label, String work, int batch, Supplier<SampleStep> steps) {
            if (!table.has(work)) {
                return;
            }
            try (SampleStep step = steps.get();
                    ExecutableGraph exec = step.graph().instantiate(space)) {
                table.row(label, work, REPETITIONS, () -> {
                    long begin = clock.getAsLong();
                    for (int k = 0; k < batch; k++) {
                        exec.submit();
                    }
                    space.fence();
                    return (clock.getAsLong() - begin) * MICRO / batch;
                });
            }
        }
    }
}
