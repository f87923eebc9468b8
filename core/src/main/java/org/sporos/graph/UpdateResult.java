package org.sporos.graph;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/**
 * The result of {@link ExecutableGraph#update}: done, or the differences of nodes and edges. Immutable; its
 * text is for reports.
 *
 * <pre>{@code
 * UpdateResult result = exec.update(graph);
 * if (!result.isDone()) {
 *     result.differences().forEach(System.out::println);
 *     exec.close();
 *     exec = graph.instantiate(space);
 * }
 * }</pre>
 *
 * @param differences the differences in the order of the nodes; empty if the update was done
 */
public record UpdateResult(List<Difference> differences) {

    /** Keeps an unmodifiable copy. */
    public UpdateResult {
        differences = List.copyOf(differences);
    }

    /** Returns whether later runs are those of the new graph; if not, nothing was changed. */
    public boolean isDone() {
        return differences.isEmpty();
    }

    /** Returns one line, or one for each difference. */
    @Override
    public String toString() {
        return isDone()
                ? "updated"
                : "not updated:\n"
                        + differences.stream().map(Difference::toString).collect(Collectors.joining("\n"));
    }

    /**
     * A difference of nodes or edges, which needs an instantiation.
     *
     * @param node the node of the new graph, or null if the graph as a whole differs
     * @param reason the difference, as the predicate of a sentence about the node or the graph
     */
    public record Difference(@Nullable Node node, String reason) {
        /** Returns one sentence without a full stop. */
        @Override
        public String toString() {
            Node of = node;
            return of == null
                    ? "the graph " + reason
                    : "node " + Labels.quoted(of.label()) + " (" + of.where() + ") " + reason;
        }
    }
}
