package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Verification;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.IntView;

/** Verification against the plain Java reference, of a device that runs nothing: its memory stays 0. */
final class VerifyIdleDeviceTest {
    private static final int N = 10;

    private static GpuSpace space() {
        return GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());
    }

    @Test
    void the_first_element_that_the_device_lacks_is_named() {
        try (GpuSpace space = space();
                IntView x = IntView.of("x", space, N)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("zero", RangePolicy.of(N), i -> x.set(i, 0))
                            .thenParallelFor("count", RangePolicy.of(3, N), i -> x.set(i, i)));
            Verification found = graph.verify(space);
            assertThat(found.nodes()).isEqualTo(2);
            assertThat(found.difference())
                    .hasValueSatisfying(difference -> assertThat(difference.toString())
                            .startsWith("node 'count' (VerifyIdleDeviceTest.java:")
                            .endsWith(") makes 'x'(3) = 0 instead of 3"));
            assertThat(found.toString()).contains(" against its lambdas: 2 nodes");
        }
    }

    private static String failure(GpuSpace space, Graph graph) {
        GraphRunException failure = catchThrowableOfType(GraphRunException.class, () -> graph.verify(space));
        assertThat(failure).isNotNull();
        assertThat(failure.node()).isEqualTo("node");
        return failure.getMessage();
    }

    @Test
    void a_node_that_fails_in_the_reference_alone_is_named() {
        try (GpuSpace space = space();
                IntView x = IntView.of("x", space)) {
            assertThat(failure(space, Graph.define("g", root -> root.then("node", () -> x.set(1 / x.get())))))
                    .startsWith("R302: node 'node' (VerifyIdleDeviceTest.java:")
                    .endsWith(") of graph 'g' fails where its lambdas are called one by one:"
                            + " ArithmeticException: / by zero");
            Graph body = Graph.define("body", root -> root.then("more", () -> x.set(x.get() + 1)));
            assertThat(failure(space, Graph.define("g", root -> root.thenWhile("node", () -> x.get() < 9, body, 4))))
                    .startsWith("R304: node 'node'")
                    .endsWith("R304: the condition of a loop holds after 4 iterations");
            Graph apart = Graph.define(
                    "g",
                    root -> root.thenParallelFor("node", TeamPolicy.of(2, 3), team -> {
                        if (team.teamRank() < 2) {
                            team.barrier();
                        }
                    }));
            assertThat(failure(space, apart))
                    .startsWith("R307: node 'node'")
                    .endsWith("R307: member 2 of a team came to the end of the body while member 0 came to a barrier;"
                            + " all members of a team must make the same collective calls in the same order");
        }
    }
}
