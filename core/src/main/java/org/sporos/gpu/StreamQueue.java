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
 * The queue of driver calls after a polled loop of a stream. One thread at a time makes them in order; without queued
 * calls, callers call the driver directly. Thread-safe.
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

    /** @param failures receives exceptions of calls; must not throw */
    StreamQueue(Consumer<Throwable> failures) {
        this.failures = failures;
    }

    /** The completion of a queued call. */
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

    /** Returns whether calls are queued, so that later calls must be queued, too. */
    boolean isBusy() {
        return busy;
    }

    /** Appends a call, and starts a thread if there is none; its ticket completes after the call. */
    Ticket enqueue(Runnable call) {
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
            // The caller gets the exception, and nothing stays queued.
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
                // Catches errors, too: the queue must continue, or drain() never returns.
                failures.accept(e);
            }
        }
    }

    /** Waits until the queue is empty. */
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

    /** Waits for the call of a ticket, if there is one. */
    static void await(@Nullable Ticket ticket) {
        if (ticket != null) {
            ticket.await();
        }
    }
}
