package org.sporos.gpu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.DaemonThreads;

/**
 * The calls that a stream cannot be given yet: those that come after a loop which the host watches. One thread at a
 * time makes them, in order; as long as there is none, calls go to the driver at once. Thread-safe.
 */
final class StreamQueue {
    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.named("sporos-gpu-loops", Thread.NORM_PRIORITY));

    private final Consumer<Throwable> failures;
    private final Deque<Runnable> calls = new ArrayDeque<>();
    private volatile boolean busy;

    /** @param failures what is told of calls that fail; must not throw */
    StreamQueue(Consumer<Throwable> failures) {
        this.failures = failures;
    }

    /** Something that was put into a queue, which others may wait for. */
    record Ticket(CountDownLatch done) {
        Ticket() {
            this(new CountDownLatch(1));
        }

        boolean isOpen() {
            return done.getCount() > 0;
        }

        void await() {
            boolean interrupted = false;
            while (true) {
                try {
                    done.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether calls wait, so that another must wait too. */
    boolean isBusy() {
        return busy;
    }

    /** Puts a call behind those that wait, or begins with it; its ticket is done when it was made. */
    Ticket later(Runnable call) {
        Ticket ticket = new Ticket();
        synchronized (this) {
            calls.add(() -> {
                try {
                    call.run();
                } finally {
                    ticket.done.countDown();
                }
            });
            if (!busy) {
                begin();
            }
        }
        return ticket;
    }

    private void begin() {
        try {
            busy = true;
            THREADS.execute(this::work);
        } catch (Throwable noThread) {
            // The call is the caller's again, and nothing waits for it.
            busy = false;
            calls.clear();
            throw noThread;
        }
    }

    private void work() {
        while (true) {
            Runnable call;
            synchronized (this) {
                call = calls.poll();
                if (call == null) {
                    busy = false;
                    notifyAll();
                    return;
                }
            }
            try {
                call.run();
            } catch (Throwable e) {
                // Also an error: all that waits here must be made, or those who drain wait for ever.
                failures.accept(e);
            }
        }
    }

    /** Waits until no call waits. */
    synchronized void drain() {
        boolean interrupted = false;
        while (busy) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for what a ticket stands for, if it stands for something. */
    static void await(@Nullable Ticket ticket) {
        if (ticket != null) {
            ticket.await();
        }
    }
}
