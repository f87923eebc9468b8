package org.sporos.host.natives;

import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * A process in the default mode that works until it is clear whether its kernel gets C++, and says what became of it.
 */
final class AutoProcess {
    private AutoProcess() {}

    public static void main(String[] words) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=auto");
                DoubleView x = DoubleView.of("x", space, 10_000)) {
            Graph graph = Graph.define(
                    "g", root -> root.thenParallelFor("grow a bit", RangePolicy.of(10_000), i -> x.set(i, 3 * i + 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                String line = line(exec);
                while (!line.contains("native ") && !line.contains("no C++: ")) {
                    for (int run = 0; run < 1000; run++) {
                        exec.submit();
                    }
                    space.fence();
                    line = line(exec);
                }
                System.out.println(line);
            }
        }
    }

    private static String line(ExecutableGraph exec) {
        return exec.explain()
                .lines()
                .filter(line -> line.contains("code: "))
                .findFirst()
                .orElseThrow();
    }
}
