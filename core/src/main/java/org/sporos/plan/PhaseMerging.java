package org.sporos.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region;

/**
 * Merges chains of small launches into one: phases of one block, with barriers in between. Used by one thread, once.
 *
 * <p>A unit joins the group of its predecessors if all of them are in it. Groups with the same predecessors are merged.
 * So a path that leaves a group never returns, and no cycle arises. A phase consists of the units of one level, the
 * length of the longest path in the group. A group is cut after each level with outside successors, so no outside unit
 * is delayed.
 */
final class PhaseMerging {
    /** The most codes of a launch: longer code is not compiled well. */
    static final int MOST_CODES = 64;

    private static final int LEAST_LEVELS = 2;

    private final PlanGraph graph;
    private final List<List<PhaseWork>> works;
    private final PhaseCosts costs;
    private final PhaseTimes times;
    private final Remarks remarks;
    private final @Nullable Group[] groupOf;
    private final int[] levelOf;

    /** Units that may become one. */
    private static final class Group {
        /** The units that its first level waits for. */
        final int[] before;

        final List<List<Integer>> levels = new ArrayList<>();
        private @Nullable Group into;

        Group(int[] before) {
            this.before = before;
        }

        Group found() {
            Group found = this;
            while (found.into != null) {
                found = found.into;
            }
            return found;
        }

        void add(int unit, int level) {
            if (level == levels.size()) {
                levels.add(new ArrayList<>(1));
            }
            levels.get(level).add(unit);
        }
    }

    private PhaseMerging(PlanGraph graph, List<List<PhaseWork>> works, PhaseCosts costs, Remarks remarks) {
        this.graph = graph;
        this.works = works;
        this.costs = costs;
        this.times = new PhaseTimes(costs);
        this.remarks = remarks;
        this.groupOf = new Group[graph.size()];
        this.levelOf = new int[graph.size()];
    }

    /**
     * Returns a graph in which chains of small launches are merged.
     *
     * @param works the work of the members of each unit; empty for units unsuitable for a single block
     */
    static PlanGraph merge(PlanGraph graph, List<List<PhaseWork>> works, PhaseCosts costs, Remarks remarks) {
        PhaseMerging merging = new PhaseMerging(graph, works, costs, remarks);
        for (int u = 0; u < graph.size(); u++) {
            if (!works.get(u).isEmpty() && merging.times.pays(works.get(u))) {
                merging.place(u);
            }
        }
        return merging.result();
    }

    private void place(int u) {
        Set<Group> groups = groupsBefore(u);
        int level = 0;
        for (int k = 0; k < graph.count(u) && !groups.isEmpty(); k++) {
            level = Math.max(level, 1 + levelOf[graph.before(u, k)]);
        }
        if (groups.isEmpty() || !fits(u, level, groups)) {
            int[] before = new int[graph.count(u)];
            Arrays.setAll(before, k -> graph.before(u, k));
            Arrays.sort(before);
            groups = Set.of(new Group(before));
            level = 0;
        }
        Group joined = joined(groups);
        joined.add(u, level);
        groupOf[u] = joined;
        levelOf[u] = level;
    }

    /** Returns the groups of all predecessors of a unit, or none if a predecessor has no group. */
    private Set<Group> groupsBefore(int u) {
        Set<Group> groups = new LinkedHashSet<>(4);
        for (int k = 0; k < graph.count(u); k++) {
            Group group = groupOf[graph.before(u, k)];
            if (group == null) {
                return Set.of();
            }
            Group found = group.found();
            if (!groups.isEmpty()
                    && !Arrays.equals(found.before, groups.iterator().next().before)) {
                return Set.of();
            }
            groups.add(found);
        }
        return groups;
    }

    /** Returns whether each level of the merged groups is faster as a phase than as launches. */
    private boolean fits(int u, int level, Set<Group> groups) {
        if (groups.size() == 1 && level == groups.iterator().next().levels.size()) {
            return true;
        }
        if (!pays(groups, level, works.get(u))) {
            return false;
        }
        int[] lengths =
                groups.stream().mapToInt(group -> group.levels.size()).sorted().toArray();
        int shared = lengths.length == 1 ? 0 : lengths[lengths.length - 2];
        for (int l = 0; l < shared; l++) {
            if (!pays(groups, l, List.of())) {
                return false;
            }
        }
        return true;
    }

    private boolean pays(Set<Group> groups, int level, List<PhaseWork> more) {
        List<PhaseWork> all = new ArrayList<>(more);
        for (Group group : groups) {
            if (level < group.levels.size()) {
                group.levels.get(level).forEach(unit -> all.addAll(works.get(unit)));
            }
        }
        return times.pays(all);
    }

    /** Puts groups into the longest of them. */
    private static Group joined(Set<Group> groups) {
        Group longest = groups.iterator().next();
        for (Group group : groups) {
            longest = group.levels.size() > longest.levels.size() ? group : longest;
        }
        for (Group group : groups) {
            if (group != longest) {
                for (int level = 0; level < group.levels.size(); level++) {
                    longest.levels.get(level).addAll(group.levels.get(level));
                }
                group.into = longest;
            }
        }
        return longest;
    }

    private PlanGraph result() {
        Set<Group> groups = new LinkedHashSet<>();
        for (Group group : groupOf) {
            if (group != null) {
                groups.add(group.found());
            }
        }
        boolean[] isEnd = ends();
        int[] numbers = new int[graph.size()];
        Arrays.fill(numbers, -1);
        int count = 0;
        for (Group group : groups) {
            for (List<List<Integer>> part : parts(group, isEnd)) {
                if (part.size() >= LEAST_LEVELS) {
                    int number = count++;
                    part.forEach(level -> level.forEach(unit -> numbers[unit] = number));
                    note(part);
                }
            }
        }
        if (count == 0) {
            return graph;
        }
        for (int u = 0; u < numbers.length; u++) {
            numbers[u] = numbers[u] < 0 ? count++ : numbers[u];
        }
        return graph.merged(numbers, count, this::phased);
    }

    /** Returns, for each unit, whether its level is the last before something outside of its group. */
    private boolean[] ends() {
        boolean[] isEnd = new boolean[graph.size()];
        for (int u = 0; u < graph.size(); u++) {
            Group own = groupOf[u] == null ? null : groupOf[u].found();
            for (int k = 0; k < graph.count(u); k++) {
                int before = graph.before(u, k);
                Group group = groupOf[before];
                isEnd[before] |= group != null && group.found() != own && isLastBefore(u, before, group.found());
            }
        }
        return isEnd;
    }

    private boolean isLastBefore(int u, int before, Group group) {
        for (int k = 0; k < graph.count(u); k++) {
            Group other = groupOf[graph.before(u, k)];
            if (other != null && other.found() == group && levelOf[graph.before(u, k)] > levelOf[before]) {
                return false;
            }
        }
        return true;
    }

    /** Cuts a group after its ends, and at the limit of codes. */
    private List<List<List<Integer>>> parts(Group group, boolean[] isEnd) {
        List<List<List<Integer>>> parts = new ArrayList<>();
        List<List<Integer>> part = new ArrayList<>();
        Set<Region> codes = Collections.newSetFromMap(new IdentityHashMap<>());
        for (List<Integer> level : group.levels) {
            int known = codes.size();
            addCodes(codes, level);
            if (known < codes.size() && codes.size() > MOST_CODES && !part.isEmpty()) {
                parts.add(part);
                part = new ArrayList<>();
                codes.clear();
                addCodes(codes, level);
            }
            part.add(level);
            if (isAnyEnd(level, isEnd)) {
                parts.add(part);
                part = new ArrayList<>();
                codes.clear();
            }
        }
        parts.add(part);
        return parts;
    }

    private void addCodes(Set<Region> codes, List<Integer> level) {
        for (int unit : level) {
            for (PhaseWork work : works.get(unit)) {
                codes.addAll(work.codes());
            }
        }
    }

    private static boolean isAnyEnd(List<Integer> level, boolean[] isEnd) {
        for (int unit : level) {
            if (isEnd[unit]) {
                return true;
            }
        }
        return false;
    }

    private void note(List<List<Integer>> levels) {
        double apart = 0;
        double phases = costs.launch() - costs.barrier();
        int launches = 0;
        for (List<Integer> level : levels) {
            List<PhaseWork> all = new ArrayList<>();
            level.forEach(unit -> all.addAll(works.get(unit)));
            launches += level.size();
            apart += times.apart(all);
            phases += times.phase(all);
        }
        remarks.phased(launches, levels.size(), phases, apart);
    }

    private LaunchUnit phased(int position, List<LaunchUnit> members) {
        List<List<LaunchUnit>> levels = new ArrayList<>();
        int first = levelOf[members.get(0).index()];
        for (LaunchUnit member : members) {
            first = Math.min(first, levelOf[member.index()]);
        }
        for (LaunchUnit member : members) {
            int level = levelOf[member.index()] - first;
            while (levels.size() <= level) {
                levels.add(new ArrayList<>(1));
            }
            levels.get(level).add(member);
        }
        return LaunchUnit.of(
                position,
                FusionKind.PHASED,
                levels.stream().map(LaunchUnit::phase).toList());
    }
}
