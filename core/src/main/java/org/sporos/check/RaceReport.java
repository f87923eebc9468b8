package org.sporos.check;

import java.util.HashSet;
import java.util.Set;
import org.sporos.check.MemoryUses.Use;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.SourceLocation;

/** Writes the races of one graph down: each pair of nodes once a memory, and no more than a few of those in full. */
final class RaceReport {
    private static final int SHOWN_PER_MEMORY = 10;

    private record Pair(Node one, Node other) {}

    private final Graph graph;
    private final FlatGraph flat;
    private final Diagnostics diagnostics;
    private final Set<Pair> seen = new HashSet<>();
    private String view = "";
    private int moreRaces;
    private int morePossible;

    RaceReport(Graph graph, FlatGraph flat, Diagnostics diagnostics) {
        this.graph = graph;
        this.flat = flat;
        this.diagnostics = diagnostics;
    }

    /** Notes that two uses are in no order; {@code meets} tells whether they surely touch a common element. */
    void race(Use first, Use second, boolean meets) {
        if (!seen.add(new Pair(flat.node(first.step()), flat.node(second.step())))) {
            return;
        }
        boolean certain = meets && first.touch().certain() && second.touch().certain();
        view = first.touch().view().label();
        if (seen.size() > SHOWN_PER_MEMORY) {
            moreRaces += certain ? 1 : 0;
            morePossible += certain ? 0 : 1;
        } else if (certain) {
            diagnostics.error(
                    RaceCheck.RACE,
                    text(first, second, "touch view " + Labels.quoted(view)),
                    cure(first, second) + ".");
        } else {
            String what = "may touch the same elements of view " + Labels.quoted(view);
            diagnostics.warning(
                    RaceCheck.POSSIBLE_RACE,
                    text(first, second, what),
                    cure(first, second) + ", unless they never meet.");
        }
    }

    /** Sums up what was left out, and begins with the next memory. */
    void endOfMemory() {
        String cure = "Order them as the pairs above, or join them with whenAll().";
        if (moreRaces > 0) {
            diagnostics.error(RaceCheck.RACE, rest(moreRaces, "touch view " + Labels.quoted(view)), cure);
        }
        if (morePossible > 0) {
            String what = "may touch the same elements of view " + Labels.quoted(view);
            diagnostics.warning(RaceCheck.POSSIBLE_RACE, rest(morePossible, what), cure);
        }
        seen.clear();
        moreRaces = 0;
        morePossible = 0;
    }

    private String rest(int count, String what) {
        return "in graph " + Labels.quoted(graph.label()) + " at least " + count + " more pairs of nodes " + what
                + " in no fixed order.";
    }

    private String text(Use first, Use second, String what) {
        Graph inner = flat.graph(first.step());
        Graph common = inner == flat.graph(second.step()) ? inner : graph;
        return "in graph " + Labels.quoted(common.label()) + " the nodes " + name(first, common) + " and "
                + name(second, common) + " " + what + " in no fixed order: " + deed(first) + ", " + deed(second) + ".";
    }

    private String name(Use use, Graph common) {
        Graph in = flat.graph(use.step());
        return Labels.quoted(label(use)) + "" + (in == common ? "" : " of graph " + Labels.quoted(in.label()));
    }

    private String deed(Use use) {
        SourceLocation where = use.touch().where();
        return Labels.quoted(label(use)) + " " + use.touch().mode().verb() + " it ("
                + (where == null ? flat.node(use.step()).where() : where) + ")";
    }

    private String cure(Use first, Use second) {
        return "Hang " + Labels.quoted(label(second)) + " on " + Labels.quoted(label(first))
                + ", or join them with whenAll()";
    }

    private String label(Use use) {
        return flat.node(use.step()).label();
    }
}
