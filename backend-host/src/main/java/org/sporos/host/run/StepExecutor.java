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
 * The actions at each step of the one run that an executable has at a time, and how that run fails. It knows nothing
 * of the order of steps: a scheduler calls it when a step is ready. A failure is noted once; after it no kernel is
 * called any more, while records, signals and frees still happen, since others wait for them. Nothing is allocated but
 * failures.
 */
public final class StepExecutor {
    final Program program;
    private final Frames frames;
    private final byte[] kind;
    private final int[] phase;
    private final HostTask[] task;
    private final int[] passes;

    private final AtomicReference<@Nullable RunFailure> failure = new AtomicReference<>();
    /** Stands for a failure that there is no memory to note; null where there is nothing that could fail. */
    private final @Nullable RunFailure untold;

    private long[] tickets = {};

    public StepExecutor(Program program, Frames frames) {
        this.program = program;
        this.frames = frames;
        this.kind = program.kind();
        this.phase = program.phase();
        this.task = program.task();
        this.passes = new int[program.loops()];
        this.untold = program.units().isEmpty()
                ? null
                : RunFailure.untold(program.units().get(0));
    }

    /** Takes the tickets of a run that is about to begin; they stay the caller's. */
    public void prepare(long[] eventTickets) {
        if (tickets != eventTickets) {
            // Written only if it changes: other threads read what is beside it.
            tickets = eventTickets;
        }
        // Plain: no other thread is in a run now, and what publishes this one publishes this, too.
        if (failure.getPlain() != null) {
            failure.setPlain(null);
        }
    }

    /** Returns why the run fails, or null. */
    @Nullable
    public RunFailure failure() {
        return failure.get();
    }

    /** Makes this thread one of kernels. */
    void enterKernel() {
        frames.enterKernel();
    }

    /** Does a host call; the caller has left the threads that work on kernels. */
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

    /** Does a chunk of a step and nothing else. */
    void work(int step, int chunk) {
        try {
            frames.enterKernel();
        } catch (Throwable t) {
            fail(step, t);
        }
        work(task[step], phase[step], step, chunk, 1);
    }

    /** Does chunks of a phase of what a step does and nothing else, on a thread that is one of kernels. */
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

    /** Returns whether nothing has failed, as far as this thread knows. */
    boolean goesOn() {
        // Plain: a hint, and on the path of each task. A failure of what a task waits for is ordered before it anyway.
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

    /** Begins a loop anew. */
    void enterLoop(int step) {
        passes[program.slot()[step]] = 0;
    }

    /** Counts a pass and returns true, or ends the loop. */
    boolean holds(int step) {
        if (failure.get() != null) {
            return false;
        }
        Control loop = (Control) program.extra()[step];
        int done = passes[program.slot()[step]];
        try {
            frames.enterKernel();
            boolean more = loop.holds();
            if (more && done < loop.maxIterations()) {
                passes[program.slot()[step]] = done + 1;
                return true;
            }
            loop.tell(done);
            if (more) {
                note(RunFailure.tooManyPasses(unit(step), loop.maxIterations()));
            }
        } catch (Throwable t) {
            fail(step, t);
        }
        return false;
    }

    /**
     * Returns whether what a step waits for has happened; if not, the waiter goes on when it does. A wait that cannot
     * be made fails the run and holds up nothing.
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

    /** Does what a step without chunks does at once. A failed run still lets others go on: it records and signals. */
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

    /** Does all chunks of a step on a thread that is one of kernels. */
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
     * Notes that a step has failed. Does not throw: the thread that has claimed work must count it as done, or all
     * others wait for ever.
     */
    public void fail(int step, Throwable cause) {
        try {
            note(RunFailure.of(unit(step), kind[step], cause));
        } catch (Throwable noMemory) {
            failure.compareAndSet(null, untold);
        }
    }

    /** Notes that something outside of the steps has failed. Does not throw. */
    public void fail(Throwable cause) {
        RunFailure found = untold;
        try {
            found = found == null ? null : found.by(cause);
        } catch (Throwable noMemory) {
            // The failure that was made beforehand stands for it.
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

        /** Returns the waits of a semaphore, told of its signals from the first call on. */
        static SemaphoreWaits of(ExternalSemaphore semaphore) {
            return ALL.computeIfAbsent(semaphore, s -> {
                SemaphoreWaits made = new SemaphoreWaits();
                // Held by the semaphore, so it must not hold the semaphore by the map's value as well.
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

        /** Returns whether the semaphore has at least the value; if not, the waiter goes on when it does. */
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
