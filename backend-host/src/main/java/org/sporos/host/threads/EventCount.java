package org.sporos.host.threads;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.host.run.Completion;

/**
 * The threads that may sleep until there is work, or until a run has ended. A thread first says that it will sleep, then
 * looks once more for what it waits for, then sleeps; one who has something to tell publishes it first and then looks for
 * sleepers: so no wake-up is lost.
 */
final class EventCount {
    private volatile Sleeper[] all = {};
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicInteger callers = new AtomicInteger();

    /** One thread. Its methods are for that thread alone. */
    final class Sleeper {
        private static final int AWAKE = 0;
        private static final int ASLEEP = 1;

        /** Null while no thread uses it. */
        private final AtomicReference<@Nullable Thread> thread;

        private final boolean worker;
        private final AtomicInteger state = new AtomicInteger();
        private @Nullable Completion until;
        private long target;

        private Sleeper(Thread thread, boolean worker) {
            this.thread = new AtomicReference<>(thread);
            this.worker = worker;
        }

        /** Says that the thread will sleep, if need be until something is done. This must be looked at after it. */
        void prepareWait(@Nullable Completion what, long asMuch) {
            until = what;
            target = asMuch;
            state.set(ASLEEP);
            count().incrementAndGet();
            // Store-load: what is looked at next is partly read with acquire, which may pass a volatile write before
            // it. With
            // the full fence of those who publish before they look for sleepers, one of both sees the other (Dekker).
            VarHandle.fullFence();
        }

        /** Says that it will not sleep after all. */
        void cancelWait() {
            wake();
        }

        /** Sleeps until woken or interrupted; returns at once if woken since it was prepared. */
        void commitWait() {
            while (state.get() == ASLEEP) {
                if (Thread.currentThread().isInterrupted()) {
                    cancelWait();
                    return;
                }
                LockSupport.park(EventCount.this);
            }
        }

        /** Sleeps as {@link #commitWait()} does, but at most for that long; returns false if nobody woke it. */
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

        /** Takes the thread out of the sleepers; returns false if somebody was faster. */
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

    /** Adds the current thread. */
    Sleeper add(boolean worker) {
        return add(Thread.currentThread(), worker);
    }

    /** Adds a thread. */
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

    /** Removes a thread that is awake; what it used is kept for another. */
    void remove(Sleeper sleeper) {
        sleeper.thread.set(null);
    }

    /** Returns whether a thread sleeps, for one who has published work with a full fence after it. */
    boolean anyoneSleeps() {
        return workers.get() > 0 || callers.get() > 0;
    }

    /** Wakes one worker if one sleeps. */
    boolean wakeWorker() {
        return workers.get() > 0 && wakeOne(true);
    }

    /** Wakes one thread if one sleeps: a worker, else one that waits for a run and can help meanwhile. */
    void wakeAny() {
        if (!wakeWorker() && callers.get() > 0) {
            wakeOne(false);
        }
    }

    /** Wakes all for whom what they wait for is done. */
    void wakeCallers() {
        if (callers.get() > 0) {
            for (Sleeper sleeper : all) {
                if (!sleeper.worker && sleeper.state.get() == Sleeper.ASLEEP && sleeper.isReached()) {
                    sleeper.unpark();
                }
            }
        }
    }

    /** Wakes everybody. */
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
