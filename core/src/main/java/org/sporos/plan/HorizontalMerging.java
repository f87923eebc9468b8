package org.sporos.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;

/**
 * Horizontal kernel fusion: fuses small independent launches. Used by one thread, once.
 *
 * <p>Each unit has an earliest start time, the longest path to it by rough weights: 1 for a small launch, more for
 * others. Small launches with equal start times and priorities are fused, so no path becomes longer by these weights.
 * There is no cycle, because start times increase along paths.
 */
final class HorizontalMerging {
    private static final int MOST_MEMBERS = 1024;
    /**
     * The maximum of blocks of a fused launch, as a multiple of the largest allowed member: with more it is as slow as
     * several launches.
     */
    private static final int MOST_TIMES = 32;

    private static final int OTHER = 4;

    /** The minimum of members: for fewer, the table lookup of each block costs more than parallel launches. */
    static final int LEAST_MEMBERS = 4;

    private final PlanGraph graph;
    private final List<@Nullable Loop> loops;
    private final FusionSupport merges;
    private final Map<Long, Group> open = new HashMap<>();

    /** Units to be fused. */
    private static final class Group {
        static final int NONE = -1;

        int number = NONE;
        int members;
        long blocks;
    }

    private HorizontalMerging(PlanGraph graph, List<@Nullable Loop> loops, FusionSupport merges) {
        this.graph = graph;
        this.loops = loops;
        this.merges = merges;
    }

    /**
     * Returns a graph with small launches fused.
     *
     * @param loops the units as loops, null for others
     */
    static PlanGraph merge(PlanGraph graph, List<@Nullable Loop> loops, FusionSupport merges) {
        return new HorizontalMerging(graph, loops, merges).merged();
    }

    private PlanGraph merged() {
        int[] end = new int[graph.size()];
        Group[] groups = new Group[graph.size()];
        for (int u = 0; u < graph.size(); u++) {
            int start = 0;
            for (int k = 0; k < graph.count(u); k++) {
                int from = graph.before(u, k);
                start = Math.max(start, end[from]);
            }
            long blocks = blocks(u);
            boolean small = isMergeable(u) && blocks <= merges.sideBySide();
            end[u] = start + (small ? 1 : weight(u, blocks));
            long key = (long) start << Integer.SIZE | graph.units().get(u).priority();
            Group group = small ? open.get(key) : null;
            if (group == null || group.members >= MOST_MEMBERS || group.blocks >= most()) {
                group = new Group();
                if (small) {
                    open.put(key, group);
                }
            }
            group.members++;
            group.blocks += blocks;
            groups[u] = group;
        }
        return merged(groups);
    }

    private PlanGraph merged(Group[] groups) {
        int[] numbers = new int[groups.length];
        int count = 0;
        for (int u = 0; u < groups.length; u++) {
            Group group = groups[u];
            if (group.members < LEAST_MEMBERS) {
                numbers[u] = count++;
            } else {
                group.number = group.number == Group.NONE ? count++ : group.number;
                numbers[u] = group.number;
            }
        }
        return count == graph.size() ? graph : graph.merged(numbers, count, FusionKind.HORIZONTAL);
    }

    private long most() {
        return (long) MOST_TIMES * merges.sideBySide();
    }

    /** Returns the approximate number of blocks of a unit; 1 if it is no loop. */
    private long blocks(int u) {
        Loop loop = loops.get(u);
        double indexes = loop == null ? 1 : loop.size();
        // A reduction has 64 indexes per thread.
        double perBlock = loop != null && loop.isLast() ? 64.0 * FusionSupport.BLOCK : FusionSupport.BLOCK;
        return (long) Math.max(1, Math.ceil(indexes / perBlock));
    }

    private int weight(int u, long blocks) {
        LaunchUnit unit = graph.units().get(u);
        if (unit.empty()) {
            return 0;
        }
        long waves = blocks / merges.sideBySide();
        return loops.get(u) == null ? OTHER : 2 + Long.SIZE - Long.numberOfLeadingZeros(waves);
    }

    private boolean isMergeable(int u) {
        Loop loop = loops.get(u);
        LaunchUnit unit = graph.units().get(u);
        if (loop == null || !hasOwnBlocks(loop.policy())) {
            return false;
        }
        boolean elements = !unit.isMerged() && isElements(unit.node());
        for (LaunchUnit member : unit.members()) {
            elements |= isElements(member.node());
        }
        return !elements || merges.fills() && fitsInt(loop);
    }

    /** Returns whether a loop is a fill or a copy: it has no kernel of the user. */
    private static boolean isElements(Node node) {
        return node.role() == null;
    }

    private static boolean fitsInt(Loop loop) {
        return loop.launch().indexes().stream().allMatch(index -> index.high() < Integer.MAX_VALUE);
    }

    /** Returns whether a policy leaves blocks, grid and tiles to the library. */
    static boolean hasOwnBlocks(@Nullable Policy policy) {
        if (policy instanceof RangePolicy range) {
            return range.block() == 0 && range.grid() == 0;
        } else if (policy instanceof LongRangePolicy range) {
            return range.block() == 0 && range.grid() == 0;
        }
        return !(policy instanceof MDRangePolicy box)
                || IntStream.range(0, box.rank()).allMatch(d -> box.tile(d) == 0);
    }
}
