package org.sporos.host.task;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation.AccessKind;
import org.sporos.policy.TeamMember;

/**
 * The readers and writers of each element in one run of a node. Detects two work items that access one element, one of
 * them writing it. Work items may run concurrently: each records its access and then checks for others, both volatile,
 * so that at least one of two sees the other.
 */
final class ItemAccesses {
    private final Map<Allocation, Elements> memories = new ConcurrentHashMap<>();

    /**
     * Returns the listener of the work item with the arguments of a body. It throws an {@link IllegalStateException}
     * with the code R314 if another work item has accessed the element, and one of both writes it.
     */
    StrictAccesses.Listener listener(@Nullable Object[] arguments) {
        Item item = Item.of(arguments);
        return (memory, label, index, access) -> add(item, memory, label, index, access);
    }

    /** Clears all accesses before a run. */
    void clear() {
        memories.clear();
    }

    /** Records an access. Atomics are for shared elements, and scratch is of one team at a time, so both are exempt. */
    private void add(Item item, Allocation memory, String label, long index, AccessKind access) {
        if (access.isAtomic() || memory instanceof Scratch.NotedMemory) {
            return;
        }
        Elements elements = memories.computeIfAbsent(memory, of -> new Elements(Math.toIntExact(of.size())));
        int at = Math.toIntExact(index);
        Item other = access == AccessKind.READ ? elements.read(item, at) : elements.write(item, at);
        if (other != null) {
            throw broken(item, other, label, index);
        }
    }

    private static IllegalStateException broken(Item one, Item other, String label, long index) {
        Item first = one.compareTo(other) < 0 ? one : other;
        Item second = first == one ? other : one;
        return RunRefusal.ofCall(
                "R314",
                "the body promises DisjointWrites, but work items " + first + " and " + second
                        + " touch the element at position " + index + " of view " + Labels.quoted(label)
                        + ", and one of them writes it; mend the indexes, or use atomics without the promise");
    }

    /** The first two work items that have read an element. */
    private record Readers(Item first, @Nullable Item second) {}

    private static final class Elements {
        private final AtomicReferenceArray<@Nullable Item> writers;
        private final AtomicReferenceArray<@Nullable Readers> readers;

        Elements(int size) {
            writers = new AtomicReferenceArray<>(size);
            readers = new AtomicReferenceArray<>(size);
        }

        /** Returns another work item that writes the element, or null. */
        @Nullable
        Item read(Item item, int at) {
            readers.accumulateAndGet(at, new Readers(item, null), Elements::and);
            Item writer = writers.get(at);
            return writer == null || writer.equals(item) ? null : writer;
        }

        private static Readers and(@Nullable Readers before, Readers added) {
            boolean isFull = before != null && (before.second != null || before.first.equals(added.first));
            return before == null ? added : isFull ? before : new Readers(before.first, added.first);
        }

        /** Returns another work item that reads or writes the element, or null. */
        @Nullable
        Item write(Item item, int at) {
            Item writer = writers.compareAndExchange(at, null, item);
            if (writer != null && !writer.equals(item)) {
                return writer;
            }
            Readers before = readers.get(at);
            if (before == null) {
                return null;
            }
            return before.first.equals(item) ? before.second : before.first;
        }
    }

    /** A work item of a body that declares disjoint writes. All members of a team are one. Immutable. */
    private static final class Item implements Comparable<Item> {
        private final long[] indexes;
        private final boolean isTeam;

        private Item(long[] indexes, boolean isTeam) {
            this.indexes = indexes;
            this.isTeam = isTeam;
        }

        static Item of(@Nullable Object[] arguments) {
            if (arguments.length > 0 && arguments[0] instanceof TeamMember member) {
                return new Item(new long[] {member.leagueRank()}, true);
            }
            long[] indexes = Arrays.stream(arguments)
                    .filter(argument -> argument instanceof Integer || argument instanceof Long)
                    .mapToLong(argument -> ((Number) argument).longValue())
                    .toArray();
            return new Item(indexes, false);
        }

        @Override
        public int compareTo(Item other) {
            return Arrays.compare(indexes, other.indexes);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Item item && Arrays.equals(indexes, item.indexes);
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
}
