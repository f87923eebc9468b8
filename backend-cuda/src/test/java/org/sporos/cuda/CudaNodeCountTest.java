package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.gpu.NodeKind;

class CudaNodeCountTest {
    /** As driver 580 draws a graph with a loop. */
    private static final String LOOP = """
            digraph dot {
            subgraph cluster_1 {
            label="graph_1" graph[style="dashed"];
            "graph_1_node_0"[style="solid" shape="invtrapezium"label="0
            MEMSET
            (0,8000)
            "];

            "graph_1_node_1"[style="bold" shape="octagon" label="1
            add
            "];

            "graph_1_node_3"[style="bold" shape="record" label="{
            CONDITIONAL
            | {ID | 3}
            | {Conditional Type| WHILE}
            | {True|graph_2}
            }
            "];

            "graph_1_node_4"[style="solid" shape="rectangle" label="4
            graph_9
            "];

            "graph_1_node_0" -> "graph_1_node_1";
            "graph_1_node_1" -> "graph_1_node_3";
            }
            subgraph cluster_2 {
            label="graph_2" graph[style="dashed"];
            "graph_2_node_0"[style="bold" shape="octagon" label="0
            add
            "];

            }
            }
            """;

    @Test
    void the_nodes_of_the_outermost_graph_are_counted_by_kind() {
        assertThat(CudaNodeCount.count(LOOP))
                .isEqualTo(Map.of(NodeKind.FILL, 1, NodeKind.KERNEL, 1, NodeKind.CONDITIONAL, 1, NodeKind.CHILD, 1));
    }

    @Test
    void an_empty_graph_has_no_nodes() {
        assertThat(CudaNodeCount.count("digraph dot {\nsubgraph cluster_1 {\n}\n}\n"))
                .isEmpty();
    }

    @Test
    void a_folder_that_takes_no_file_is_named(@TempDir Path folder) {
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> CudaNodeCount.temporary(none))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S236: the folder for temporary files, " + none + ", takes no file; make it writable, or"
                        + " name another one with -Djava.io.tmpdir");
    }
}
