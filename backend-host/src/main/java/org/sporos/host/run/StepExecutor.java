package org.sporos.host.run;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Work;
import org.sporos.host.schedule.Control;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.EventUse;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.task.HostTask;
import org.sporos.internal.run.RunFrame;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.ExternalSemaphore;

/**
 * The actions of the steps of an executable's current run, and the failure of that run. It does not know the order of
 * steps: a scheduler calls it when a step is ready. Only the first failure is recorded; after it no kernel is called
 * any more, while records, signals and frees still happen, since others wait for them. Nothing is allocated but
 * failures.
 */
public final class StepExecutor {
    final Program program;
    private final Frames frames;
    private final byte[] kind;
    private final int[] phase;
    private final HostTask[] task;
    private final int[] iterations;

    private final AtomicReference<@Nullable RunFailure> failure = new AtomicReference<>();
    /** The stand-in for failures that cannot be recorded for lack of memory; null for an empty program. */
    private final @Nullable RunFailure untold;

    private long[] tickets = {};

    public StepExecutor(Program program, Frames frames) {
        this.program = program;
        this.frames = frames;
        this.kind = program.kind();
        this.phase = program.phase();
        this.task = program.task();
        this.iterations = new int[program.loops()];
        this.untold = program.units().isEmpty()
                ? null
                : RunFailure.untold(program.units().get(0));
    }

    /** Sets the tickets of the next run; the caller keeps the array. */
    public void prepare(long[] eventTickets) {
        if (tickets != eventTickets) {
            // Written only on change: neighbours on the cache line are read by other threads.
            tickets = eventTickets;
        }
        // Plain: no other thread is in a run now, and the publication of the run publishes this, too.
        if (failure.getPlain() != null) {
            failure.setPlain(null);
        }
    }

    /** Returns the failure of the run, or null. */
    @Nullable
    public RunFailure failure() {
        return failure.get();
    }

    /** Enters the frame of kernels on this thread. */
    void enterKernel() {
        frames.enterKernel();
    }

    /** Runs a host call; the caller no longer counts as a kernel thread. */
    void callHost(int step) {
        if (goesOn()) {
            try {
                RunFrame before = frames.enterHost(unit(step));
                try {
                    task[step].run(phase[step], 0);
                } finally {
                    RunFrame.enter(before);
                }
            } catch (Throwable t) {
                fail(step, t);
            }
        }
    }

    /** Runs a chunk of a step. */
    void work(int step, int chunk) {
        try {
            frames.enterKernel();
        } catch (Throwable t) {
            fail(step, t);
        }
        work(task[step], phase[step], step, chunk, 1);
    }

    /** Runs chunks of a phase of a step, on a thread in the frame of kernels. */
    void work(HostTask what, int part, int step, int chunk, int count) {
        if (goesOn()) {
            try {
                if (count == 1) {
                    what.run(part, chunk);
                } else {
                    what.run(part, chunk, count);
                }
            } catch (Throwable t) {
                fail(step, t);
            }
        }
    }

    /** Returns whether this thread has seen no failure. */
    boolean goesOn() {
        // Plain: a hint on the hot path. A failure of a predecessor is ordered before this read anyway.
        return failure.getPlain() == null;
    }

    /** Returns the body that a conditional node chooses now, or null for none. */
    @Nullable
    Body chosen(int step) {
        if (failure.get() != null) {
            return null;
        }
        try {
            frames.enterKernel();
            return ((Control) program.extra()[step]).choose();
        } catch (Throwable t) {
            fail(step, t);
            return null;
        }
    }

    /** Resets the iteration count of a loop. */
    void enterLoop(int step) {
        iterations[program.slot()[step]] = 0;
    }

    /** Counts an iteration and returns true, or ends the loop. */
    boolean holds(int step) {
        if (failure.get() != null) {
            return false;
        }
        Control loop = (Control) program.extra()[step];
        int done = iterations[program.slot()[step]];
        try {
            frames.enterKernel();
            boolean more = loop.holds();
            if (more && done < loop.maxIterations()) {
                iterations[program.slot()[step]] = done + 1;
                return true;
            }
            loop.tell(done);
            if (more) {
                note(RunFailure.tooManyIterations(unit(step), loop.maxIterations()));
            }
        } catch (Throwable t) {
            fail(step, t);
        }
        return false;
    }

    /**
     * Returns whether a wait has ended; if not, the waiter is resumed when it ends. A wait that throws fails the run
     * and blocks nothing.
     */
    boolean isReached(int step, Waiter waiter) {
        try {
            return isReachedNow(step, waiter);
        } catch (Throwable t) {
            fail(step, t);
            return true;
        }
    }

    private boolean isReachedNow(int step, Waiter waiter) {
        Object what = program.extra()[step];
        if (what instanceof EventUse use) {
            return HostEvent.of(use.event()).await(tickets[use.ticket()], waiter);
        }
        Work.WaitSemaphore wait = (Work.WaitSemaphore) what;
        return failure.get() != null
                || SemaphoreWaits.of(wait.semaphore()).await(wait.semaphore(), wait.value(), waiter);
    }

    /** Runs a step without chunks. A failed run still records and signals, which releases its waiters. */
    void act(int step) {
        try {
            switch (kind[step]) {
                case StepKind.ALLOCATE -> frames.allocate(program.slot()[step], failure.get() == null);
                case StepKind.FREE -> frames.free(program.slot()[step]);
                case StepKind.RECORD -> {
                    EventUse use = (EventUse) program.extra()[step];
                    HostEvent.of(use.event()).happen(tickets[use.ticket()]);
                }
                case StepKind.SIGNAL -> {
                    Work.SignalSemaphore signal = (Work.SignalSemaphore) program.extra()[step];
                    signal.semaphore().signal(signal.value());
                }
                default -> throw new InternalException("step of kind " + kind[step]);
            }
        } catch (Throwable t) {
            fail(step, t);
        }
    }

    /** Runs all chunks of a step, on a thread in the frame of kernels. */
    void work(int step) {
        if (goesOn()) {
            try {
                task[step].runAll(phase[step]);
            } catch (Throwable t) {
                fail(step, t);
            }
        }
    }

    /**
     * Records the failure of a step. Does not throw: a thread must count its claimed work as complete, or all others
     * wait for ever.
     */
    public void fail(int step, Throwable cause) {
        try {
            note(RunFailure.of(unit(step), kind[step], cause));
        } catch (Throwable noMemory) {
            failure.compareAndSet(null, untold);
        }
    }

    /** Records a failure from outside of the steps. Does not throw. */
    public void fail(Throwable cause) {
        RunFailure found = untold;
        try {
            found = found == null ? null : found.by(cause);
        } catch (Throwable noMemory) {
            // The preallocated failure stands in.
        }
        failure.compareAndSet(null, found);
    }

    private LaunchUnit unit(int step) {
        return Objects.requireNonNull(program.unit()[step]);
    }

    private void note(RunFailure found) {
        if (!failure.compareAndSet(null, found)) {
            RunFailure first = failure.get();
            if (first != null) {
                first.add(found);
            }
        }
    }

    /** The runs of all host spaces that wait for a semaphore of this process. Thread-safe. */
    private static final class SemaphoreWaits {
        private static final Map<ExternalSemaphore, SemaphoreWaits> ALL =
                Collections.synchronizedMap(new WeakHashMap<>());

        private final Waiter.Queue waits = new Waiter.Queue();

        private SemaphoreWaits() {}

        /** Returns the waits of a semaphore, notified of its signals from the first call on. */
        static SemaphoreWaits of(ExternalSemaphore semaphore) {
            return ALL.computeIfAbsent(semaphore, s -> {
                SemaphoreWaits made = new SemaphoreWaits();
                // The semaphore holds this callback; a strong reference back would keep the map's key alive.
                var weak = new java.lang.ref.WeakReference<>(s);
                s.onSignal(() -> {
                    ExternalSemaphore signalled = weak.get();
                    if (signalled != null) {
                        made.signalled(signalled.value());
                    }
                });
                return made;
            });
        }

        /** Returns whether the semaphore has reached the value; if not, the waiter is resumed when it does. */
        synchronized boolean await(ExternalSemaphore semaphore, long value, Waiter waiter) {
            if (semaphore.value() >= value) {
                return true;
            }
            waits.add(waiter, value);
            return false;
        }

        private void signalled(long value) {
            Waiter.Queue.resumeAll(take(value));
        }

        private synchronized @Nullable Waiter take(long value) {
            return waits.take(Long.MIN_VALUE, value);
        }
    }
}
