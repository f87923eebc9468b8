package org.sporos.contract.redeploy;

import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.param.DoubleParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/**
 * What an application does with the library between its deployment and its end. Loaded by a class loader of its own.
 */
public final class DeployedCode implements Runnable {
    private static final int N = 4096;

    /** Constants that kernels read. */
    private record Weights(double left, double right) {}

    @Override
    public void run() {
        try (ExecutionSpace space = ExecutionSpaces.open(System.getProperty("sporos.test.redeployed"))) {
            runIn(space);
        }
    }

    private static void runIn(ExecutionSpace space) {
        DoubleParam scale = DoubleParam.of("scale", 2);
        // Some views are left to the garbage collector.
        DoubleView x = DoubleView.of("x", space, N);
        try (DoubleView y = DoubleView.of("y", space, N);
                DoubleView sum = DoubleView.of("sum", space);
                DoubleView mirror = sum.mirror();
                ExecutableGraph exec = graph(x, y, sum, scale).instantiate(space)) {
            for (int run = 0; run < 300; run++) {
                scale.set(run);
                exec.submit();
            }
            space.fence();
            Views.deepCopy(mirror, sum);
            if (mirror.get() != 299.0 * (N - 1) * N + 7 * N) {
                throw new IllegalStateException("wrong sum " + mirror.get());
            }
        }
    }

    private static Graph graph(DoubleView x, DoubleView y, DoubleView sum, DoubleParam scale) {
        Weights weights = new Weights(1, 1);
        return Graph.define("deployed", root -> {
            NodeRef first = root.thenParallelFor("first", RangePolicy.of(N), i -> x.set(i, i * scale.get()));
            NodeRef second = first.thenParallelFor(
                    "second",
                    RangePolicy.of(N),
                    i -> y.set(i, weights.left() * x.get(i) + weights.right() * x.get(N - 1 - i)));
            NodeRef box = second.thenParallelFor(
                    "box", MDRangePolicy.of(64, 64), (i, j) -> y.set(64 * i + j, y.get(64 * i + j) + 7));
            NodeRef host = box.thenHost("host", () -> {});
            NodeRef call = host.then("call", () -> x.set(0, 1)).then("next call", () -> x.set(0, x.get(0) + 1));
            NodeRef reduce = call.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> y.get(i)));
            reduce.thenParallelFor("teams", TeamPolicy.of(4, 2), member -> {
                member.barrier();
                x.set(2 * member.leagueRank() + member.teamRank(), 1);
            });
        });
    }
}
