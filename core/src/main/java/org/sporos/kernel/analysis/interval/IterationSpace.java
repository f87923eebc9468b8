package org.sporos.kernel.analysis.interval;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.sporos.kernel.ir.ScratchLevel;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;

/**
 * The work items of a launch, as intervals. Immutable.
 *
 * @param indexes one per index of the body; none for a team body or a single call
 * @param league the ranks of the teams; one rank without teams
 * @param team the ranks in a team; one rank without teams
 * @param teamSize the range of the team size
 * @param scratch the bytes of scratch memory of a team at each {@link ScratchLevel}
 * @param items the subset and order of the indexes
 * @param elements the interval of the list elements if the indexes are positions of a list, else all ints
 */
public record IterationSpace(
        List<Interval> indexes,
        Interval league,
        Interval team,
        Interval teamSize,
        List<Integer> scratch,
        Items items,
        Interval elements) {
    /** The subset and order of the indexes, each once. */
    public enum Items {
        /** All, in ascending order. */
        RANGE,
        /** All, in the order of a list. */
        PERMUTATION,
        /** Two or more, in the order of a list. */
        SUBSET,
        /** Any subrange, in ascending order: a policy with dynamic bounds. */
        DYNAMIC,
        /** One. */
        ONE
    }

    private static final int MAX_TEAM = 1024;
    private static final Interval ZERO = Interval.of(0);
    private static final Interval ONE = Interval.of(1);
    private static final List<Integer> NO_SCRATCH = List.copyOf(Collections.nCopies(ScratchLevel.values().length, 0));

    /** A single call: {@code then}, a condition, or code without an index. */
    public static final IterationSpace SINGLE = of(List.of());

    /** Makes an unmodifiable copy. */
    public IterationSpace {
        indexes = List.copyOf(indexes);
        scratch = List.copyOf(scratch);
    }

    /** Returns the items of a box of indexes. */
    public static IterationSpace of(List<Interval> indexes) {
        return of(indexes, Items.RANGE, Interval.INTS);
    }

    private static IterationSpace of(List<Interval> indexes, Items items, Interval elements) {
        return new IterationSpace(indexes, ZERO, ZERO, ONE, NO_SCRATCH, items, elements);
    }

    /** Returns the positions of a list, for code that loads its index. */
    public static IterationSpace ofPositions(IndexSet set) {
        boolean known = !set.isPromised() && set.size() > 0;
        Interval elements = known ? new Interval(set.least(), set.greatest()) : Interval.INTS;
        return of(List.of(new Interval(0, set.size() - 1)), Items.RANGE, elements);
    }

    /** Returns the elements of a set. */
    private static IterationSpace ofElements(IndexSet set) {
        if (set.size() == 0) {
            return of(List.of(Interval.NONE), Items.PERMUTATION, Interval.INTS);
        } else if (set.isPromised()) {
            return of(List.of(Interval.INTS), set.size() == 1 ? Items.ONE : Items.SUBSET, Interval.INTS);
        }
        Interval hull = new Interval(set.least(), set.greatest());
        boolean whole = set.size() == hull.high() - hull.low() + 1;
        return of(List.of(hull), whole ? Items.PERMUTATION : Items.SUBSET, Interval.INTS);
    }

    /** Returns a single item. */
    public static IterationSpace ofOne(int index) {
        return of(List.of(Interval.of(index)));
    }

    /** Returns whether the items are not exactly the range in ascending order. */
    public boolean isListed() {
        return items != Items.RANGE;
    }

    /** Returns the items of a policy; those of an index set are its elements. */
    public static IterationSpace of(Policy policy) {
        if (policy instanceof IndexSet set) {
            return ofElements(set);
        } else if (policy instanceof RangePolicy range) {
            IndexSet set = range.set();
            return set != null ? ofElements(set) : ofRange(range);
        } else if (policy instanceof LongRangePolicy range) {
            boolean endsFirst = range.end() == Long.MIN_VALUE;
            Interval all = endsFirst ? Interval.NONE : new Interval(range.begin(), range.end() - 1);
            return of(List.of(all), items(range), Interval.INTS);
        } else if (policy instanceof MDRangePolicy box) {
            List<Interval> all = IntStream.range(0, box.rank())
                    .mapToObj(d -> dimension(box, d))
                    .toList();
            return of(all, items(box), Interval.INTS);
        }
        TeamPolicy teams = (TeamPolicy) policy;
        int most = teams.team() == TeamPolicy.AUTO ? MAX_TEAM : teams.team();
        Interval size = new Interval(teams.team() == TeamPolicy.AUTO ? 1 : most, most);
        Interval league = new Interval(0, teams.league() - 1L);
        Interval members = new Interval(0, most - 1L);
        List<Integer> scratch = Arrays.stream(ScratchLevel.values())
                .map(level -> level.bytes(teams))
                .toList();
        return new IterationSpace(List.of(), league, members, size, scratch, items(teams), Interval.INTS);
    }

    /** Dynamic bounds limit the indexes; the range may be empty. */
    private static Items items(Policy policy) {
        return policy.isDynamic() ? Items.DYNAMIC : Items.RANGE;
    }

    private static IterationSpace ofRange(RangePolicy range) {
        Interval all = new Interval(range.begin(), (long) range.end() - 1);
        return of(List.of(all), items(range), Interval.INTS);
    }

    private static Interval dimension(MDRangePolicy box, int d) {
        return new Interval(box.begin(d), (long) box.end(d) - 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IterationSpace that
                && indexes.equals(that.indexes)
                && league.equals(that.league)
                && team.equals(that.team)
                && teamSize.equals(that.teamSize)
                && scratch.equals(that.scratch)
                && items == that.items
                && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        int hash = league.hashCode() * 31 + teamSize.hashCode();
        for (int d = 0; d < indexes.size(); d++) {
            hash = hash * 31 + indexes.get(d).hashCode();
        }
        return hash;
    }

    /** Returns whether there are no items. */
    public boolean isEmpty() {
        boolean empty = league.isEmpty();
        for (Interval index : indexes) {
            empty |= index.isEmpty();
        }
        return empty;
    }

    /** Returns whether the items are a subset of another space, both without teams. */
    public boolean isPartOf(IterationSpace whole) {
        boolean part =
                !isTeams() && !whole.isTeams() && whole.items != Items.ONE && indexes.size() == whole.indexes.size();
        for (int d = 0; part && d < indexes.size(); d++) {
            part = indexes.get(d).isIn(whole.indexes.get(d));
        }
        return part;
    }

    /** Returns whether the items are teams. */
    public boolean isTeams() {
        return !teamSize.isOnly(1) || !league.isOnly(0) || !scratch.equals(NO_SCRATCH);
    }
}
