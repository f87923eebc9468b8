package org.sporos.hip;

import java.util.Arrays;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Prints what a submit of a chain of one hundred kernels costs the caller on the spaces that are named, in turns:
 * {@code LaunchTimes cuda:0 hip:0}. For people; no test depends on times.
 */
final class LaunchTimes {
    private static final int ROUNDS = 60;
    private static final int SUBMITS = 200;

    private LaunchTimes() {}

    public static void main(String[] spaces) {
        double[][] nanos = new double[spaces.length][ROUNDS];
        ExecutionSpace[] open = new ExecutionSpace[spaces.length];
        ExecutableGraph[] chains = new ExecutableGraph[spaces.length];
        for (int s = 0; s < spaces.length; s++) {
            open[s] = ExecutionSpaces.open(spaces[s]);
            chains[s] = chain(open[s]);
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int s = 0; s < spaces.length; s++) {
                long begin = System.nanoTime();
                for (int i = 0; i < SUBMITS; i++) {
                    chains[s].submit();
                }
                nanos[s][round] = (double) (System.nanoTime() - begin) / SUBMITS;
                open[s].fence();
            }
        }
        for (int s = 0; s < spaces.length; s++) {
            Arrays.sort(nanos[s]);
            double median = nanos[s][ROUNDS / 2];
            System.out.printf(
                    "%s: submit of 100 kernels, median %.0f ns, quartiles %.0f and %.0f, %.3f times that of %s%n",
                    spaces[s],
                    median,
                    nanos[s][ROUNDS / 4],
                    nanos[s][3 * ROUNDS / 4],
                    median / nanos[0][ROUNDS / 2],
                    spaces[0]);
        }
    }

    private static ExecutableGraph chain(ExecutionSpace space) {
        DoubleView x = DoubleView.of("x", space, 256);
        return Graph.define("chain", root -> {
                    NodeRef last = root;
                    for (int k = 0; k < 100; k++) {
                        last = last.thenParallelFor("k" + k, RangePolicy.of(256), i -> x.set(i, x.get(i) + 1));
                    }
                })
                .instantiate(space, InstantiateOption.Merging.OFF);
    }
}
