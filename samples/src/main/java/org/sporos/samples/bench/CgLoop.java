package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * A step of conjugate gradients for the five-point stencil on n x n points, without a matrix: submitted by the host
 * once per step, or repeated by the device until the residual is small.
 */
public final class CgLoop {
    private static final int STEPS = 200;
    private static final int ROUNDS = 7;

    private CgLoop() {}

    /**
     * Runs it on the default space.
     *
     * @param args the number of points along a side, 1000 by default
     */
    public static void main(String... args) throws IOException {
        int n = args.length == 0 ? 1000 : Integer.parseInt(args[0]);
        try (ExecutionSpace space = ExecutionSpaces.open();
                CgVectors vectors = new CgVectors(space, n)) {
            System.out.println("CgLoop on " + space.description());
            Table.head("| us a step | host loop | thenWhile | passes |");
            measure("not merged", space, vectors, Merging.OFF);
            measure("merged", space, vectors, PersistentLoops.OFF);
            measure("merged, loop in one launch", space, vectors, PersistentLoops.BLOCK);
            measure("merged, loop in one wave", space, vectors, PersistentLoops.WAVE);
        }
    }

    private static void measure(String name, ExecutionSpace space, CgVectors v, InstantiateOption merging) {
        try (ExecutableGraph begin = v.begin().instantiate(space, merging);
                ExecutableGraph step = v.step().instantiate(space, merging);
                ExecutableGraph loop = v.loop().instantiate(space, merging)) {
            double[] host = new double[ROUNDS];
            double[] device = new double[ROUNDS];
            int passes = 0;
            for (int round = 0; round < ROUNDS; round++) {
                begin.submit();
                space.fence();
                host[round] = Clock.batch(space, STEPS, step::submit);
                begin.submit();
                space.fence();
                double all = Clock.total(space, loop);
                passes = v.passes.read();
                device[round] = all / passes;
            }
            System.out.printf(
                    Locale.ROOT,
                    "| %d x %d, %s | %.2f | %.2f | %d |%n",
                    v.n,
                    v.n,
                    name,
                    Clock.median(host),
                    Clock.median(device),
                    passes);
        }
    }
}
