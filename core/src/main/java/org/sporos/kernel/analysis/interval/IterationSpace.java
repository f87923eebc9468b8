package org.sporos.kernel.analysis.interval;

import java.util.List;
import java.util.stream.IntStream;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;

/**
 * The work items that a kernel is run for, as intervals. Immutable.
 *
 * @param indexes one for each index that the body takes; none for a team body or a single call
 * @param league the ranks of the teams; one rank where there are none
 * @param team the ranks in a team; one rank where there are none
 * @param teamSize what the size of a team can be
 * @param scratchBytes the bytes of scratch memory that a team has
 * @param items which of the indexes there are
 * @param elements what the elements of a list can be whose positions are the indexes; all ints where there is no list
 */
public record IterationSpace(
        List<Interval> indexes,
        Interval league,
        Interval team,
        Interval teamSize,
        int scratchBytes,
        Items items,
        Interval elements) {
    /** The indexes of the intervals, each once. */
    public enum Items {
        /** All, in ascending order. */
        RANGE,
        /** All, in the order of a list. */
        PERMUTATION,
        /** Two or more, in the order of a list. */
        SUBSET,
        /** Some or none, in ascending order: those of a policy whose bounds each run reads by itself. */
        LIVE,
        /** One. */
        ONE
    }

    private static final int MAX_TEAM = 1024;
    private static final Interval ZERO = Interval.of(0);
    private static final Interval ONE = Interval.of(1);

    /** One call: {@code then}, a condition, or code that takes no index. */
    public static final IterationSpace SINGLE = of(List.of());

    /** Keeps an unmodifiable copy. */
    public IterationSpace {
        indexes = List.copyOf(indexes);
    }

    /** Returns the items of a box of indexes. */
    public static IterationSpace of(List<Interval> indexes) {
        return of(indexes, Items.RANGE, Interval.INTS);
    }

    private static IterationSpace of(List<Interval> indexes, Items items, Interval elements) {
        return new IterationSpace(indexes, ZERO, ZERO, ONE, 0, items, elements);
    }

    /** Returns the positions of a list, for code that loads its index from there. */
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

    /** Returns the one item of an index. */
    public static IterationSpace ofOne(int index) {
        return of(List.of(Interval.of(index)));
    }

    /** Returns whether it has some of its indexes alone, or these in an order of their own. */
    public boolean isListed() {
        return items != Items.RANGE;
    }

    /** Returns the items of a policy. Those of an index set are its elements, on a space or not. */
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
        return new IterationSpace(List.of(), league, members, size, teams.scratchBytes(), items(teams), Interval.INTS);
    }

    /** Of dynamic bounds it is known which indexes there can be, and not that there are any. */
    private static Items items(Policy policy) {
        return policy.isDynamic() ? Items.LIVE : Items.RANGE;
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
                && scratchBytes == that.scratchBytes
                && items == that.items
                && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        int ranks = (league.hashCode() * 31 + team.hashCode()) * 31 + teamSize.hashCode();
        return ((indexes.hashCode() * 31 + ranks) * 31 + scratchBytes) * 31 + items.ordinal();
    }

    /** Returns whether it has no items at all. */
    public boolean isEmpty() {
        boolean empty = league.isEmpty();
        for (Interval index : indexes) {
            empty |= index.isEmpty();
        }
        return empty;
    }

    /** Returns whether all its items are items of another, and neither is made of teams. */
    public boolean isPartOf(IterationSpace whole) {
        boolean part =
                !isTeams() && !whole.isTeams() && whole.items != Items.ONE && indexes.size() == whole.indexes.size();
        for (int d = 0; part && d < indexes.size(); d++) {
            part = indexes.get(d).isIn(whole.indexes.get(d));
        }
        return part;
    }

    /** Returns whether it is made of teams. */
    public boolean isTeams() {
        return !teamSize.isOnly(1) || !league.isOnly(0) || scratchBytes > 0;
    }
}
