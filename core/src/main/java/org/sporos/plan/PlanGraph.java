package org.sporos.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.sporos.error.InternalException;
import org.sporos.graph.Graph;

/**
 * An intermediate plan: units in topological order with distinct predecessors. Passes build new graphs from it; none is
 * modified. Used by one thread.
 *
 * @param first the offset of each unit's predecessors in {@code before}; the last element is its size
 * @param before the predecessors
 */
@SuppressWarnings("ArrayRecordComponent")
record PlanGraph(List<LaunchUnit> units, int[] first, int[] before) {
    private static final int[] NONE = {};

    /** Returns the graph of a builder. */
    static PlanGraph of(PlanGraphBuilder made) {
        return new PlanGraph(made.units(), made.first(), made.before());
    }

    /** Returns the final plan, without pointwise edges and remarks. */
    LaunchPlan plan(Graph of) {
        return plan(of, new BitSet(), List::of, List::of);
    }

    /**
     * Returns the final plan.
     *
     * @param pointwise the numbers of the pointwise edges
     * @param phased a line for each launch of phases
     * @param remarks a line for each reason of missed fusion
     */
    LaunchPlan plan(Graph of, BitSet pointwise, Supplier<List<String>> phased, Supplier<List<String>> remarks) {
        return new LaunchPlan(of, units, first, before, pointwise, phased, remarks);
    }

    int size() {
        return units.size();
    }

    /** Returns the number of predecessors of a unit. */
    int count(int unit) {
        return first[unit + 1] - first[unit];
    }

    /** Returns the k-th predecessor of a unit. */
    int before(int unit, int k) {
        return before[first[unit] + k];
    }

    private int[] predecessors(int unit) {
        return count(unit) == 0 ? NONE : Arrays.copyOfRange(before, first[unit], first[unit + 1]);
    }

    /** Returns the number of successors of each unit. */
    int[] successorCounts() {
        int[] counts = new int[size()];
        for (int from : before) {
            counts[from]++;
        }
        return counts;
    }

    /**
     * Returns a graph with groups of units fused.
     *
     * @param groupOf the group of each unit; no group is empty, and fusion must not create a cycle
     */
    PlanGraph merged(int[] groupOf, int groups, FusionKind merge) {
        return merged(groupOf, groups, (at, members) -> LaunchUnit.of(at, merge, members));
    }

    /** Creates a unit from the members of a group, at a position. */
    interface Merge {
        LaunchUnit of(int position, List<LaunchUnit> members);
    }

    /** Returns this graph with each group of several members as one unit. */
    PlanGraph merged(int[] groupOf, int groups, Merge merge) {
        List<List<LaunchUnit>> members = new ArrayList<>(groups);
        List<int[]> edges = new ArrayList<>(groups);
        for (int g = 0; g < groups; g++) {
            members.add(new ArrayList<>(1));
            edges.add(new int[0]);
        }
        for (int u = 0; u < size(); u++) {
            members.get(groupOf[u]).add(units.get(u));
            edges.set(groupOf[u], joined(edges.get(groupOf[u]), u, groupOf));
        }
        int[] order = order(edges, members);
        int[] position = new int[groups];
        for (int at = 0; at < groups; at++) {
            position[order[at]] = at;
        }
        PlanGraphBuilder made = new PlanGraphBuilder(groups);
        for (int at = 0; at < groups; at++) {
            List<LaunchUnit> all = members.get(order[at]);
            made.edges(moved(edges.get(order[at]), position));
            made.add(all.size() == 1 ? all.get(0).at(at) : merge.of(at, all));
        }
        return of(made);
    }

    private int[] joined(int[] known, int unit, int[] groupOf) {
        int[] all = Arrays.copyOf(known, known.length + count(unit));
        int size = known.length;
        for (int k = 0; k < count(unit); k++) {
            int group = groupOf[before(unit, k)];
            if (group != groupOf[unit] && !contains(all, size, group)) {
                all[size++] = group;
            }
        }
        return size == all.length ? all : Arrays.copyOf(all, size);
    }

    private static boolean contains(int[] all, int size, int wanted) {
        if (size > 16) {
            // Long lists may keep duplicates here; withoutShortcuts() removes them.
            return all[size - 1] == wanted;
        }
        for (int k = 0; k < size; k++) {
            if (all[k] == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Returns the groups in topological order, otherwise by their first members. */
    private static int[] order(List<int[]> edges, List<List<LaunchUnit>> members) {
        int groups = edges.size();
        int[] waits = new int[groups];
        int[] first = new int[groups + 1];
        for (int g = 0; g < groups; g++) {
            waits[g] = edges.get(g).length;
            for (int from : edges.get(g)) {
                first[from + 1]++;
            }
        }
        for (int g = 0; g < groups; g++) {
            first[g + 1] += first[g];
        }
        int[] after = new int[first[groups]];
        int[] next = first.clone();
        for (int g = 0; g < groups; g++) {
            for (int from : edges.get(g)) {
                after[next[from]++] = g;
            }
        }
        PriorityQueue<Integer> ready = new PriorityQueue<>((a, b) -> Integer.compare(
                members.get(a).get(0).index(), members.get(b).get(0).index()));
        for (int g = 0; g < groups; g++) {
            if (waits[g] == 0) {
                ready.add(g);
            }
        }
        int[] order = new int[groups];
        int count = 0;
        while (!ready.isEmpty()) {
            int g = ready.poll();
            order[count++] = g;
            for (int e = first[g]; e < first[g + 1]; e++) {
                if (--waits[after[e]] == 0) {
                    ready.add(after[e]);
                }
            }
        }
        if (count < groups) {
            throw new InternalException("merging made a cycle of launch units");
        }
        return order;
    }

    /** Returns a graph without empty units, except those whose removal would add many edges. */
    PlanGraph withoutEmptyUnits() {
        for (LaunchUnit unit : units) {
            if (unit.empty()) {
                return contracted();
            }
        }
        return this;
    }

    private PlanGraph contracted() {
        int[] successors = successorCounts();
        boolean[] removed = new boolean[size()];
        List<int[]> waits = new ArrayList<>(size());
        int[] position = new int[size()];
        PlanGraphBuilder kept = new PlanGraphBuilder(size());
        for (int u = 0; u < size(); u++) {
            int[] from = withoutRemoved(predecessors(u), removed, waits);
            waits.add(from);
            long edges = (long) from.length * successors[u];
            removed[u] = units.get(u).empty() && edges <= Math.max(16, 2L * (from.length + successors[u]));
            if (!removed[u]) {
                position[u] = kept.size();
                kept.edges(moved(from, position));
                kept.add(units.get(u).at(kept.size()));
            }
        }
        return kept.size() == size() ? this : of(kept);
    }

    private static int[] moved(int[] from, int[] position) {
        int[] moved = new int[from.length];
        for (int k = 0; k < moved.length; k++) {
            moved[k] = position[from[k]];
        }
        Arrays.sort(moved);
        return moved;
    }

    /** Returns the distinct predecessors; a removed unit is replaced by its own. */
    private static int[] withoutRemoved(int[] from, boolean[] removed, List<int[]> waits) {
        int count = 0;
        boolean any = false;
        for (int f : from) {
            any |= removed[f];
            count += removed[f] ? waits.get(f).length : 1;
        }
        if (!any) {
            return from;
        }
        int[] all = new int[count];
        int at = 0;
        for (int f : from) {
            if (removed[f]) {
                System.arraycopy(waits.get(f), 0, all, at, waits.get(f).length);
                at += waits.get(f).length;
            } else {
                all[at++] = f;
            }
        }
        return distinct(all);
    }

    /** Returns sorted distinct numbers; sorts the argument. */
    private static int[] distinct(int[] all) {
        Arrays.sort(all);
        int size = 0;
        for (int k = 0; k < all.length; k++) {
            if (size == 0 || all[size - 1] != all[k]) {
                all[size++] = all[k];
            }
        }
        return size == all.length ? all : Arrays.copyOf(all, size);
    }

    /** Returns a graph without shortcuts: edges from a predecessor of another predecessor. */
    PlanGraph withoutShortcuts() {
        int[] starts = new int[first.length];
        int[] kept = new int[before.length];
        int[] seen = new int[size()];
        int edges = 0;
        for (int u = 0; u < size(); u++) {
            for (int k = 0; k < count(u) && count(u) > 1; k++) {
                int from = before(u, k);
                for (int e = first[from]; e < first[from + 1]; e++) {
                    seen[before[e]] = u + 1;
                }
            }
            for (int k = 0; k < count(u); k++) {
                int from = before(u, k);
                if (seen[from] != u + 1) {
                    seen[from] = u + 1;
                    kept[edges++] = from;
                }
            }
            Arrays.sort(kept, starts[u], edges);
            starts[u + 1] = edges;
        }
        return new PlanGraph(units, starts, Arrays.copyOf(kept, edges));
    }
}
