package org.sporos.comm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Ranks that are threads, with their deadline and the number of aborts. */
public final class ThreadRanks {
    private final int size;
    private final AtomicInteger aborts = new AtomicInteger();
    private final ThreadTransport[] transports;

    private ThreadRanks(int size) {
        this.size = size;
        this.transports = ThreadTransport.ofRanks(size, aborts::incrementAndGet);
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
        return transports[rank];
    }

    /** Returns how often a rank has ended the job. */
    public int aborts() {
        return aborts.get();
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
