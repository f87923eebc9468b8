package org.sporos.host.task;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.TeamMember;
import org.sporos.space.Allocation;
import org.sporos.space.ArrayAllocation.AccessKind;

/**
 * The work item that this thread runs a lambda for, where the lambda promises that its work items write different
 * elements. All members of a team are one work item. Immutable.
 */
public final class CheckedItem implements Comparable<CheckedItem> {
    private static final ThreadLocal<@Nullable CheckedItem> CURRENT = new ThreadLocal<>();

    private final ItemAccesses accesses;
    private final long[] indexes;
    private final boolean isTeam;

    private CheckedItem(ItemAccesses accesses, long[] indexes, boolean isTeam) {
        this.accesses = accesses;
        this.indexes = indexes;
        this.isTeam = isTeam;
    }

    /** Returns the work item that a body is called for with some arguments. */
    static CheckedItem of(ItemAccesses accesses, @Nullable Object[] arguments) {
        if (arguments.length > 0 && arguments[0] instanceof TeamMember member) {
            return new CheckedItem(accesses, new long[] {member.leagueRank()}, true);
        }
        long[] indexes = Arrays.stream(arguments)
                .filter(argument -> argument instanceof Integer || argument instanceof Long)
                .mapToLong(argument -> ((Number) argument).longValue())
                .toArray();
        return new CheckedItem(accesses, indexes, false);
    }

    /** Returns the work item of this thread, or null where nothing was promised. */
    public static @Nullable CheckedItem current() {
        return CURRENT.get();
    }

    /** Makes a work item this thread's own, null for none, and returns the one before, to be given back in the end. */
    static @Nullable CheckedItem enter(@Nullable CheckedItem item) {
        CheckedItem before = CURRENT.get();
        CURRENT.set(item);
        return before;
    }

    /**
     * Notes an access of this work item.
     *
     * @throws IllegalStateException with the code R314 if another one has touched the element, and one of both writes
     */
    public void accesses(Allocation memory, String label, long index, AccessKind access) {
        accesses.add(this, memory, label, index, access);
    }

    @Override
    public int compareTo(CheckedItem other) {
        return Arrays.compare(indexes, other.indexes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CheckedItem item && Arrays.equals(indexes, item.indexes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(indexes);
    }

    /** Returns its index, its indexes in parentheses, or the rank of its team. */
    @Override
    public String toString() {
        if (indexes.length != 1) {
            return Arrays.toString(indexes).replace('[', '(').replace(']', ')');
        }
        return isTeam ? "of team " + indexes[0] : Long.toString(indexes[0]);
    }
}
