package org.sporos.trace;

import java.util.List;
import java.util.stream.Collectors;
import org.sporos.error.Labels;
import org.sporos.graph.Profile.NodeShare;

/** The words for shares that a shadow measurement has found. */
final class ShadowText {
    private ShadowText() {}

    /** Returns the labels of a launch's nodes with their shares. */
    static String name(List<NodeShare> shadow) {
        return shadow.stream()
                        .map(node -> Labels.shown(node.node().label()) + share(node))
                        .collect(Collectors.joining(" + "))
                + " (shadow)";
    }

    private static String share(NodeShare node) {
        return node.share() == 0 ? "" : " " + TimeText.percent(node.share());
    }

    /** Returns the begin of a node's note; nothing if it has no share. */
    static String note(NodeShare node) {
        return node.share() == 0 ? "" : "shadow: " + TimeText.percent(node.share()) + " as ";
    }

    /** Returns the line of a node in a table, behind its share. */
    static String line(NodeShare node) {
        String label = Labels.shown(node.node().label());
        return node.skipped().isEmpty()
                ? label + ", alone " + TimeText.of(node.alone().median())
                : label + ", not repeated: it " + node.skipped();
    }
}
