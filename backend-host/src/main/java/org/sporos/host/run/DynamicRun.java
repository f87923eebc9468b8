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
 * A run that is scheduled step by step during execution. Any number of threads work on it: each claims chunks of ready
 * steps from one queue, and the thread that completes a step continues with the first successor that became ready. No
 * thread blocks, and nothing is allocated. Programs with host calls, waits and conditional nodes run this way; programs
 * of kernels alone have a {@link ScheduledRun}.
 *
 * <p><b>Guarantees.</b> Each chunk of a step is run by one thread, after all chunks of the predecessors; the thread
 * that completes the last step ends the run, once. A blocking step (a host call, a wait) is passed to another thread or
 * to the awaited event, so that no thread of the pool blocks. A call of a sequence with its own thread, such as an
 * operation of a communicator, runs on that thread.
 *
 * <p><b>Correctness.</b> A step is offered by the one thread whose arrival completes its {@link JoinCounters}, so it is
 * in the ring at most once; {@link ReadyRing#claim} gives each of its chunks to one thread. The chain of
 * read-modify-writes on a counter orders the writes of all predecessors before the step, and the ring's release and
 * acquire pass them on to the threads that claim its chunks. A step is offered before the thread signals, and {@link
 * WorkerPool#signal} has a full fence; a thread that is about to park checks the ring after a full fence of its own. So
 * at least one of both sees the other, and no step stays in the ring while all threads are parked.
 */
public final class DynamicRun implements Job, StepWaiter.Owner, BodyRun.Owner {
    /** The result of {@link #perform} if no step is left for the caller. */
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
    /** Bodies of conditional nodes of kernels alone, by their first step. */
    private final @Nullable BodyRun[] bodies;
    /** The bodies that are not null. */
    private final BodyRun[] allBodies;

    /** Creates the state for all runs of an executable. */
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

    /** Offers the root steps to all threads. */
    public void offerRoots() {
        offer(enter(program.main()));
    }

    /** Offers the step that runs the whole program on one thread. */
    public void offerSerial() {
        ring.offer(program.serialStep());
    }

    /** Returns a step and one of its chunks, see {@link ReadyRing#claim()}. */
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

    /** Offers a step whose wait outside of the run has ended. */
    @Override
    public void resume(int step) {
        ring.offer(step);
        pool.signal();
    }

    /** Offers the result of {@link #perform} to all threads. */
    void offer(int step) {
        if (step != NOTHING) {
            ring.offer(step);
        }
    }

    /** Runs a chunk of a step; returns a step that became ready, owned by the caller, or {@link #NOTHING}. */
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

    /** Runs a host call; the caller no longer counts as a kernel thread. */
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

    /**
     * Counts the arrival of a step at its successors; returns the first one that became ready and offers the others.
     */
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

    /** Returns whether the thread that made a step ready may run all of it at once. */
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

    /** Continues after a statically scheduled body that ends at the step. */
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

    /** Returns the run of a body of kernels alone, or null. */
    @Nullable
    BodyRun body(Body body) {
        return bodies[body.first()];
    }

    /** Returns whether threads share a body of a conditional node. */
    boolean sharesBody() {
        for (BodyRun body : allBodies) {
            if (body.isShared()) {
                return true;
            }
        }
        return false;
    }

    /** Describes how the bodies of a step are run; empty without measurements. */
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

    /** Returns the largest number of its jobs in a pool at a time. */
    public int jobs() {
        // The run itself, step by step or static, and the caller-driven run that stays listed between submits.
        return 2 + allBodies.length;
    }

    /**
     * Reusable counters with a fixed number of arrivals each, like {@code join_node}s and atomic reference counts of
     * task graphs. Arrivals may come from any threads.
     *
     * <p><b>Memory order.</b> Each arrival is a volatile read-modify-write: it releases the earlier writes of its
     * thread, and the arrival that completes the count acquires those of all others, by the chain of exchanges on one
     * word. That thread refills the counter before it continues, so the refill precedes all arrivals of the next round.
     */
    private static final class JoinCounters {
        private static final VarHandle LEFT = MethodHandles.arrayElementVarHandle(int[].class);

        private final int[] full;
        private final int[] left;

        /** @param full the number of arrivals of each counter, at least 1 */
        JoinCounters(int[] full) {
            this.full = full;
            this.left = full.clone();
        }

        /** Counts one arrival; returns whether it was the last, which refills the counter. */
        boolean arrive(int counter) {
            if (full[counter] == 1) {
                return true;
            }
            // Volatile: see above.
            if ((int) LEFT.getAndAdd(left, counter, -1) != 1) {
                return false;
            }
            // Release: arrivals of the next round are consequences of this one.
            LEFT.setRelease(left, counter, full[counter]);
            return true;
        }
    }
}
