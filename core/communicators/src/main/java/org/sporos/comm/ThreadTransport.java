package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The transport of ranks that are threads of one process. */
final class ThreadTransport extends MessageTransport {
    /** The mailboxes of a group of ranks, by sender, receiver and tag. */
    private record Group(
            int size, Map<List<Integer>, Mailbox> boxes, Map<List<Integer>, Group> parts, Runnable onAbort) {
        Group(int size, Runnable onAbort) {
            this(size, new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), onAbort);
        }

        Mailbox box(int from, int to, int tag) {
            return boxes.computeIfAbsent(List.of(from, to, tag), any -> new Mailbox());
        }
    }

    private final Group group;
    private final int rank;
    private int splits;

    private ThreadTransport(Group group, int rank) {
        this.group = group;
        this.rank = rank;
    }

    /**
     * Returns the transports of all ranks.
     *
     * @param onAbort ends the job; other ranks detect failures by messages
     */
    static ThreadTransport[] ofRanks(int size, Runnable onAbort) {
        Group group = new Group(size, onAbort);
        ThreadTransport[] ranks = new ThreadTransport[size];
        for (int rank = 0; rank < size; rank++) {
            ranks[rank] = new ThreadTransport(group, rank);
        }
        return ranks;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return group.size;
    }

    @Override
    public Transport split(int color, int key) {
        ByteBuffer own = ByteBuffer.allocate(8).putInt(0, color).putInt(4, key);
        ByteBuffer all = ByteBuffer.allocate(8 * size());
        PendingTransfer gather = allGather(own, all);
        while (!gather.isDone()) {
            Thread.yield();
        }
        int before = 0;
        int members = 0;
        for (int other = 0; other < size(); other++) {
            if (all.getInt(8 * other) == color) {
                int theirs = all.getInt(8 * other + 4);
                members++;
                before += theirs < key || theirs == key && other < rank ? 1 : 0;
            }
        }
        int count = members;
        Group part = group.parts.computeIfAbsent(List.of(splits++, color), any -> new Group(count, group.onAbort));
        return new ThreadTransport(part, before);
    }

    @Override
    public PendingTransfer send(int to, int tag, ByteBuffer message) {
        ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message.duplicate());
        group.box(rank, to, tag).deliver(copy.flip());
        return () -> true;
    }

    @Override
    public PendingTransfer receive(int from, int tag, ByteBuffer into) {
        return group.box(from, rank, tag).receive(into);
    }

    @Override
    public void close() {
        // Messages are heap memory.
    }

    @Override
    public void abort() {
        group.onAbort.run();
    }
}
