package org.sporos.host.task;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.TeamMember;

/** A work item of a body that promises to write different elements. All members of a team are one. Immutable. */
final class CheckedItem implements Comparable<CheckedItem> {
    private final long[] indexes;
    private final boolean isTeam;

    private CheckedItem(long[] indexes, boolean isTeam) {
        this.indexes = indexes;
        this.isTeam = isTeam;
    }

    /** Returns the work item that a body is called for with some arguments. */
    static CheckedItem of(@Nullable Object[] arguments) {
        if (arguments.length > 0 && arguments[0] instanceof TeamMember member) {
            return new CheckedItem(new long[] {member.leagueRank()}, true);
        }
        long[] indexes = Arrays.stream(arguments)
                .filter(argument -> argument instanceof Integer || argument instanceof Long)
                .mapToLong(argument -> ((Number) argument).longValue())
                .toArray();
        return new CheckedItem(indexes, false);
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
