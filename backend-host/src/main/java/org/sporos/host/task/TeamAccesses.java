package org.sporos.host.task;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.UserLine;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation.AccessKind;

/**
 * The accesses of a team's members since their last common collective call. Finds a member that reads an element which
 * another one writes, without a barrier between. Members that write an element may read it: they often all store one
 * value. Members take turns, so that the maps need no lock.
 */
final class TeamAccesses {
    /** The most accesses whose lines are looked up, by a walk through the stack of some microseconds. */
    private static final int MOST_LINES = 10_000;

    private final Map<Allocation, Map<Long, Element>> memories = new HashMap<>();
    private int lines;

    /** The members that have written an element, and those that have only read it. */
    private static final class Element {
        final BitSet writers = new BitSet();
        final BitSet readers = new BitSet();
        /** The line of the first access of each kind; null if there is none or it was not looked up. */
        StackWalker.@Nullable StackFrame written;

        StackWalker.@Nullable StackFrame read;
    }

    /** Returns the listener of a member. It throws an {@link IllegalStateException} with the code R316. */
    StrictAccesses.Listener listener(int leagueRank, int member) {
        return (memory, label, index, access) -> {
            if (!access.isAtomic()) {
                add(leagueRank, member, memory, label, index, access);
            }
        };
    }

    /** Removes all accesses: those of all members come before all later ones. */
    void clear() {
        memories.clear();
    }

    private void add(int leagueRank, int member, Allocation memory, String label, long index, AccessKind access) {
        Element element =
                memories.computeIfAbsent(memory, of -> new HashMap<>()).computeIfAbsent(index, at -> new Element());
        boolean writes = access == AccessKind.WRITE;
        int other = writes ? other(element.readers, member) : element.writers.nextSetBit(0);
        if (other >= 0 && (writes || !element.writers.get(member))) {
            throw RunRefusal.ofCall(
                    "R316",
                    "member " + member + " of team " + leagueRank + (writes ? " writes" : " reads")
                            + " the element at position " + index + " of view " + Labels.quoted(label)
                            + ", which member " + other
                            + (writes ? " reads" + at(element.read) : " writes" + at(element.written))
                            + ", and nothing orders the two; call barrier() between them");
        }
        if (writes) {
            element.written = element.written == null ? line() : element.written;
            element.writers.set(member);
            element.readers.clear(member);
        } else if (!element.writers.get(member)) {
            element.read = element.read == null ? line() : element.read;
            element.readers.set(member);
        }
    }

    private StackWalker.@Nullable StackFrame line() {
        if (lines == MOST_LINES) {
            return null;
        }
        lines++;
        return UserLine.now();
    }

    private static String at(StackWalker.@Nullable StackFrame line) {
        return line == null ? "" : " at " + UserLine.text(line);
    }

    private static int other(BitSet members, int than) {
        int first = members.nextSetBit(0);
        return first == than ? members.nextSetBit(than + 1) : first;
    }
}
