package org.sporos.graph;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;

/**
 * The findings of {@link Graph#verify}. Immutable; its text is for reports.
 *
 * <pre>{@code
 * Verification found = graph.verify(space);
 * System.out.println(found);
 * found.difference().ifPresent(first -> System.out.println(first.node().where()));
 * }</pre>
 */
public final class Verification {
    private final String title;
    private final int nodes;
    private final long elements;
    private final List<Skipped> skipped;
    private final @Nullable Difference difference;

    /** A node that was not compared, and the reason. */
    public record Skipped(Node node, String reason) {
        /** Returns one line. */
        @Override
        public String toString() {
            return Labels.shown(node.label()) + " (" + node.where() + ") " + reason;
        }
    }

    /**
     * The first element in which the results differ.
     *
     * @param node the node that wrote it; after a run of the whole graph, the last one that wrote the view
     * @param view the label of the view
     * @param index the indexes of the element in that view
     * @param value the value of the space
     * @param expected the value of the reference
     * @param ulps the distance in units in the last place, of integers their difference; at most Long.MAX_VALUE, also
     * for a NaN
     */
    public record Difference(
            Node node, String view, List<Long> index, ElementValue value, ElementValue expected, long ulps) {

        /** Keeps an unmodifiable copy. */
        public Difference {
            index = List.copyOf(index);
        }

        /** Returns one sentence. */
        @Override
        public String toString() {
            String at = Arrays.toString(index.toArray()).replace('[', '(').replace(']', ')');
            boolean isReal = value.type() == ElementType.DOUBLE || value.type() == ElementType.FLOAT;
            return "node " + Labels.quoted(node.label()) + " (" + node.where() + ") makes " + Labels.quoted(view) + at
                    + " = " + value + " instead of " + expected + (isReal ? ", " + ulps + " ulps away" : "");
        }
    }

    /** @param title the graph and the two spaces */
    public Verification(
            String title, int nodes, long elements, List<Skipped> skipped, @Nullable Difference difference) {
        this.title = title;
        this.nodes = nodes;
        this.elements = elements;
        this.skipped = List.copyOf(skipped);
        this.difference = difference;
    }

    /** Returns whether all compared elements are equal. */
    public boolean isEqual() {
        return difference == null;
    }

    /** Returns the first difference, which ended the comparison. */
    public Optional<Difference> difference() {
        return Optional.ofNullable(difference);
    }

    /** Returns the number of nodes whose results were compared; those of a nested graph count each time. */
    public int nodes() {
        return nodes;
    }

    /** Returns the number of elements that were compared. */
    public long elements() {
        return elements;
    }

    /** Returns the nodes that were not compared, in their order. */
    public List<Skipped> skipped() {
        return skipped;
    }

    /** Returns a summary of a few lines. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(title);
        text.append(": ").append(nodes).append(" nodes and ").append(elements).append(" elements compared, ");
        String equal = elements == 0 ? "so nothing is said" : "all equal";
        text.append(difference == null ? equal : "a difference found");
        if (difference != null) {
            text.append("\n  ").append(difference);
        }
        skipped.forEach(one -> text.append("\n  not compared: ").append(one));
        return text.toString();
    }
}
