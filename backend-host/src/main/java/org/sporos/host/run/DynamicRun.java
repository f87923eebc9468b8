package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Work;
import org.sporos.host.schedule.Control;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;
import org.sporos.plan.LaunchUnit;

/**
 * A run that is scheduled step by step while it goes on. Any number of threads work on it: each claims chunks of ready
 * steps from one queue, and the thread that ends a step goes on with the first step that became ready by that. Nobody
 * waits here, and nothing is allocated. Programs with host calls, waits and conditional nodes run this way; those of
 * kernels alone have a {@link ScheduledRun}.
 *
 * <p><b>What it guarantees.</b> Each chunk of a step is run by one thread, after all chunks of the steps that lead to
 * it; the thread that ends the last step ends the run, once. A step that cannot go on (a host call, a wait) is handed
 * to another thread or to the event that it waits for, so that no thread of the pool blocks. A call of a sequence that
 * has a thread, such as an operation of a communicator, is handed to that one.
 *
 * <p><b>Why it is right.</b> A step is offered by the one thread whose arrival completes its {@link JoinCounters}, so
 * it is in the ring at most once; {@link ReadyRing#claim} gives each of its chunks to one thread. The chain of
 * read-modify-writes on a counter orders what all predecessors wrote before the step, and the ring's release and
 * acquire pass that on to the threads that claim its chunks. A step is offered before the thread signals, and {@link
 * WorkerPool#signal} has a full fence; a thread that is about to sleep looks at the ring after a full fence of its own.
 * So one of both sees the other, and no step stays in the ring while all threads sleep.
 */
public final class DynamicRun implements Job, StepWaiter.Owner, BodyRun.Owner {
    /** The result of {@link #perform} if nothing is left for the caller to go on with. */
    static final int NOTHING = -1;

    private final StepExecutor executor;
    private final Program program;
    private final WorkerPool pool;
    private final RunEnd end;
    private final byte[] kind;
    private final int[] chunks;
    private final int[] firstSuccessor;
    private final int[] successors;
    private final ReadyRing ring;
    private final JoinCounters arrivals;
    private final JoinCounters parts;
    private final StepWaiter[] waiters;
    /** Calls that may have a thread of their own, by the slots of their steps. */
    private final @Nullable SequencedCall[] sequenced;
    /** Bodies of conditional nodes that hold kernels alone, by their first step. */
    private final @Nullable BodyRun[] bodies;
    /** The bodies that are not null. */
    private final BodyRun[] allBodies;

    /** Makes one for the runs of an executable. */
    DynamicRun(StepExecutor executor, WorkerPool pool, int threads, RunEnd end) {
        this.executor = executor;
        this.program = executor.program;
        this.pool = pool;
        this.end = end;
        this.kind = program.kind();
        this.chunks = program.chunks();
        this.firstSuccessor = program.firstSuccessor();
        this.successors = program.successors();
        this.ring = new ReadyRing(chunks);
        this.arrivals = new JoinCounters(program.waits());
        this.parts = new JoinCounters(chunks);
        this.waiters = StepWaiter.of(program, this);
        this.sequenced = sequencedCalls(program);
        this.bodies = BodyRun.of(executor, pool, threads, this);
        this.allBodies = Arrays.stream(bodies).filter(Objects::nonNull).toArray(BodyRun[]::new);
    }

    private static @Nullable SequencedCall[] sequencedCalls(Program program) {
        @Nullable SequencedCall[] calls = new SequencedCall[program.waitSteps().length];
        for (int slot = 0; slot < calls.length; slot++) {
            LaunchUnit unit = program.unit()[program.waitSteps()[slot]];
            boolean isHostCall = unit != null && unit.node().work() instanceof Work.HostCall;
            Runnable body = isHostCall ? ((Work.HostCall) unit.node().work()).body() : null;
            calls[slot] = body instanceof SequencedCall call ? call : null;
        }
        return calls;
    }

    /** Makes the first steps ready, for any thread to work on them. */
    public void offerRoots() {
        offer(enter(program.main()));
    }

    /** Makes the step ready that runs the whole program on one thread. */
    public void offerSerial() {
        ring.offer(program.serialStep());
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
    public void turn(int worker, @Nullable Completion until, long target) {
        long claim = claim();
        if (claim != ReadyRing.NONE) {
            pool.signalIfReady();
            takeTurn(claim, until, target);
        }
    }

    private void takeTurn(long first, @Nullable Completion until, long target) {
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
    @Override
    public void resume(int step) {
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
                executor.work(step, chunk);
                return parts.arrive(step) ? finish(step) : NOTHING;
            }
            case StepKind.BRANCH -> {
                Body body = executor.chosen(step);
                return body == null ? finish(step) : enter(body);
            }
            case StepKind.LOOP -> {
                executor.enterLoop(step);
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
            case StepKind.SERIAL_RUN -> {
                end.runSerial();
                return program.main().end();
            }
            case StepKind.AWAIT, StepKind.WAIT -> {
                return executor.isReached(step, waiters[program.slot()[step]]) ? finish(step) : NOTHING;
            }
            default -> {
                executor.act(step);
                return finish(step);
            }
        }
    }

    /** Does a host call; the caller has left the threads that work on kernels. */
    @Override
    public void call(int step) {
        executor.callHost(step);
        SequencedCall call = sequenced[program.slot()[step]];
        if (call != null) {
            call.settle();
        }
        offer(finish(step));
        pool.signal();
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
            int slot = program.slot()[step];
            SequencedCall call = sequenced[slot];
            if (call == null || !call.handOver(waiters[slot])) {
                pool.offerHost(waiters[slot]);
            }
        } else {
            ring.offer(step);
        }
    }

    /** Goes on after a body that was scheduled ahead, whose last step is the given one. */
    @Override
    public void bodyEnded(int step) {
        int next = perform(step, 0);
        if (next != NOTHING) {
            offer(next);
            pool.signal();
        }
    }

    private int enter(Body body) {
        BodyRun kernels = bodies[body.first()];
        if (kernels != null) {
            return kernels.begin() ? NOTHING : body.end();
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

    private int again(int step) {
        return executor.holds(step) ? enter(((Control) program.extra()[step]).bodies()[0]) : finish(step);
    }

    /** Returns a body of a conditional node that holds kernels alone, or null. */
    @Nullable
    BodyRun body(Body body) {
        return bodies[body.first()];
    }

    /** Returns whether a body of a conditional node is shared among threads. */
    boolean sharesBody() {
        for (BodyRun body : allBodies) {
            if (body.isShared()) {
                return true;
            }
        }
        return false;
    }

    /** Returns words on how the bodies of a step are done, or the empty string. */
    public String describeBodies(int step) {
        if (!(program.extra()[step] instanceof Control control)) {
            return "";
        }
        return Arrays.stream(control.bodies())
                .map(body -> bodies[body.first()])
                .filter(body -> body != null && body.isMeasured())
                .map(body -> "; " + body.describe())
                .collect(Collectors.joining());
    }

    /** Returns how many jobs of it a pool may have at a time. */
    public int jobs() {
        // The run itself, step by step or scheduled ahead; and the one that rests between runs that callers drive.
        return 2 + allBodies.length;
    }

    /**
     * Counters that each wait for a fixed number of arrivals, again and again, as {@code join_node}s and atomic reference
     * counts of task graphs do. Arrivals may come from any threads.
     *
     * <p><b>Memory order.</b> Each arrival is a volatile read-modify-write: it releases what its thread did before, and the
     * one that completes the count acquires what all others released, by the chain of exchanges on one word. That thread
     * refills the counter before it goes on, so the refill comes before all arrivals of the next round.
     */
    private static final class JoinCounters {
        private static final VarHandle LEFT = MethodHandles.arrayElementVarHandle(int[].class);

        private final int[] full;
        private final int[] left;

        /**
         * @param full the arrivals that each counter waits for, at least 1
         */
        JoinCounters(int[] full) {
            this.full = full;
            this.left = full.clone();
        }

        /** Counts one arrival, and returns whether it was the last; then the counter is full again. */
        boolean arrive(int counter) {
            if (full[counter] == 1) {
                return true;
            }
            // Volatile: see above.
            if ((int) LEFT.getAndAdd(left, counter, -1) != 1) {
                return false;
            }
            // Release: nobody arrives until what follows from this arrival has led to the next round.
            LEFT.setRelease(left, counter, full[counter]);
            return true;
        }
    }
}
