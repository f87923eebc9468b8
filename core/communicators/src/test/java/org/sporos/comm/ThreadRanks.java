package org.sporos.comm;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Ranks that are threads of this JVM, for tests of what does not depend on a message-passing library. */
public final class ThreadRanks {
    private final int size;
    private final Map<List<Integer>, Mailbox> boxes = new ConcurrentHashMap<>();
    private final Map<List<Integer>, ThreadRanks> parts = new ConcurrentHashMap<>();
    private final AtomicInteger aborts = new AtomicInteger();

    private ThreadRanks(int size) {
        this.size = size;
    }

    /** Returns some ranks. */
    public static ThreadRanks of(int size) {
        return new ThreadRanks(size);
    }

    /** Returns the communicator of a rank. */
    public Communicator communicator(int rank, Duration deadline) {
        return new Communicator("threads", transport(rank), deadline, null);
    }

    Transport transport(int rank) {
        return new Mail(rank);
    }

    /** Returns how often a rank has ended the job. */
    public int aborts() {
        return aborts.get();
    }

    private final class Mail extends MessageTransport {
        private final int rank;
        private int splits;

        Mail(int rank) {
            this.rank = rank;
        }

        private Mailbox box(int from, int to, int tag) {
            return boxes.computeIfAbsent(List.of(from, to, tag), any -> new Mailbox());
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Transport split(int color, int key) {
            ByteBuffer own = ByteBuffer.allocate(4).putInt(0, color);
            ByteBuffer all = ByteBuffer.allocate(4 * size);
            PendingTransfer gather = allGather(own, all);
            while (!gather.isDone()) {
                Thread.onSpinWait();
            }
            int before = 0;
            int members = 0;
            for (int r = 0; r < size; r++) {
                boolean same = all.getInt(4 * r) == color;
                members += same ? 1 : 0;
                before += same && r < rank ? 1 : 0;
            }
            int count = members;
            return parts.computeIfAbsent(List.of(splits++, color), any -> of(count))
                    .transport(before);
        }

        @Override
        public PendingTransfer send(int to, int tag, ByteBuffer message) {
            ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message.duplicate());
            box(rank, to, tag).deliver(copy.flip());
            return () -> true;
        }

        @Override
        public PendingTransfer receive(int from, int tag, ByteBuffer into) {
            return box(from, rank, tag).receive(into);
        }

        @Override
        public void close() {}

        @Override
        public void abort() {
            aborts.incrementAndGet();
        }
    }

    /** A program of one rank. */
    @FunctionalInterface
    public interface RankBody {
        /** Runs it. */
        void run(int rank) throws Exception;
    }

    /** Runs a body in a thread per rank, and returns what each has thrown; null for none. */
    public List<Throwable> run(RankBody body) throws InterruptedException {
        Map<Integer, Throwable> thrown = new ConcurrentHashMap<>(new HashMap<>());
        List<Thread> threads = new ArrayList<>();
        for (int r = 0; r < size; r++) {
            int rank = r;
            threads.add(new Thread(() -> {
                try {
                    body.run(rank);
                } catch (Throwable failure) {
                    thrown.put(rank, failure);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        List<Throwable> all = new ArrayList<>();
        for (int r = 0; r < size; r++) {
            all.add(thrown.get(r));
        }
        return all;
    }
}
