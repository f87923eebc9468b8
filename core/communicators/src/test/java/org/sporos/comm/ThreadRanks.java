package org.sporos.comm;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/** Ranks that are threads of this JVM, for tests of what does not depend on a message-passing library. */
public final class ThreadRanks {
    /** Tags that communicators do not use. */
    private static final int GATHER = 2;

    private static final int SPREAD = 3;

    private final int size;
    private final Map<List<Integer>, Channel> channels = new ConcurrentHashMap<>();
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

    /** The messages from one rank to another: each goes to the receive that began first. */
    private static final class Channel {
        private final Queue<ByteBuffer> messages = new ArrayDeque<>();
        private final Queue<Receive> receives = new ArrayDeque<>();

        synchronized void send(ByteBuffer message) {
            messages.add(ByteBuffer.allocate(message.remaining())
                    .put(message.duplicate())
                    .flip());
        }

        synchronized Receive receive(ByteBuffer into) {
            Receive receive = new Receive(this, into);
            receives.add(receive);
            return receive;
        }

        synchronized void match() {
            while (!messages.isEmpty() && !receives.isEmpty()) {
                receives.remove().take(messages.remove());
            }
        }
    }

    private static final class Receive implements PendingTransfer {
        private final Channel channel;
        private final ByteBuffer into;
        private boolean done;
        private String violation = "";

        Receive(Channel channel, ByteBuffer into) {
            this.channel = channel;
            this.into = into.duplicate();
        }

        void take(ByteBuffer message) {
            done = true;
            if (message.remaining() > into.remaining()) {
                violation = "message truncated";
            } else {
                into.put(message);
            }
        }

        @Override
        public boolean isDone() {
            synchronized (channel) {
                channel.match();
                if (!violation.isEmpty()) {
                    throw new IllegalStateException(violation);
                }
                return done;
            }
        }
    }

    private final class Mail implements Transport {
        private final int rank;
        private int splits;

        Mail(int rank) {
            this.rank = rank;
        }

        private Channel channel(int from, int to, int tag) {
            return channels.computeIfAbsent(List.of(from, to, tag), any -> new Channel());
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
            channel(rank, to, tag).send(message);
            return () -> true;
        }

        @Override
        public PendingTransfer receive(int from, int tag, ByteBuffer into) {
            return channel(from, rank, tag).receive(into);
        }

        private PendingTransfer receiveAll(ByteBuffer all, int bytes) {
            List<PendingTransfer> receives = new ArrayList<>();
            for (int r = 0; r < size; r++) {
                receives.add(receive(r, GATHER, all.slice(all.position() + r * bytes, bytes)));
            }
            return () -> receives.stream().allMatch(PendingTransfer::isDone);
        }

        @Override
        public PendingTransfer allGather(ByteBuffer own, ByteBuffer all) {
            for (int r = 0; r < size; r++) {
                send(r, GATHER, own);
            }
            return receiveAll(all, own.remaining());
        }

        @Override
        public PendingTransfer broadcast(int root, ByteBuffer data) {
            for (int r = 0; r < size && rank == root; r++) {
                send(r, SPREAD, data);
            }
            return receive(root, SPREAD, data);
        }

        @Override
        public PendingTransfer allReduce(ReductionOp op, ElementType type, ByteBuffer data) {
            ByteBuffer all = ByteBuffer.allocate(size * data.remaining()).order(data.order());
            PendingTransfer gather = allGather(data, all);
            RankTree tree = RankTree.of(op, type);
            return () -> gather.isDone() && combine(tree, type.bytes(), all, data);
        }

        private boolean combine(RankTree tree, int bytes, ByteBuffer all, ByteBuffer data) {
            int n = data.remaining() / bytes;
            for (int k = 0; k < n; k++) {
                long[] values = new long[size];
                for (int r = 0; r < size; r++) {
                    values[r] = ElementBuffers.bits(all, r * n + k, bytes);
                }
                long result = tree.combine(values, size);
                if (bytes == Long.BYTES) {
                    data.putLong(data.position() + k * bytes, result);
                } else {
                    data.putInt(data.position() + k * bytes, (int) result);
                }
            }
            return true;
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
