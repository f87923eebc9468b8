package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** Measures a batch of molecular dynamics and one of tomography, beside the same by hand. */
public final class ApplicationSpeed {
    private static final String CPU = "--time=cpu";

    private ApplicationSpeed() {}

    /**
     * Runs it on the space that the library takes by itself.
     *
     * @param args as those of {@link LatticeSpeed#main}
     */
    public static void main(String... args) throws IOException {
        boolean ofProcessors = Arrays.asList(args).contains(CPU);
        String[] others = Arrays.stream(args).filter(arg -> !arg.equals(CPU)).toArray(String[]::new);
        LongSupplier clock = ofProcessors ? LatticeSpeed::ofProcessors : System::nanoTime;
        try (ExecutionSpace space = ExecutionSpaces.open();
                Comparison table = new Comparison("Sporos", others)) {
            System.out.println("ApplicationSpeed on " + space.description() + (ofProcessors ? ", processor time" : ""));
            table.head();
            LatticeSpeed.Rows rows = new LatticeSpeed.Rows(table, space, clock);
            rows.row("4000 particles, 10 steps", "LennardJonesLiquid", 10, () -> step("LennardJonesLiquid", space));
            rows.row("128 x 128 x 128, 8 projections", "ConeBeamCt", 4, () -> step("ConeBeamCt", space));
        }
    }

    private static SampleStep step(String name, ExecutionSpace space) {
        return Objects.requireNonNull(SampleStep.all(1).get(name)).apply(space);
    }
}
