package org.sporos.host.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.internal.run.RunFrame;
import org.sporos.plan.Planner;

/** Makes the task of a graph of one node, and runs tasks without an executor. */
final class Tasks {

    private Tasks() {}

    static HostTask task(int threads, Consumer<NodeRef> node) {
        return task(new TaskContext(threads, false), node);
    }

    static HostTask task(TaskContext context, Consumer<NodeRef> node) {
        Graph graph = Graph.define("test", node);
        return HostTasks.of(Planner.plan(graph).units().get(0), context, KernelCompiler.none());
    }

    /** Runs all chunks in order on this thread. */
    static void run(HostTask task) {
        for (int phase = 0; phase < task.phases(); phase++) {
            for (int chunk = 0; chunk < task.chunks(phase); chunk++) {
                task.run(phase, chunk);
            }
        }
    }

    static void run(int threads, Consumer<NodeRef> node) {
        run(task(threads, node));
    }

    /** Runs the chunks of each phase in a random order on this thread. */
    static void runShuffled(HostTask task, Random random) {
        for (int phase = 0; phase < task.phases(); phase++) {
            for (int chunk : shuffled(task.chunks(phase), random)) {
                task.run(phase, chunk);
            }
        }
    }

    /** Runs the chunks of each phase in a random order on several threads, in the frame of the caller. */
    static void runParallel(HostTask task, int threads, Random random) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int phase = 0; phase < task.phases(); phase++) {
                runPhase(task, phase, threads, shuffled(task.chunks(phase), random), pool);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void runPhase(HostTask task, int phase, int threads, List<Integer> chunks, ExecutorService pool) {
        RunFrame frame = RunFrame.current();
        AtomicInteger next = new AtomicInteger();
        Callable<Void> worker = () -> {
            RunFrame before = RunFrame.enter(frame);
            for (int k = next.getAndIncrement(); k < chunks.size(); k = next.getAndIncrement()) {
                task.run(phase, chunks.get(k));
            }
            RunFrame.enter(before);
            return null;
        };
        try {
            for (Future<Void> future : pool.invokeAll(Collections.nCopies(threads, worker))) {
                future.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static List<Integer> shuffled(int count, Random random) {
        List<Integer> chunks = new ArrayList<>();
        for (int chunk = 0; chunk < count; chunk++) {
            chunks.add(chunk);
        }
        Collections.shuffle(chunks, random);
        return chunks;
    }
}
