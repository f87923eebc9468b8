package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.gpu.NodeKinds;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExternalSemaphore;

/** Each kind of node runs on host. */
@Timeout(120)
final class NodeKindsTest {

    @ParameterizedTest
    @ValueSource(strings = {"host,threads=1", "host,threads=3", "host,threads=2,strict"})
    void each_kind_runs(String name) throws Exception {
        try (ExecutionSpace space = ExecutionSpaces.open(name);
                NodeKinds kinds = new NodeKinds(space, ExternalSemaphore.inProcess("semaphore"))) {
            assertThat(kinds.graphs().keySet()).isEqualTo(NodeKinds.all());
            for (Graph graph : kinds.graphs().values()) {
                for (Merging merging : Merging.values()) {
                    try (ExecutableGraph exec = graph.instantiate(space, merging)) {
                        assertThat(exec.explain()).contains(graph.toString());
                        exec.submit();
                        exec.submit();
                        space.fence();
                    }
                }
            }
        }
    }
}
