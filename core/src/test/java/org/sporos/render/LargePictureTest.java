package org.sporos.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;

final class LargePictureTest {
    private static final List<Function<Graph, String>> LANGUAGES = List.of(Dot::of, Mermaid::of, Svg::of);

    @Test
    void a_deep_graph_is_drawn_without_recursion() {
        drawsAll(Pictures.chain(50_000));
    }

    @Test
    void a_wide_graph_is_drawn() {
        drawsAll(Pictures.wide(50_000));
    }

    @Test
    void a_dense_graph_is_drawn() {
        drawsAll(Pictures.dense(1_000, 100_000));
    }

    @Test
    @Tag("full")
    void a_chain_of_a_million_nodes_is_drawn() {
        drawsAll(Pictures.chain(1_000_000));
    }

    @Test
    void a_graph_that_is_nested_in_itself_again_and_again_is_drawn_once_for_each_definition() {
        Graph graph = Pictures.diamond();
        for (int level = 0; level < 17; level++) {
            Graph inner = graph;
            graph = Graph.define("level " + level, root -> {
                root.thenGraph("left", inner);
                root.thenGraph("right", inner);
            });
        }
        for (Function<Graph, String> language : LANGUAGES) {
            assertThat(language.apply(graph)).hasSizeLessThan(50_000);
        }
    }

    private static void drawsAll(Graph graph) {
        int edges = graph.nodes().stream()
                .mapToInt(node -> node.predecessors().size())
                .sum();
        for (Function<Graph, String> language : LANGUAGES) {
            String picture = language.apply(graph);
            long lines = picture.chars().filter(c -> c == '\n').count();
            assertThat(lines).isGreaterThanOrEqualTo(graph.nodes().size() + edges);
            assertThat(picture.length()).isLessThan(500 * (graph.nodes().size() + edges) + 10_000);
        }
    }
}
