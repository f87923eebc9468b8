package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** Measures two steps of the lattice Boltzmann method, in two and in three dimensions, beside hand-written code. */
public final class LatticeSpeed {
    static final String CPU = "--time=cpu";
    static final String LARGE = "--large";
    private static final int REPETITIONS = 3;
    private static final double MICRO = 1e-3;

    private LatticeSpeed() {}

    /**
     * Runs it on the default space.
     *
     * @param args counterparts, each as {@code name=command}; {@code --only=regex} for samples with matching names;
     * {@code --time=cpu} for the CPU time of all threads instead of wall time; {@code --large} for larger sizes too,
     * which fill a GPU
     */
    public static void main(String... args) throws IOException {
        List<String> given = Arrays.asList(args);
        boolean ofProcessors = given.contains(CPU);
        String[] others = given.stream()
                .filter(arg -> !arg.equals(CPU) && !arg.equals(LARGE))
                .toArray(String[]::new);
        LongSupplier clock = ofProcessors ? LatticeSpeed::ofProcessors : System::nanoTime;
        try (ExecutionSpace space = ExecutionSpaces.open();
                Comparison table = new Comparison("Sporos", others)) {
            System.out.println("LatticeSpeed on " + space.description() + (ofProcessors ? ", processor time" : ""));
            table.head();
            Rows rows = new Rows(table, space, clock);
            rows.row("128 x 128, nine velocities", "LidCavity", 1000, () -> SampleStep.cavity(space, 128));
            rows.row("32 x 32 x 32, nineteen velocities", "BeltramiFlow", 200, () -> SampleStep.beltrami(space, 32));
            if (given.contains(LARGE)) {
                rows.row("1024 x 1024", "LidCavity-1024", 100, () -> SampleStep.cavity(space, 1024));
                rows.row("128 x 128 x 128", "BeltramiFlow-128", 20, () -> SampleStep.beltrami(space, 128));
            }
        }
    }

    /** The rows of a table, each with the time per submit of a sample's step. */
    record Rows(Comparison table, ExecutionSpace space, LongSupplier clock) {
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

    static long ofProcessors() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }
}
