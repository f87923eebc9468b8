package org.sporos.trace;

import org.sporos.graph.Profile.NodeShare;
import org.sporos.internal.error.Labels;

/** Texts for shares found by a shadow measurement. Stateless. */
final class ShadowText {
    private ShadowText() {}

    /** Returns the name of a node's part of a launch. */
    static String name(NodeShare node) {
        return Labels.shown(node.node().label()) + " (shadow)";
    }

    /**
     * Returns a node's note.
     *
     * @param whole the time of its launch
     * @param otherwise the note of a node without a share
     */
    static String note(NodeShare node, String whole, String otherwise) {
        return node.share() == 0 ? otherwise : "shadow: " + TimeText.percent(node.share()) + " of " + whole;
    }

    /** Returns the line of a node in a table, after its share. */
    static String line(NodeShare node) {
        String shown = Labels.shown(node.node().label());
        return node.skipped().isEmpty()
                ? shown + ", alone " + TimeText.of(node.alone().median())
                : shown + ", not repeated: it " + node.skipped();
    }
}
