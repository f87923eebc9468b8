package org.sporos.samples.bench;

import java.io.IOException;
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
            measure(space, vectors, "merging OFF", Merging.OFF);
            measure(space, vectors, "merging ON", Merging.ON);
            measure(space, vectors, "a wave", PersistentLoops.WAVE);
        }
    }

    private static void measure(ExecutionSpace space, CgVectors v, String how, InstantiateOption option) {
        try (ExecutableGraph begin = v.begin().instantiate(space, option);
                ExecutableGraph step = v.step().instantiate(space, option);
                ExecutableGraph loop = v.loop().instantiate(space, option)) {
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
                    "| %d x %d, %s | %.2f | %.2f | %d |%n",
                    v.n, v.n, how, Clock.median(host), Clock.median(device), passes);
        }
    }
}
