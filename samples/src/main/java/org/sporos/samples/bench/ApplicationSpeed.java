package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;

/** Measures a batch of molecular dynamics, one of tomography and a step of hydrodynamics, beside hand-written code. */
public final class ApplicationSpeed {
    private static final double NANOS_PER_MILLI = 1e6;

    private ApplicationSpeed() {}

    /**
     * Runs it on the default space.
     *
     * @param args as for {@link LatticeSpeed#main}
     */
    public static void main(String... args) throws IOException {
        try (LatticeSpeed.Rows rows = new LatticeSpeed.Rows("ApplicationSpeed", args)) {
            ExecutionSpace space = rows.space;
            for (String work : new String[] {"LidCavity", "BeltramiFlow", "LennardJonesLiquid", "ConeBeamCt"}) {
                if (rows.table.has(work)) {
                    instantiate(work, space, rows.clock);
                }
            }
            rows.table.head();
            rows.row("4000 particles, 10 steps", "LennardJonesLiquid", 10, () -> SampleStep.liquid(space, 10));
            rows.row("128 x 128 x 128, 8 projections", "ConeBeamCt", 4, () -> SampleStep.tomography(space, 128));
            rows.row("45 x 45 x 45 cells, a step", "SedovBlast", 10, () -> SampleStep.blast(space, 45));
            if (rows.isLarge) {
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
}
