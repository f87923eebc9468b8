package org.sporos.check;

import java.util.Arrays;

/**
 * Tells which of a group of steps of a graph come before others, by looking back along the edges. What it learns of one
 * group it keeps until it is given the next; each look counts against a budget. Used by one thread.
 */
final class PathSearch {
    private static final int LOOKS_PER_EDGE = 200;
    private static final int SMALL_GROUP = 8;

    private final FlatGraph graph;
    /** A cut of the graph into paths: the path that a step is on, and its place there. */
    private final int[] path;

    private final int[] place;
    /**
     * The number of the group that a step belongs to, that it comes after as a whole, or (groups of one) that it does
     * not.
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
        place = new int[size];
        memberOf = new int[size];
        after = new int[size];
        notAfter = new int[size];
        visited = new int[size];
        budget = 10_000_000 + (long) LOOKS_PER_EDGE * (size + graph.edgeCount());
    }

    /** Each step goes on with the path of a predecessor that no other step went on with, or begins one. */
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
                    place[step] = place[before] + 1;
                }
            }
            if (path[step] < 0) {
                path[step] = paths++;
            }
        }
    }

    /** Returns whether it has looked at so many edges that it stopped answering: it says then that all is ordered. */
    boolean isExhausted() {
        return budget < 0;
    }

    /** Stops answering, because what is to be asked is too much. */
    void exhaust() {
        budget = -1;
    }

    /** Sets the group of steps to ask about: the first of an array, which is not copied and whose order may change. */
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
     * Returns how many of the group do not come before a step; these are moved to the front of the group's array. All
     * members have smaller numbers than the step.
     */
    int unordered(int step) {
        int left = known(step) ? 0 : count == 1 ? single(step) : several(step, true);
        if (left == 0) {
            after[step] = group;
        }
        return left;
    }

    /** Returns whether a step is known to come after the whole group, by itself or through what it waits for. */
    private boolean known(int step) {
        for (int k = Math.min(SMALL_GROUP, graph.predecessorCount(step)) - 1; k >= 0; k--) {
            budget--;
            if (after[graph.predecessor(step, k)] == group) {
                return true;
            }
        }
        return after[step] == group;
    }

    private boolean onPathAfter(int step, int before) {
        return path[step] == path[before] && place[step] >= place[before];
    }

    /** Looks back for a group of one, depth first, and keeps what it learns of each step on the way. */
    private int single(int from) {
        int member = members[0];
        int top = 0;
        push(top++, from);
        while (top > 0 && budget >= 0) {
            int step = stack[top - 1];
            if (cursor[top - 1] == 0 && reaches(step, member)) {
                // All that wait on the stack reach this step.
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

    /** Looks back for several at once. */
    private int several(int from, boolean split) {
        int start = from;
        // A node with one predecessor is as far as that one: siblings share what is learned of it.
        while (graph.predecessorCount(start) == 1 && graph.predecessor(start, 0) > greatest) {
            start = graph.predecessor(start, 0);
            budget--;
            if (after[start] == group) {
                return 0;
            }
        }
        if (split && count > SMALL_GROUP && firstAfterAll(start) >= 0 && several(firstAfterAll(start), false) == 0) {
            after[start] = group;
            return 0;
        }
        search++;
        boolean all = look(start);
        if (all) {
            after[start] = group;
        }
        return all || budget < 0 ? 0 : keepMissing();
    }

    /** Returns the first predecessor that may come after the whole group, for others share it; or -1. */
    private int firstAfterAll(int step) {
        int first = Integer.MAX_VALUE;
        for (int k = 0; k < graph.predecessorCount(step); k++) {
            int before = graph.predecessor(step, k);
            first = before > greatest ? Math.min(first, before) : first;
        }
        return first == Integer.MAX_VALUE ? -1 : first;
    }

    /** Returns whether a step comes after all members; marks as visited what was seen on the way. */
    private boolean look(int start) {
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
