package org.sporos.host.threads;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.host.run.Completion;

/**
 * Parks threads until there is work or a run has ended, and wakes them: an event count (as Vyukov's and Eigen's). A
 * thread announces its wait, checks its conditions once more, and then cancels or commits the wait; a publisher
 * publishes first and then checks for waiters.
 *
 * <p><b>Guarantees.</b> No wake-up is lost: a thread that commits either was seen by the publisher, or has seen the
 * publication. Each wait is ended by one thread, the waiter itself or its waker, so that the counts stay right.
 *
 * <p><b>Correctness.</b> The waiter writes ASLEEP and the count, has a full fence, and then reads its conditions; the
 * publisher publishes, has a full fence, and then reads the count and the states (Dekker's protocol). With both fences,
 * not both can read the old value. The fences are needed because some conditions are read with acquire, which may pass
 * an earlier volatile write, and some publications are releases. Two publishers omit their fence on purpose: {@link
 * Scheduler#signalEndUnfenced}, whose waiters poll, and {@code ScheduledTasks.publish}, after which the caller runs the
 * tasks itself.
 *
 * <p><b>Memory order.</b> {@code state} is volatile; the thread that changes ASLEEP to AWAKE by a compare-and-set ends
 * the wait. The plain fields {@code until} and {@code target} are written before ASLEEP and read after it.
 */
final class EventCount {
    private volatile Sleeper[] all = {};
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicInteger callers = new AtomicInteger();

    /** The wait state of one thread, whose methods only that thread calls. */
    final class Sleeper {
        private static final int AWAKE = 0;
        private static final int ASLEEP = 1;

        /** Null while unused. */
        private final AtomicReference<@Nullable Thread> thread;

        private final boolean worker;
        private final AtomicInteger state = new AtomicInteger();
        private @Nullable Completion until;
        private long target;

        private Sleeper(Thread thread, boolean worker) {
            this.thread = new AtomicReference<>(thread);
            this.worker = worker;
        }

        /** Announces a wait, optionally for a completion. The thread must check its conditions after this. */
        void prepareWait(@Nullable Completion what, long asMuch) {
            until = what;
            target = asMuch;
            state.set(ASLEEP);
            count().incrementAndGet();
            // Store-load, paired with the full fence of publishers: see above.
            VarHandle.fullFence();
        }

        /** Ends an announced wait without parking. */
        void cancelWait() {
            wake();
        }

        /** Parks until woken or interrupted; returns at once if woken since the announcement. */
        void commitWait() {
            while (state.get() == ASLEEP) {
                if (Thread.currentThread().isInterrupted()) {
                    cancelWait();
                    return;
                }
                LockSupport.park(EventCount.this);
            }
        }

        /** Parks as {@link #commitWait()} does, with a timeout; returns false after the timeout. */
        boolean commitWait(long nanos) {
            long end = System.nanoTime() + nanos;
            while (state.get() == ASLEEP) {
                long rest = end - System.nanoTime();
                if (rest <= 0 || Thread.currentThread().isInterrupted()) {
                    return !wake();
                }
                LockSupport.parkNanos(EventCount.this, rest);
            }
            return true;
        }

        /** Ends the wait; returns false if another thread has. */
        private boolean wake() {
            if (state.get() == ASLEEP && state.compareAndSet(ASLEEP, AWAKE)) {
                count().decrementAndGet();
                return true;
            }
            return false;
        }

        /** Plain reads: ordered by the read of ASLEEP, which the owner writes after both. */
        private boolean isReached() {
            Completion what = until;
            return what != null && what.isDone(target);
        }

        private AtomicInteger count() {
            return worker ? workers : callers;
        }

        private boolean unpark() {
            if (wake()) {
                LockSupport.unpark(thread.get());
                return true;
            }
            return false;
        }
    }

    /** Registers the current thread. */
    Sleeper add(boolean worker) {
        return add(Thread.currentThread(), worker);
    }

    /** Registers a thread. */
    Sleeper add(Thread thread, boolean worker) {
        for (Sleeper sleeper : all) {
            if (sleeper.worker == worker
                    && sleeper.thread.get() == null
                    && sleeper.thread.compareAndSet(null, thread)) {
                return sleeper;
            }
        }
        return addNew(thread, worker);
    }

    private synchronized Sleeper addNew(Thread thread, boolean worker) {
        Sleeper sleeper = new Sleeper(thread, worker);
        Sleeper[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = sleeper;
        all = more;
        return sleeper;
    }

    /** Unregisters a thread that is awake; its sleeper is kept for reuse. */
    void remove(Sleeper sleeper) {
        sleeper.thread.set(null);
    }

    /** Returns whether a thread waits; called by a publisher after its full fence. */
    boolean anyoneSleeps() {
        return workers.get() > 0 || callers.get() > 0;
    }

    /** Wakes one waiting worker; returns whether there was one. */
    boolean wakeWorker() {
        return workers.get() > 0 && wakeOne(true);
    }

    /** Wakes one waiting thread: a worker, else a caller, which can help while it waits for its run. */
    void wakeAny() {
        if (!wakeWorker() && callers.get() > 0) {
            wakeOne(false);
        }
    }

    /** Wakes all callers with a reached target. */
    void wakeCallers() {
        if (callers.get() > 0) {
            for (Sleeper sleeper : all) {
                if (!sleeper.worker && sleeper.state.get() == Sleeper.ASLEEP && sleeper.isReached()) {
                    sleeper.unpark();
                }
            }
        }
    }

    /** Wakes all waiting threads. */
    void wakeAll() {
        for (Sleeper sleeper : all) {
            sleeper.unpark();
        }
    }

    private boolean wakeOne(boolean worker) {
        for (Sleeper sleeper : all) {
            if (sleeper.worker == worker && sleeper.unpark()) {
                return true;
            }
        }
        return false;
    }
}
