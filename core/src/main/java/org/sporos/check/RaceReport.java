package org.sporos.check;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.sporos.check.MemoryAccesses.Use;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.SourceLocation;
import org.sporos.internal.error.Labels;

/**
 * Reports the races of one graph, memory by memory: pairs of nodes at the same lines are reported once with their
 * number, and at most a few in full.
 */
final class RaceReport {
    private static final String RACE = "G102";
    private static final String POSSIBLE_RACE = "G108";
    private static final int SHOWN_PER_MEMORY = 10;

    private record Pair(Node one, Node other) {}

    /** Two uses proven disjoint. */
    private record DisjointUses(Use one, Use other) {}

    /** Pairs of nodes with equal keys are reported as one. */
    private record Lines(boolean certain, Graph graph, String view, String first, String second) {}

    /** A use by a node, or by a node of the graph that the node nests. */
    private record Place(int node, Use use) {}

    /** The first of the pairs reported as one. */
    private static final class Race {
        private final Use first;
        private final Use second;
        private int more;

        Race(Use first, Use second) {
            this.first = first;
            this.second = second;
        }
    }

    private final Graph graph;
    private final FlatGraph flat;
    private final KernelSeparation separation;
    private final Diagnostics diagnostics;
    private final boolean isOfRuns;
    private final Set<Pair> seen = new HashSet<>();
    private final Set<DisjointUses> known = new HashSet<>();
    private final Map<Lines, Race> races = new LinkedHashMap<>();
    private int disjoint;
    private boolean tellAll;

    /** @param isOfRuns whether the nodes of the graph stand for runs of the graphs that they nest */
    RaceReport(Graph graph, FlatGraph flat, KernelSeparation separation, Diagnostics diagnostics, boolean isOfRuns) {
        this.graph = graph;
        this.flat = flat;
        this.separation = separation;
        this.diagnostics = diagnostics;
        this.isOfRuns = isOfRuns;
    }

    /** Returns the number of pairs found disjoint. */
    int disjoint() {
        return disjoint;
    }

    /** Sets whether disjoint pairs are reported too, as they can hide others. */
    void tellAll(boolean all) {
        tellAll = all;
    }

    /**
     * Adds two unordered uses.
     *
     * @param meets whether they share an element, if both happen
     * @return whether it may be a race
     */
    boolean race(Use first, Use second, boolean meets) {
        Pair pair = new Pair(flat.node(first.step()), flat.node(second.step()));
        if (seen.contains(pair)) {
            return true;
        }
        boolean certain = meets && first.touch().certain() && second.touch().certain()
                || first.touch().mustMeet(second.touch())
                || second.touch().mustMeet(first.touch())
                || separation.mustOverlap(pair.one(), first.touch(), pair.other(), second.touch());
        if (!certain && !tellAll && areDisjoint(pair, first, second)) {
            return false;
        }
        seen.add(pair);
        Race known = races.putIfAbsent(lines(certain, first, second), new Race(first, second));
        if (known != null) {
            known.more++;
        }
        return true;
    }

    /** The order of the two in the graph does not matter. */
    private Lines lines(boolean certain, Use first, Use second) {
        String view = first.touch().view().label();
        String one = line(place(first, second));
        String other = line(place(second, first));
        boolean inOrder = one.compareTo(other) <= 0;
        return new Lines(certain, common(first, second), view, inOrder ? one : other, inOrder ? other : one);
    }

    private boolean areDisjoint(Pair pair, Use first, Use second) {
        DisjointUses uses = new DisjointUses(first, second);
        if (!known.contains(uses) && !separation.areDisjoint(pair.one(), first.touch(), pair.other(), second.touch())) {
            return false;
        }
        known.add(uses);
        disjoint++;
        return true;
    }

    /** Reports the races of a memory and resets for the next. */
    void endOfMemory() {
        int shown = 0;
        int moreRaces = 0;
        int morePossible = 0;
        String view = "";
        for (Map.Entry<Lines, Race> entry : races.entrySet()) {
            boolean certain = entry.getKey().certain();
            view = entry.getKey().view();
            if (shown++ < SHOWN_PER_MEMORY) {
                tell(entry.getValue(), certain);
            } else {
                moreRaces += certain ? 1 + entry.getValue().more : 0;
                morePossible += certain ? 0 : 1 + entry.getValue().more;
            }
        }
        tellRest(view, moreRaces, morePossible);
        races.clear();
        seen.clear();
        known.clear();
    }

    private void tell(Race race, boolean certain) {
        String text = text(race, what(certain, race.first.touch().view().label()));
        String later = name(place(race.second, race.first).node());
        String cure = "Let " + later + " depend on "
                + name(place(race.first, race.second).node());
        if (certain) {
            diagnostics.error(RACE, text, cure + ".");
        } else {
            diagnostics.warning(POSSIBLE_RACE, text, cure + ", unless they never touch the same element.");
        }
    }

    private void tellRest(String view, int moreRaces, int morePossible) {
        String cure = "Order them as the pairs above.";
        if (moreRaces > 0) {
            diagnostics.error(RACE, rest(moreRaces, what(true, view)), cure);
        }
        if (morePossible > 0) {
            diagnostics.warning(POSSIBLE_RACE, rest(morePossible, what(false, view)), cure);
        }
    }

    private static String what(boolean certain, String view) {
        return (certain ? "touch" : "may touch the same elements of") + " view " + Labels.quoted(view);
    }

    private String rest(int count, String what) {
        return "in graph " + Labels.quoted(graph.label()) + " at least " + count + " more pairs of nodes " + what
                + " in no fixed order.";
    }

    private String text(Race race, String what) {
        Place first = place(race.first, race.second);
        Place second = place(race.second, race.first);
        String more = race.more == 0
                ? ""
                : " (and at least " + race.more + (race.more == 1 ? " more pair" : " more pairs") + " of these lines)";
        String in = isOfRuns
                ? ""
                : "in graph " + Labels.quoted(common(race.first, race.second).label()) + " ";
        return in + "the nodes " + name(first) + " and " + name(second) + more + " " + what + " in no fixed order: "
                + deed(first) + ", " + deed(second) + ".";
    }

    private Graph common(Use first, Use second) {
        return flat.graph(flat.outermost(first.step(), second.step()));
    }

    private Place place(Use use, Use other) {
        return new Place(flat.outermost(use.step(), other.step()), use);
    }

    private String deed(Place place) {
        NodeAccess touch = place.use.touch();
        SourceLocation where =
                touch.where() == null ? flat.node(place.use.step()).where() : touch.where();
        String nested = isNested(place) && !isOfRuns ? ", in " + name(place.node) + " at " + line(place) : "";
        return name(place.use.step()) + " " + touch.mode().verb() + " it (" + where + nested + ")";
    }

    private static boolean isNested(Place place) {
        return place.node != place.use.step();
    }

    /** Returns the line of the access, or of the node that nests its graph. */
    private String line(Place place) {
        SourceLocation where = isNested(place) ? null : place.use.touch().where();
        return (where == null ? flat.node(place.node).where() : where).toString();
    }

    private String name(Place place) {
        String name = name(place.use.step());
        if (!isNested(place)) {
            return name;
        }
        Graph nested = flat.node(place.node).work().inlined();
        return isOfRuns && nested != null
                ? name + " of graph " + Labels.quoted(nested.label())
                : name + " in " + name(place.node);
    }

    /** Returns the label of a step's node, with its number if the label is not unique. */
    private String name(int step) {
        Node node = flat.node(step);
        String number = RepeatedLabels.number(node, flat.graph(step));
        return Labels.quoted(node.label()) + (number.isEmpty() ? "" : " (" + number + ")");
    }
}
