package org.sporos.check;

import java.util.Arrays;

/**
 * Reachability queries on a {@link FlatGraph}: which steps of a group precede a step. Searches backwards along edges,
 * caches results per group, and stops at a budget of edge visits. Used by one thread.
 */
final class PathSearch {
    private static final int VISITS_PER_EDGE = 200;
    private static final int SMALL_GROUP = 8;

    private final FlatGraph graph;
    /** A path cover of the graph: the path of each step, and its position on the path. */
    private final int[] path;

    private final int[] position;
    /**
     * Group numbers of each step: the group that contains it, the last group that wholly precedes it, and the last
     * group of one that does not.
     */
    private final int[] memberOf;

    private final int[] after;
    private final int[] notAfter;
    private final int[] visited;
    private int[] stack = new int[64];
    private int[] cursor = new int[64];
    private int[] members = {};
    private int count;
    private int least;
    private int greatest;
    private int group;
    private int search;
    private long budget;

    PathSearch(FlatGraph graph) {
        this.graph = graph;
        int size = graph.size();
        path = new int[size];
        position = new int[size];
        memberOf = new int[size];
        after = new int[size];
        notAfter = new int[size];
        visited = new int[size];
        budget = 10_000_000 + (long) VISITS_PER_EDGE * (size + graph.edgeCount());
    }

    /**
     * Covers the graph by paths greedily: a step extends the path of a predecessor not extended yet, or starts a new
     * one.
     */
    private void cutIntoPaths() {
        boolean[] continued = new boolean[path.length];
        int paths = 0;
        for (int step = 0; step < path.length; step++) {
            path[step] = -1;
            for (int k = 0; k < graph.predecessorCount(step) && path[step] < 0; k++) {
                int before = graph.predecessor(step, k);
                if (!continued[before]) {
                    continued[before] = true;
                    path[step] = path[before];
                    position[step] = position[before] + 1;
                }
            }
            if (path[step] < 0) {
                path[step] = paths++;
            }
        }
    }

    /** Returns whether the budget is spent; all steps count as ordered then. */
    boolean isExhausted() {
        return budget < 0;
    }

    /** Sets the budget to exhausted, as the number of queries is too large. */
    void exhaust() {
        budget = -1;
    }

    /** Sets the group: the first {@code size} steps of an array, which is kept and may be reordered. */
    void group(int[] steps, int size) {
        if (group == 0) {
            cutIntoPaths();
        }
        group++;
        members = steps;
        count = size;
        least = Integer.MAX_VALUE;
        greatest = -1;
        for (int k = 0; k < size; k++) {
            memberOf[steps[k]] = group;
            least = Math.min(least, steps[k]);
            greatest = Math.max(greatest, steps[k]);
        }
        budget -= size;
    }

    /**
     * Returns the number of members that do not precede a step, and moves them to the front of the group's array. All
     * members have smaller numbers than the step.
     */
    int unordered(int step) {
        int left = followsGroup(step) ? 0 : count == 1 ? searchOne(step) : searchMany(step, true);
        if (left == 0) {
            after[step] = group;
        }
        return left;
    }

    /** Returns whether the cache shows that the whole group precedes a step or one of its predecessors. */
    private boolean followsGroup(int step) {
        for (int k = Math.min(SMALL_GROUP, graph.predecessorCount(step)) - 1; k >= 0; k--) {
            budget--;
            if (after[graph.predecessor(step, k)] == group) {
                return true;
            }
        }
        return after[step] == group;
    }

    private boolean onPathAfter(int step, int before) {
        return path[step] == path[before] && position[step] >= position[before];
    }

    /** Searches depth-first for a group of one, and caches the result of each visited step. */
    private int searchOne(int from) {
        int member = members[0];
        int top = 0;
        push(top++, from);
        while (top > 0 && budget >= 0) {
            int step = stack[top - 1];
            if (cursor[top - 1] == 0 && reaches(step, member)) {
                // Each step on the stack follows this one.
                for (int s = 0; s < top; s++) {
                    after[stack[s]] = group;
                }
                return 0;
            }
            int next = nextToVisit(step, top - 1, member);
            if (next < 0) {
                notAfter[step] = group;
                top--;
            } else {
                push(top++, next);
            }
        }
        return budget < 0 ? 0 : 1;
    }

    private boolean reaches(int step, int member) {
        if (onPathAfter(step, member)) {
            return true;
        }
        for (int k = 0; k < graph.predecessorCount(step); k++) {
            int before = graph.predecessor(step, k);
            budget--;
            if (before == member || after[before] == group) {
                return true;
            }
        }
        return false;
    }

    private int nextToVisit(int step, int level, int member) {
        while (cursor[level] < graph.predecessorCount(step)) {
            int before = graph.predecessor(step, cursor[level]++);
            budget--;
            if (before > member && notAfter[before] != group) {
                return before;
            }
        }
        return -1;
    }

    /** Searches for all members of a group at once. */
    private int searchMany(int from, boolean split) {
        int start = from;
        // Skips to the single predecessor, whose cached result siblings share.
        while (graph.predecessorCount(start) == 1 && graph.predecessor(start, 0) > greatest) {
            start = graph.predecessor(start, 0);
            budget--;
            if (after[start] == group) {
                return 0;
            }
        }
        if (split && count > SMALL_GROUP && firstAfterAll(start) >= 0 && searchMany(firstAfterAll(start), false) == 0) {
            after[start] = group;
            return 0;
        }
        search++;
        boolean all = searchAll(start);
        if (all) {
            after[start] = group;
        }
        return all || budget < 0 ? 0 : keepMissing();
    }

    /** Returns the first predecessor that may follow the whole group, or -1; its cached result serves other steps. */
    private int firstAfterAll(int step) {
        int first = Integer.MAX_VALUE;
        for (int k = 0; k < graph.predecessorCount(step); k++) {
            int before = graph.predecessor(step, k);
            first = before > greatest ? Math.min(first, before) : first;
        }
        return first == Integer.MAX_VALUE ? -1 : first;
    }

    /** Returns whether a step follows all members, and marks visited steps. */
    private boolean searchAll(int start) {
        int found = 0;
        int top = 0;
        push(top++, start);
        visited[start] = search;
        while (top > 0 && found < count && budget >= 0) {
            int step = stack[--top];
            if (after[step] == group) {
                return true;
            }
            for (int k = 0; k < graph.predecessorCount(step); k++) {
                int before = graph.predecessor(step, k);
                budget--;
                if (before >= least && visited[before] != search) {
                    visited[before] = search;
                    found += memberOf[before] == group ? 1 : 0;
                    push(top++, before);
                }
            }
        }
        return found == count;
    }

    private int keepMissing() {
        int missing = 0;
        budget -= count;
        for (int k = 0; k < count; k++) {
            if (visited[members[k]] != search) {
                int member = members[k];
                members[k] = members[missing];
                members[missing++] = member;
            }
        }
        return missing;
    }

    private void push(int at, int step) {
        if (at == stack.length) {
            stack = Arrays.copyOf(stack, 2 * at);
            cursor = Arrays.copyOf(cursor, 2 * at);
        }
        stack[at] = step;
        cursor[at] = 0;
    }
}
