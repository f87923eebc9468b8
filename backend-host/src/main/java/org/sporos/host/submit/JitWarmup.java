package org.sporos.host.submit;

import java.lang.System.Logger;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.run.EventTickets;
import org.sporos.host.run.Frames;
import org.sporos.host.run.ScheduledRun;
import org.sporos.host.run.StepExecutor;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.TaskContext;
import org.sporos.host.threads.Scheduler;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.SafeLogger;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.Planner;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;

/**
 * JIT warm-up of parallel runs: two threads share a small graph repeatedly for a moment, before the first run of a JVM
 * that may be parallel. Until the JVM has compiled the dispatcher, a helping thread comes too late to find a task; then
 * parallel runs measure no gain, are seldom tried, and stay uncompiled.
 */
final class JitWarmup implements Runnable {
    private static final Logger LOG = SafeLogger.of("org.sporos.host");
    private static final AtomicBoolean BEGUN = new AtomicBoolean();
    private static final String NAME = "sporos-warm-up";

    private static final int RUNS = 20_000;
    private static final long MOST_NANOS = 300_000_000;
    private static final int WIDTH = 8;
    private static final int PAUSES = 4;
    /** The approximate serial time of a run, in nanoseconds. */
    private static final long RUN_NANOS = 5_000;

    private JitWarmup() {}

    /** Starts the warm-up in a thread of its own, once per JVM. */
    static void begin() {
        if (!BEGUN.get() && BEGUN.compareAndSet(false, true)) {
            Thread thread = DaemonThreads.named(NAME, Thread.NORM_PRIORITY).newThread(new JitWarmup());
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                LOG.log(Logger.Level.WARNING, "the system has no thread for a warm-up", e);
            }
        }
    }

    @Override
    public void run() {
        try {
            play(RUNS, MOST_NANOS);
        } catch (RuntimeException | Error e) {
            LOG.log(Logger.Level.WARNING, "a warm-up of shared runs has failed", e);
        }
    }

    /** Shares a number of runs, or fewer until a timeout; returns how many. */
    static int play(int runs, long nanos) {
        Program program = ProgramBuilder.build(Planner.plan(graph()), new TaskContext(2, false));
        Scheduler scheduler = new Scheduler(2, NAME, false);
        Frames frames = new Frames(List.of(), List.of(), List.of(), BufferAssignment.NONE, MemorySpace.host(), false);
        StepExecutor executor = new StepExecutor(program, frames);
        StaticSchedule schedule = Objects.requireNonNull(ListScheduler.of(program, 2));
        ScheduledRun shared = new ScheduledRun(schedule, executor, scheduler, () -> {}, true);
        int done = 0;
        try {
            shared.callerSlot().settle();
            for (long begin = System.nanoTime(); done < runs && System.nanoTime() - begin < nanos; done++) {
                executor.prepare(EventTickets.NONE);
                shared.drive(RUN_NANOS);
            }
        } finally {
            shared.callerSlot().leave();
            scheduler.workerThreads().close();
        }
        return done;
    }

    /** Tasks of all kinds, so that no code is compiled for one kind alone. */
    private static Graph graph() {
        return Graph.define(NAME, root -> {
            NodeRef loop = root.thenParallelFor("loop", RangePolicy.of(16 * WIDTH), i -> work(i % 16));
            NodeRef box = loop.thenParallelFor("box", MDRangePolicy.of(WIDTH, 16), (i, j) -> work(j));
            NodeRef[] singles = new NodeRef[WIDTH];
            for (int k = 0; k < WIDTH; k++) {
                singles[k] = box.then("single", () -> work(0));
            }
            Graph.whenAll(singles).then("end", () -> {});
        });
    }

    private static void work(int i) {
        for (int pause = i == 0 ? PAUSES : 0; pause > 0; pause--) {
            Thread.onSpinWait();
        }
    }
}
