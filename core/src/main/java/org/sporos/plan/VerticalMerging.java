package org.sporos.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.view.View;

/**
 * Vertical kernel fusion: fuses dependent loops over the same indexes whose shared accesses are pointwise. Used by one
 * thread, once.
 *
 * <p>The level of a unit is the length of the longest path to it. A unit joins the loop of a predecessor only if its
 * other predecessors have a lower level. So no loop starts later than before, and no cycle arises.
 *
 * <p>Single calls after a reduction join it, too: its last block runs them. They must be short, because other
 * successors of the reduction then wait for them as well.
 */
final class VerticalMerging {
    /** The maximum of members: longer code is not compiled well. */
    private static final int MOST_MEMBERS = 64;

    private static final String NO_LOOP = "one of them is no loop that this space merges";

    private final PlanGraph graph;
    private final List<@Nullable Loop> loops;
    private final FusionSupport merges;
    private final Remarks remarks;
    private final int[] successors;
    private final Group[] groupOf;

    /** Units to be fused. */
    private static final class Group {
        final int level;
        final List<Integer> members = new ArrayList<>(1);
        final LoopEffects touched = new LoopEffects();

        @Nullable
        Loop loop;

        boolean ended;
        boolean hasKernel;
        boolean isLong;
        int number = -1;

        Group(int level) {
            this.level = level;
        }

        void add(int unit, @Nullable Loop of) {
            members.add(unit);
            if (of == null) {
                ended = true;
                return;
            }
            touched.addAll(of.touched());
            ended |= of.isLast();
            hasKernel |= !of.isElements();
            isLong |= of.isLong();
            loop = loop == null || loop.isElements() ? of : loop;
        }

        void addAll(Group other) {
            members.addAll(other.members);
            touched.addAll(other.touched);
            hasKernel |= other.hasKernel;
            isLong |= other.isLong;
            loop = loop == null || loop.isElements() ? other.loop : loop;
        }
    }

    private VerticalMerging(PlanGraph graph, List<@Nullable Loop> loops, FusionSupport merges, Remarks remarks) {
        this.graph = graph;
        this.loops = loops;
        this.merges = merges;
        this.remarks = remarks;
        this.successors = graph.successorCounts();
        this.groupOf = new Group[graph.size()];
    }

    /**
     * Returns a graph with dependent loops fused.
     *
     * @param loops the units as loops, null for others and for loops not to be fused
     */
    static PlanGraph merge(PlanGraph graph, List<@Nullable Loop> loops, FusionSupport merges, Remarks remarks) {
        VerticalMerging merging = new VerticalMerging(graph, loops, merges, remarks);
        for (int u = 0; u < graph.size(); u++) {
            merging.assign(u);
        }
        return merging.result();
    }

    private void assign(int u) {
        int level = -1;
        Set<Group> highest = new LinkedHashSet<>();
        for (int k = 0; k < graph.count(u); k++) {
            int from = graph.before(u, k);
            Group group = groupOf[from];
            if (group.level > level) {
                level = group.level;
                highest.clear();
            }
            if (group.level == level) {
                highest.add(group);
            }
        }
        Loop loop = loops.get(u);
        if (loop == null) {
            highest.forEach(group -> remark(u, group, NO_LOOP));
        }
        Group target = loop == null || highest.isEmpty() ? null : joined(u, loop, highest);
        if (target == null) {
            target = new Group(level + 1);
        }
        target.add(u, loop);
        groupOf[u] = target;
    }

    /**
     * Returns the group for a unit, the union of its predecessors on the highest level; null if it cannot join them.
     */
    private @Nullable Group joined(int u, Loop loop, Set<Group> highest) {
        Group first = highest.iterator().next();
        if (highest.size() == 1 && isCallAfter(first, loop)) {
            return first;
        }
        int members = 0;
        for (Group group : highest) {
            members += group.members.size();
        }
        if (differs(u, loop, highest)) {
            return null;
        }
        if (members >= MOST_MEMBERS) {
            remark(u, first, "they would be one loop of too many nodes");
            return null;
        }
        boolean small = loop.isSingle() || loop.size() < merges.busy();
        if (small && !isSoleSuccessor(u, loop, highest)) {
            remarks.apart(graph, u, first.members, "so few indexes that other nodes may run at the same time");
            return null;
        }
        if (loop.isLast() && loop.size() < merges.reductionsFrom() && isLong(loop, highest)) {
            remarks.apart(graph, u, first.members, "a body is long, and a thread of a reduction has several indexes");
            return null;
        }
        if (!loop.isSingle() && !isPointwise(u, loop, highest)) {
            return null;
        }
        for (Group group : highest) {
            if (group != first) {
                first.addAll(group);
                group.members.forEach(member -> groupOf[member] = first);
            }
        }
        return first;
    }

    /** Returns whether a unit is a short call, to be run by the last block of a reduction. */
    private static boolean isCallAfter(Group group, Loop loop) {
        return loop.isSingle()
                && !loop.isLong()
                && group.loop != null
                && group.ended
                && group.members.size() < MOST_MEMBERS;
    }

    private static boolean isLong(Loop loop, Set<Group> groups) {
        return loop.isLong() || groups.stream().anyMatch(group -> group.isLong);
    }

    /** Returns whether the shared accesses of a loop and its predecessors are pointwise. */
    private boolean isPointwise(int u, Loop loop, Set<Group> groups) {
        LoopEffects all = new LoopEffects();
        for (Group group : groups) {
            View direct = group.touched.conflict(loop.bodies());
            View between = all.conflict(group.touched);
            View view = direct != null ? direct : between;
            if (view != null) {
                remarks.apart(graph, u, group.members, "not at their own index alone", view);
                return false;
            }
            all.addAll(group.touched);
        }
        return true;
    }

    /** Returns whether a loop before a unit has other indexes, or cannot be followed in its loop. */
    private boolean differs(int u, Loop loop, Set<Group> highest) {
        Loop known = loop;
        for (Group group : highest) {
            String why = difference(group, known);
            if (why != null) {
                remark(u, group, why);
                return true;
            }
            known = known.isElements() && group.loop != null ? group.loop : known;
        }
        return false;
    }

    /** Returns why a loop cannot join a group, or null if it can. */
    private static @Nullable String difference(Group group, Loop loop) {
        if (group.loop == null) {
            return NO_LOOP;
        }
        if (group.ended) {
            return "nothing follows a reduction in its loop";
        }
        if (group.loop.isOverSame(loop)) {
            return null;
        }
        return group.loop.launch().equals(loop.launch())
                ? "their policies differ in blocks, chunks or tiles"
                : "they run over different indexes";
    }

    /** Adds a remark on two nodes with kernels; none is needed for others. */
    private void remark(int u, Group group, String why) {
        int last = group.members.get(group.members.size() - 1);
        if (hasKernels(u) && hasKernels(last)) {
            remarks.apart(graph, u, group.members, why);
        }
    }

    private boolean hasKernels(int u) {
        LaunchUnit unit = graph.units().get(u);
        return !unit.empty() && !unit.node().kernels().isEmpty();
    }

    /**
     * Returns whether a unit is the only successor of some groups, and one loop takes no longer than parallel ones:
     * there is one group; or a few on a GPU with short bodies, where launches cost more.
     */
    private boolean isSoleSuccessor(int u, Loop loop, Set<Group> groups) {
        boolean isFew = groups.size() < HorizontalMerging.LEAST_MEMBERS && !merges.edges();
        return (groups.size() == 1 || isFew && !isLong(loop, groups))
                && groups.stream().allMatch(group -> isSoleSuccessor(u, group));
    }

    private boolean isSoleSuccessor(int u, Group group) {
        int last = group.members.get(group.members.size() - 1);
        boolean waits = false;
        for (int k = 0; k < graph.count(u); k++) {
            waits |= graph.before(u, k) == last;
        }
        return waits && successors[last] == 1;
    }

    private PlanGraph result() {
        int[] numbers = new int[graph.size()];
        int count = 0;
        for (int u = 0; u < graph.size(); u++) {
            Group group = groupOf[u];
            boolean isFused = group.hasKernel && group.members.size() > 1;
            if (!isFused) {
                numbers[u] = count++;
            } else {
                group.number = group.number < 0 ? count++ : group.number;
                numbers[u] = group.number;
            }
        }
        return count == graph.size() ? graph : graph.merged(numbers, count, FusionKind.VERTICAL);
    }
}
