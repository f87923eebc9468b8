package org.sporos.host.exec;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Work;
import org.sporos.host.exec.Control.Body;
import org.sporos.host.task.HostTask;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.RunFrame;

/**
 * The state of the one run that an executable has at a time, used by every run anew. Any number of threads work on it:
 * each claims chunks of ready steps, and who ends a step goes on with the first that became ready by that. Nobody waits
 * here, and nothing is allocated.
 */
final class Run implements Job {
    /** The steps that a thread goes on with before it looks for other runs. */
    private static final int TURN = 1024;

    /** What {@link #perform} returns if nothing is left for the caller to go on with. */
    static final int NOTHING = -1;

    final Program program;
    private final Pool pool;
    private final RunEnd end;
    private final Frames frames;
    private final byte[] kind;
    private final int[] chunks;
    private final int[] phase;
    private final HostTask[] task;
    private final int[] firstSuccessor;
    private final int[] successors;
    private final ReadyRing ring;
    private final Countdown arrivals;
    private final Countdown parts;
    private final int[] passes;
    private final StepWaiter[] waiters;
    /** Bodies of conditional nodes that are shared as lists, by their first step. */
    private final @Nullable BodyRun[] bodies;

    private final AtomicReference<@Nullable RunFailure> failure = new AtomicReference<>();
    /** Stands for a failure that there is no memory to note; null where there is nothing that could fail. */
    private final @Nullable RunFailure untold;

    private long[] tickets = {};

    /** The executable, as a run sees it. */
    interface RunEnd {
        /** Has this thread walk the whole run. */
        void walk();

        /** Says that the run has ended; called by the thread that ended it. */
        void ended();
    }

    Run(Program program, Pool pool, Frames frames, int threads, RunEnd end) {
        this.program = program;
        this.pool = pool;
        this.frames = frames;
        this.end = end;
        this.kind = program.kind();
        this.chunks = program.chunks();
        this.phase = program.phase();
        this.task = program.task();
        this.firstSuccessor = program.firstSuccessor();
        this.successors = program.successors();
        this.ring = new ReadyRing(chunks);
        this.arrivals = new Countdown(program.waits());
        this.parts = new Countdown(chunks);
        this.passes = new int[program.loops()];
        this.waiters = StepWaiter.of(this);
        this.untold = program.units().isEmpty()
                ? null
                : RunFailure.untold(program.units().get(0));
        this.bodies = BodyRun.of(program, this, pool, threads);
    }

    /** Takes the tickets of a run that is about to begin; they stay the caller's. */
    void prepare(long[] eventTickets) {
        if (tickets != eventTickets) {
            // Not written in vain: other threads read what is beside it.
            tickets = eventTickets;
        }
        // Plain: no other thread is in a run now, and what publishes this one publishes this, too.
        if (failure.getPlain() != null) {
            failure.setPlain(null);
        }
    }

    /** Returns why the run fails, or null. */
    @Nullable
    RunFailure failure() {
        return failure.get();
    }

    /** Makes the first steps ready, for any thread to work on them. */
    void offerRoots() {
        offer(enter(program.main()));
    }

    /** Makes one step ready that does the whole run on one thread. */
    void offerWalk() {
        ring.offer(program.walk());
    }

    /** Returns a step and a chunk of it, see {@link ReadyRing#claim()}. */
    long claim() {
        return ring.claim();
    }

    @Override
    public boolean hasReady() {
        return !ring.isEmpty();
    }

    @Override
    public void turn(int worker, @Nullable Awaited until, long target) {
        long claim = claim();
        if (claim != ReadyRing.NONE) {
            pool.signalIfReady();
            takeTurn(claim, until, target);
        }
    }

    private void takeTurn(long first, @Nullable Awaited until, long target) {
        int left = TURN;
        long claim = first;
        while (claim != ReadyRing.NONE) {
            int step = (int) (claim >>> 32);
            int chunk = (int) claim;
            do {
                step = perform(step, chunk);
                chunk = 0;
            } while (step != NOTHING && --left > 0);
            if (step != NOTHING) {
                offer(step);
                return;
            }
            if (--left <= 0 || (until != null && until.isDone(target))) {
                return;
            }
            claim = claim();
        }
    }

    /** Makes a step ready again that has waited for something outside of the run. */
    void resume(int step) {
        ring.offer(step);
        pool.signal();
    }

    /** Offers what {@link #perform} returned instead of going on with it. */
    void offer(int step) {
        if (step != NOTHING) {
            ring.offer(step);
        }
    }

    /** Does a chunk of a step, and returns a step that became ready by it, now the caller's, or {@link #NOTHING}. */
    int perform(int step, int chunk) {
        switch (kind[step]) {
            case StepKind.EMPTY -> {
                return finish(step);
            }
            case StepKind.TASK -> {
                work(step, chunk);
                return parts.arrive(step) ? finish(step) : NOTHING;
            }
            case StepKind.CHOICE -> {
                return choose(step);
            }
            case StepKind.LOOP -> {
                passes[program.slot()[step]] = 0;
                return again(step);
            }
            case StepKind.BODY_END -> {
                int owner = (int) program.extra()[step];
                return kind[owner] == StepKind.LOOP ? again(owner) : finish(owner);
            }
            case StepKind.RUN_END -> {
                end.ended();
                return NOTHING;
            }
            case StepKind.WALK -> {
                end.walk();
                return program.main().end();
            }
            case StepKind.AWAIT, StepKind.WAIT -> {
                return isReached(step) ? finish(step) : NOTHING;
            }
            default -> {
                act(step);
                return finish(step);
            }
        }
    }

    /** Does a host call; the caller has left the threads that work on kernels. */
    void call(int step) {
        // Plain: a failure of what this call waits for is ordered before it by the counters; of other steps it is a
        // hint.
        if (failure.getPlain() == null) {
            try {
                callEntered(step);
            } catch (Throwable t) {
                fail(step, t);
            }
        }
        offer(finish(step));
        pool.signal();
    }

    private void callEntered(int step) {
        RunFrame before = frames.enterHost(program.unit()[step]);
        try {
            task[step].run(phase[step], 0);
        } finally {
            RunFrame.enter(before);
        }
    }

    /** Does a chunk of a step and nothing else. */
    private void work(int step, int chunk) {
        try {
            frames.enterKernel();
        } catch (Throwable t) {
            fail(step, t);
        }
        work(task[step], phase[step], step, chunk, 1);
    }

    /** Makes this thread one of kernels. */
    void enterKernel() {
        frames.enterKernel();
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

    /** Makes the successors of a step that wait for nothing else ready, and keeps the first of them. */
    private int finish(int step) {
        int next = NOTHING;
        boolean offered = false;
        for (int e = firstSuccessor[step]; e < firstSuccessor[step + 1]; e++) {
            int after = successors[e];
            if (arrivals.arrive(after)) {
                if (next == NOTHING && isOwn(after)) {
                    next = after;
                } else {
                    offered = true;
                    share(after);
                }
            }
        }
        if (offered) {
            pool.signal();
        }
        return next;
    }

    /** Returns whether the thread that made a step ready may do it, all of it, at once. */
    private boolean isOwn(int step) {
        return chunks[step] == 1 && kind[step] != StepKind.HOST;
    }

    private void share(int step) {
        if (kind[step] == StepKind.HOST) {
            pool.offerHost(waiters[program.slot()[step]]);
        } else {
            ring.offer(step);
        }
    }

    /** Goes on after a body that was shared as lists, whose last step is the given one. */
    void bodyEnded(int step) {
        int next = perform(step, 0);
        if (next != NOTHING) {
            offer(next);
            pool.signal();
        }
    }

    private int enter(Body body) {
        BodyRun lists = bodies[body.first()];
        if (lists != null) {
            lists.begin();
            return NOTHING;
        }
        int next = NOTHING;
        for (int root : body.roots()) {
            if (next == NOTHING && isOwn(root)) {
                next = root;
            } else {
                share(root);
            }
        }
        if (body.roots().length > 1 || next == NOTHING) {
            pool.signal();
        }
        return next;
    }

    private int choose(int step) {
        Body body = chosen(step);
        return body == null ? finish(step) : enter(body);
    }

    private int again(int step) {
        return holds(step) ? enter(((Control) program.extra()[step]).bodies()[0]) : finish(step);
    }

    private @Nullable Body chosen(int step) {
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

    /** Counts a pass and returns true, or ends the loop. */
    private boolean holds(int step) {
        if (failure.get() != null) {
            return false;
        }
        Control loop = (Control) program.extra()[step];
        int done = passes[program.slot()[step]];
        try {
            frames.enterKernel();
            boolean more = loop.holds();
            if (more && done < loop.maxPasses()) {
                passes[program.slot()[step]] = done + 1;
                return true;
            }
            loop.tell(done);
            if (more) {
                note(RunFailure.tooManyPasses(unit(step), loop.maxPasses()));
            }
        } catch (Throwable t) {
            fail(step, t);
        }
        return false;
    }

    /** A wait that cannot be made fails the run and holds up nothing. */
    private boolean isReached(int step) {
        try {
            return isReachedNow(step);
        } catch (Throwable t) {
            fail(step, t);
            return true;
        }
    }

    private boolean isReachedNow(int step) {
        Object what = program.extra()[step];
        int slot = program.slot()[step];
        if (what instanceof EventUse use) {
            return HostEvent.of(use.event()).await(tickets[use.ticket()], waiters[slot]);
        }
        Work.WaitSemaphore wait = (Work.WaitSemaphore) what;
        return failure.get() != null
                || SemaphoreWaits.of(wait.semaphore()).await(wait.semaphore(), wait.value(), waiters[slot]);
    }

    /** Does what a step without chunks does at once. A failed run still lets others go on: it records and signals. */
    private void act(int step) {
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

    /** Does the whole run on this thread, but for its end. */
    void walk() {
        walk(program.main());
    }

    private void walk(Body body) {
        for (int step = body.first(); step < body.end(); step++) {
            switch (kind[step]) {
                case StepKind.EMPTY -> {
                    // Its only work is the order of others, which this order keeps.
                }
                case StepKind.TASK -> {
                    for (int chunk = 0; chunk < chunks[step]; chunk++) {
                        work(step, chunk);
                    }
                }
                case StepKind.CHOICE -> {
                    Body chosen = chosen(step);
                    if (chosen != null) {
                        walk(chosen);
                    }
                }
                case StepKind.LOOP -> {
                    passes[program.slot()[step]] = 0;
                    while (holds(step)) {
                        walk(((Control) program.extra()[step]).bodies()[0]);
                    }
                }
                default -> act(step);
            }
        }
    }

    /**
     * Notes that a step has failed. Does not throw: the thread that has claimed work must tell that it has ended, or all others
     * wait for ever.
     */
    void fail(int step, Throwable cause) {
        try {
            note(RunFailure.of(unit(step), kind[step], cause));
        } catch (Throwable noMemory) {
            failure.compareAndSet(null, untold);
        }
    }

    /** Notes that something outside of the steps has failed. Does not throw. */
    void fail(Throwable cause) {
        RunFailure found = untold;
        try {
            found = found == null ? null : found.by(cause);
        } catch (Throwable noMemory) {
            // The failure that was made beforehand stands for it.
        }
        failure.compareAndSet(null, found);
    }

    /** Returns how many jobs of it a pool may have at a time. */
    int jobs() {
        // The run itself, by steps or by lists; and the lists of one who hosts, between runs.
        int jobs = 2;
        for (BodyRun body : bodies) {
            jobs += body == null ? 0 : 1;
        }
        return jobs;
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
}
