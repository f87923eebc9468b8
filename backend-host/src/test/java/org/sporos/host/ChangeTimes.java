package org.sporos.host;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Prints the processor time of the calling thread for changes of an executable, in turns with that of an instantiation
 * of the same graph: the median of the second half. A program and not a test: it asserts nothing. The first argument is
 * the number of nodes, the second that of rounds.
 */
public final class ChangeTimes {
    private static final int N = 1000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private ChangeTimes() {}

    /** Prints the times. */
    public static void main(String[] args) {
        int nodes = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                DoubleView from = DoubleView.of("from", space, N);
                DoubleView to = DoubleView.of("to", space, N);
                DoubleView other = DoubleView.of("other", space, N);
                ExecutableGraph updated = graph(from, to, 2, nodes).instantiate(space);
                ExecutableGraph rebound = graph(from, to, 2, nodes).instantiate(space)) {
            long[] instantiate = new long[rounds];
            long[] update = new long[rounds];
            long[] rebind = new long[rounds];
            for (int r = 0; r < rounds; r++) {
                DoubleView result = r % 2 == 0 ? other : to;
                int step = r + 3;
                instantiate[r] = time(() ->
                        graph(from, result, step, nodes).instantiate(space).close());
                update[r] = time(() -> updated.update(graph(from, result, step, nodes)));
                rebind[r] = time(() -> rebound.rebind(to, result));
            }
            System.out.printf(
                    "%d nodes, us: instantiate and close %.0f, update %.0f, rebind %.0f%n",
                    nodes, median(instantiate), median(update), median(rebind));
        }
    }

    private static Graph graph(DoubleView from, DoubleView to, double step, int nodes) {
        return Graph.define("steps", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                last = last.thenParallelFor(
                        "step" + k,
                        RangePolicy.of(1, N - 1),
                        i -> to.set(i, to.get(i) + step * (from.get(i - 1) + from.get(i + 1))));
            }
        });
    }

    private static long time(Runnable work) {
        long begin = THREADS.getCurrentThreadCpuTime();
        work.run();
        return THREADS.getCurrentThreadCpuTime() - begin;
    }

    private static double median(long[] nanos) {
        long[] last = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
        Arrays.sort(last);
        return last[last.length / 2] / 1e3;
    }
}
