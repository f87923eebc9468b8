package org.sporos.host.natives;

import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** A process that runs a graph whose kernels are to be C++, and says which code they have. */
final class NativeProcess {
    private NativeProcess() {}

    public static void main(String[] words) throws Exception {
        Thread end = new Thread(() -> {
            try {
                System.in.read();
                System.exit(3);
            } catch (java.io.IOException closed) {
                // Then the end of the program is its end.
            }
        });
        end.setDaemon(true);
        end.start();
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=native");
                DoubleView x = DoubleView.of("x", space, 1000)) {
            Graph graph = Graph.define(
                    "g", root -> root.thenParallelFor("a", RangePolicy.of(1000), i -> x.set(i, 3 * i + 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                String code = exec.explain().replaceAll("(?s).*code: (\\w+).*", "$1");
                System.out.println(code + " " + x.get(999));
            }
        }
        System.exit(0);
    }
}
