package org.sporos.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.check.MemoryAccesses.SameElements;
import org.sporos.check.MemoryAccesses.Use;
import org.sporos.graph.Graph;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.Footprint.Meeting;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.kernel.analysis.dependence.AccessMode;

/**
 * Finds data races: two nodes without a path between them, one of which writes elements that the other accesses. Nested
 * graphs are inlined; a conditional is one node with all accesses of its bodies.
 *
 * <p>Works memory by memory and searches paths only between overlapping accesses, so that it is near linear on ordinary
 * graphs; a budget stops it on others, with a warning.
 *
 * @param isOfRuns whether the nodes of the graph stand for runs of the graphs that they nest
 */
record RaceCheck(NodeAccesses touches, KernelSeparation separation, Diagnostics diagnostics, boolean isOfRuns) {
    private static final String GAVE_UP = "G109";

    RaceCheck(NodeAccesses touches, KernelSeparation separation, Diagnostics diagnostics) {
        this(touches, separation, diagnostics, false);
    }

    /** Checks the nodes of a graph and its nested graphs; bodies of conditionals are checked separately. */
    void check(Graph graph) {
        FlatGraph flat = new FlatGraph(graph);
        Collection<MemoryAccesses> memories = collect(flat);
        RaceReport report = new RaceReport(graph, flat, separation, diagnostics, isOfRuns);
        PathSearch precedence = new PathSearch(flat);
        for (MemoryAccesses uses : memories) {
            new MemoryRaces(precedence, report).check(uses);
            report.endOfMemory();
            if (precedence.isExhausted()) {
                break;
            }
        }
        if (precedence.isExhausted()) {
            diagnostics.warning(
                    GAVE_UP,
                    "in graph " + Labels.quoted(graph.label()) + " the search for data races was given up: "
                            + flat.size()
                            + " nodes with " + flat.edgeCount() + " edges touch " + memories.size()
                            + " memories in too many ways to compare them all",
                    "Join wide layers with whenAll(), or touch fewer overlapping parts of one view.");
        }
    }

    /** A memory; memory of a graph is distinct for each inlined copy of the graph. */
    private record Memory(Allocation allocation, int owner) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Memory memory && memory.allocation == allocation && memory.owner == owner;
        }

        @Override
        public int hashCode() {
            return 31 * allocation.hashCode() + owner;
        }
    }

    private static Memory memory(FlatGraph flat, int step, NodeAccess touch) {
        Allocation allocation = touch.view().allocation();
        return new Memory(allocation, allocation instanceof GraphMemory ? flat.owner(step, allocation) : 0);
    }

    /** Returns the uses of each memory, in the order of first use, which is the order of the report. */
    private Collection<MemoryAccesses> collect(FlatGraph flat) {
        Map<Memory, MemoryAccesses> found = new LinkedHashMap<>();
        Allocation last = null;
        MemoryAccesses ofLast = null;
        for (int step = 0; step < flat.size(); step++) {
            List<NodeAccess> all = touches.of(flat.node(step));
            for (int k = 0; k < all.size(); k++) {
                NodeAccess touch = all.get(k);
                Allocation allocation = touch.view().allocation();
                if (touch.elements().isEmpty()) {
                    continue;
                }
                if (ofLast == null || allocation != last) {
                    ofLast = found.computeIfAbsent(memory(flat, step, touch), memory -> new MemoryAccesses());
                    // One allocation of a graph represents several memories.
                    last = allocation instanceof GraphMemory ? null : allocation;
                }
                ofLast.add(step, touch);
            }
        }
        return found.values();
    }

    /**
     * The races on one allocation.
     *
     * <p>Uses of mutually overlapping elements are visited in the order of the steps and cut into turns: a single
     * write, or all reads, or all atomics of a kind, up to the next conflicting use. Every use must follow each use of
     * the previous turn; as order is transitive, this is sufficient, and each use is queried once.
     *
     * <p>Certain accesses are visited alone first: a path through a use that may not happen still orders its ends, but
     * a failed pair hides later ones, and an uncertain pair must not hide a certain one.
     */
    private static final class MemoryRaces {
        private static final int MAX_COMPARED_FULLY = 64;
        private static final int MAX_COMPARED_APART = 1024;
        private static final long MAX_MEETINGS = 20_000_000;

        private final PathSearch precedence;
        private final RaceReport report;
        private long meetings;

        MemoryRaces(PathSearch precedence, RaceReport report) {
            this.precedence = precedence;
            this.report = report;
        }

        void check(MemoryAccesses memory) {
            List<SameElements> groups = memory.groups();
            List<Pair> doubtful = new ArrayList<>();
            for (int k = 0; k < groups.size() && !precedence.isExhausted(); k++) {
                SameElements group = groups.get(k);
                walk(group.certain(), true);
                if (!group.isCertain()) {
                    doubtful.add(new Pair(group, null, true));
                }
                others(groups, k, doubtful);
            }
            for (Pair pair : doubtful) {
                walk(pair.uses(), pair.meets());
            }
        }

        private record Pair(SameElements one, @Nullable SameElements other, boolean meets) {
            List<Use> uses() {
                return other == null ? one.uses() : merged(one.uses(), other.uses());
            }
        }

        /** Compares with all groups that begin before the end of this one. */
        private void others(List<SameElements> groups, int k, List<Pair> doubtful) {
            SameElements group = groups.get(k);
            for (int j = k + 1; j < groups.size() && !precedence.isExhausted(); j++) {
                SameElements other = groups.get(j);
                if (other.elements().first() > group.elements().last()) {
                    return;
                }
                if (++meetings > MAX_MEETINGS) {
                    precedence.exhaust();
                    return;
                }
                Meeting meeting = group.elements().meets(other.elements());
                if (meeting != Meeting.NEVER && group.disturb(other)) {
                    pair(group, other, meeting == Meeting.ALWAYS, doubtful);
                }
            }
        }

        private void pair(SameElements group, SameElements other, boolean meets, List<Pair> doubtful) {
            if (meets) {
                walk(merged(group.certain(), other.certain()), true);
            }
            if (!meets || !group.isCertain() || !other.isCertain()) {
                doubtful.add(new Pair(group, other, meets));
            }
        }

        private static List<Use> merged(List<Use> a, List<Use> b) {
            List<Use> all = new ArrayList<>(a.size() + b.size());
            int k = 0;
            for (Use use : a) {
                while (k < b.size() && b.get(k).step() < use.step()) {
                    all.add(b.get(k++));
                }
                all.add(use);
            }
            all.addAll(b.subList(k, b.size()));
            return all;
        }

        /**
         * Visits uses with overlapping elements, as far as known. A pair that proves disjoint may have hidden others:
         * then all pairs are compared, or, if they are too many, that pair is reported as well.
         */
        private void walk(List<Use> uses, boolean meets) {
            if (uses.isEmpty()
                    || uses.get(0).step() == uses.get(uses.size() - 1).step()) {
                return;
            }
            int disjoint = report.disjoint();
            boolean ordered = inTurns(uses, meets);
            boolean hides = report.disjoint() > disjoint;
            if (!ordered && uses.size() <= (hides ? MAX_COMPARED_APART : MAX_COMPARED_FULLY)) {
                compareAll(uses, meets);
            } else if (hides) {
                report.tellAll(true);
                inTurns(uses, meets);
                report.tellAll(false);
            }
        }

        private boolean inTurns(List<Use> uses, boolean meets) {
            RaceSweep turns = new RaceSweep(precedence);
            boolean ordered = true;
            for (int from = 0; from < uses.size() && !precedence.isExhausted(); ) {
                int to = from + 1;
                while (to < uses.size() && uses.get(to).step() == uses.get(from).step()) {
                    to++;
                }
                List<Use> ofStep = uses.subList(from, to);
                for (List<Use> before : turns.add(ofStep)) {
                    ordered = false;
                    tell(before, ofStep, meets);
                }
                from = to;
            }
            return ordered;
        }

        /** Reports one conflicting pair of two steps: certain pairs first, and writes before reads. */
        private void tell(List<Use> before, List<Use> after, boolean meets) {
            List<UsePair> pairs = new ArrayList<>();
            for (Use a : before) {
                for (Use b : after) {
                    if (!a.touch().mode().agreesWith(b.touch().mode())) {
                        pairs.add(new UsePair(a, b));
                    }
                }
            }
            pairs.sort(Comparator.comparingInt(UsePair::weight).reversed());
            for (UsePair pair : pairs) {
                boolean same = pair.first()
                        .touch()
                        .elements()
                        .equals(pair.second().touch().elements());
                if (report.race(pair.first(), pair.second(), meets || same)) {
                    return;
                }
            }
        }

        private record UsePair(Use first, Use second) {
            int weight() {
                return MemoryRaces.weight(first) + MemoryRaces.weight(second);
            }
        }

        private static int weight(Use use) {
            int mode = use.touch().mode() == AccessMode.WRITE ? 2 : use.touch().mode() == AccessMode.READ ? 0 : 1;
            return (use.touch().certain() ? 1 << 4 : 0) + mode;
        }

        /** A failed pair hides others; small walks are repeated pair by pair, so that all are reported together. */
        private void compareAll(List<Use> uses, boolean meets) {
            int[] one = new int[1];
            for (int a = 0; a < uses.size(); a++) {
                one[0] = uses.get(a).step();
                precedence.group(one, 1);
                for (int b = a + 1; b < uses.size(); b++) {
                    Use first = uses.get(a);
                    Use second = uses.get(b);
                    boolean disturbed =
                            !first.touch().mode().agreesWith(second.touch().mode());
                    if (disturbed && first.step() != second.step() && precedence.unordered(second.step()) > 0) {
                        report.race(first, second, meets);
                    }
                }
            }
        }
    }

    /** The last two turns of a sweep over uses of the same elements; see {@link MemoryRaces}. */
    private static final class RaceSweep {
        private static final int MAX_RACES_OF_ONE = 8;

        private final PathSearch precedence;
        private List<List<Use>> before = new ArrayList<>();
        private List<List<Use>> now = new ArrayList<>();
        private int[] steps = {};
        private boolean exclusive;

        RaceSweep(PathSearch precedence) {
            this.precedence = precedence;
        }

        /**
         * Adds the uses of the next step, and returns those of the previous turn that do not precede it, up to a few.
         */
        List<List<Use>> add(List<Use> ofStep) {
            AccessMode mode = ofStep.get(0).touch().mode();
            boolean mixed = isMixed(ofStep);
            boolean joins = !now.isEmpty()
                    && !mixed
                    && !exclusive
                    && now.get(0).get(0).touch().mode().agreesWith(mode);
            if (!joins) {
                begin();
                exclusive = mixed;
            }
            now.add(ofStep);
            return before.isEmpty() ? List.of() : racing(ofStep.get(0).step());
        }

        private void begin() {
            List<List<Use>> reused = before;
            before = now;
            now = reused;
            now.clear();
            if (before.size() > steps.length) {
                steps = new int[before.size() + before.size() / 2];
            }
            for (int k = 0; k < before.size(); k++) {
                steps[k] = before.get(k).get(0).step();
            }
            precedence.group(steps, before.size());
        }

        private List<List<Use>> racing(int step) {
            int unordered = precedence.unordered(step);
            if (unordered == 0) {
                return List.of();
            }
            int[] found = Arrays.copyOf(steps, Math.min(unordered, MAX_RACES_OF_ONE));
            Arrays.sort(found);
            return before.stream()
                    .filter(other -> Arrays.binarySearch(found, other.get(0).step()) >= 0)
                    .limit(found.length)
                    .toList();
        }

        private static boolean isMixed(List<Use> ofStep) {
            for (int k = 1; k < ofStep.size(); k++) {
                if (ofStep.get(k).touch().mode() != ofStep.get(0).touch().mode()) {
                    return true;
                }
            }
            return false;
        }
    }
}
