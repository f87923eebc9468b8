package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** Measures two steps of the lattice Boltzmann method, in two and in three dimensions, beside the same by hand. */
public final class LatticeSpeed {
    private static final String CPU = "--time=cpu";
    private static final int REPETITIONS = 3;
    private static final double MICRO = 1e-3;

    private LatticeSpeed() {}

    /**
     * Runs it on the space that the library takes by itself.
     *
     * @param args counterparts, each as {@code name=command}; {@code --only=regex} for the samples whose names match;
     *     {@code --time=cpu} for the time of all threads together in place of that of the clock
     */
    public static void main(String... args) throws IOException {
        boolean ofProcessors = Arrays.asList(args).contains(CPU);
        String[] others = Arrays.stream(args).filter(arg -> !arg.equals(CPU)).toArray(String[]::new);
        LongSupplier clock = ofProcessors ? LatticeSpeed::ofProcessors : System::nanoTime;
        Map<String, Function<ExecutionSpace, SampleStep>> steps = SampleStep.all(1);
        try (ExecutionSpace space = ExecutionSpaces.open();
                Comparison table = new Comparison("Sporos", others)) {
            System.out.println("LatticeSpeed on " + space.description() + (ofProcessors ? ", processor time" : ""));
            table.head();
            row(table, space, clock, "128 x 128, nine velocities", "LidCavity", 1000, steps);
            row(table, space, clock, "32 x 32 x 32, nineteen velocities", "BeltramiFlow", 200, steps);
        }
    }

    /** Times of processors come in ticks of 10 ms, so that a batch of submits is timed as one. */
    static void row(
            Comparison table,
            ExecutionSpace space,
            LongSupplier clock,
            String label,
            String work,
            int batch,
            Map<String, Function<ExecutionSpace, SampleStep>> steps) {
        if (!table.has(work)) {
            return;
        }
        try (SampleStep step = Objects.requireNonNull(steps.get(work)).apply(space);
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

    static long ofProcessors() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }
}
