package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/**
 * The launches of a run: one native graph; or, where native graphs cannot loop, several, and the host polls the loop
 * conditions between them. One run at a time.
 */
final class LaunchSequence {
    private final GpuDriver driver;
    private final MemoryReclaimer reclaimer;
    private final List<Step> steps;
    private final long single;
    private final AtomicLong polls = new AtomicLong();
    private final boolean polled;

    LaunchSequence(GpuDriver driver, MemoryReclaimer reclaimer, List<Step> steps) {
        this.driver = driver;
        this.reclaimer = reclaimer;
        this.steps = List.copyOf(steps);
        this.single = steps.size() == 1 && steps.get(0) instanceof Segment all ? all.executable : 0;
        this.polled = steps.stream().anyMatch(step -> step instanceof Loop);
    }

    /** A native graph or a loop, launched after the preceding step. */
    sealed interface Step {}

    /** A native graph. */
    record Segment(long graph, long executable) implements Step {}

    /**
     * A loop, whose condition has been evaluated once before.
     *
     * @param result the address of the condition's result
     * @param flag the copies of the result that the host polls
     * @param chunk the iterations per launch: a multiple of the ring cycle of an iteration
     * @param chunkGraph the graph of a chunk, or null if the body has loops
     * @param iterations the steps of a chunk whose body has loops
     */
    record Loop(
            String label,
            long result,
            Flag flag,
            int chunk,
            @Nullable Segment chunkGraph,
            List<Step> iterations) implements Step {
        /** Keeps an unmodifiable copy. */
        Loop {
            iterations = List.copyOf(iterations);
        }
    }

    /** Two copies of a loop's result in pinned memory, and an event after each copy. */
    record Flag(ByteBuffer buffer, long address, long[] events) {}

    /** Returns whether the host polls loop conditions during a run. */
    boolean isPolled() {
        return polled;
    }

    /** Enqueues a run; with polled loops, returns when the whole run is enqueued. */
    void launch(long stream) {
        if (single != 0) {
            launchGraph(single, stream);
            return;
        }
        for (Step step : steps) {
            launch(step, stream);
        }
    }

    private void launch(Step step, long stream) {
        if (step instanceof Segment segment) {
            launchGraph(segment.executable, stream);
        } else if (step instanceof Loop loop && loop.chunkGraph != null) {
            launchChunks(loop, loop.chunkGraph, stream);
        } else if (step instanceof Loop loop) {
            launchIterations(loop, stream);
        }
    }

    /** Retried when memory is short: a graph with allocation nodes allocates at its launch. */
    private void launchGraph(long executable, long stream) {
        try {
            driver.launchGraph(executable, stream);
        } catch (GpuException e) {
            if (!driver.isOutOfMemory(e.status())) {
                throw e;
            }
            reclaimer.retry(() -> {
                driver.launchGraph(executable, stream);
                return executable;
            });
        }
    }

    /**
     * The polled result is one chunk old, so that the device never waits for the host; so the last chunk does nothing.
     */
    private void launchChunks(Loop loop, Segment chunk, long stream) {
        int slot = 0;
        copyResult(loop, slot, stream);
        boolean more = true;
        while (more) {
            launchGraph(chunk.executable, stream);
            copyResult(loop, 1 - slot, stream);
            more = awaitResult(loop, slot);
            slot = 1 - slot;
        }
    }

    private void launchIterations(Loop loop, long stream) {
        copyResult(loop, 0, stream);
        while (awaitResult(loop, 0)) {
            for (Step step : loop.iterations) {
                launch(step, stream);
            }
            copyResult(loop, 0, stream);
        }
    }

    private void copyResult(Loop loop, int slot, long stream) {
        long to = loop.flag.address + (long) slot * Integer.BYTES;
        driver.copy(CopyShape.linear(to, loop.result, Integer.BYTES), stream);
        driver.record(loop.flag.events[slot], stream);
    }

    private boolean awaitResult(Loop loop, int slot) {
        driver.synchronizeEvent(loop.flag.events[slot]);
        polls.incrementAndGet();
        return loop.flag.buffer.getInt(slot * Integer.BYTES) == 1;
    }

    /** Returns the first native graph; 0 if there is none. */
    long firstGraph() {
        return steps.isEmpty() || !(steps.get(0) instanceof Segment first) ? 0 : first.graph;
    }

    /** Returns the native executable of {@link #firstGraph()}; 0 if there is none. */
    long firstExecutable() {
        return steps.isEmpty() || !(steps.get(0) instanceof Segment first) ? 0 : first.executable;
    }

    /** Uploads the graphs, so that the first launch is as fast as later ones. */
    void upload(long stream) {
        forEach(steps, segment -> driver.upload(segment.executable, stream));
    }

    private static void forEach(List<Step> steps, Consumer<Segment> action) {
        for (Step step : steps) {
            if (step instanceof Segment segment) {
                action.accept(segment);
            } else if (step instanceof Loop loop) {
                if (loop.chunkGraph != null) {
                    action.accept(loop.chunkGraph);
                }
                forEach(loop.iterations, action);
            }
        }
    }

    /** Returns the number of nodes of all graphs by kind. */
    Map<NodeKind, Integer> countNodes() {
        Map<NodeKind, Integer> all = new EnumMap<>(NodeKind.class);
        forEach(
                steps,
                segment -> driver.countNodes(segment.graph).forEach((kind, n) -> all.merge(kind, n, Integer::sum)));
        return all;
    }

    /** Describes the loops for users; empty without polled loops. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (polled) {
            int[] graphs = new int[1];
            forEach(steps, segment -> graphs[0]++);
            text.append("control flow: ")
                    .append(graphs[0])
                    .append(" native graphs, the host polled loop conditions ")
                    .append(polls.get());
            text.append(" times\n");
            describe(steps, text);
        }
        return text.toString();
    }

    private void describe(List<Step> in, StringBuilder text) {
        for (Step step : in) {
            if (step instanceof Loop loop) {
                text.append("loop ").append(Labels.quoted(loop.label)).append(": ");
                if (loop.chunkGraph == null) {
                    text.append(loop.chunk == 1 ? "an iteration" : loop.chunk + " iterations")
                            .append(" at a time, as it has inner loops; the host waits for each\n");
                } else {
                    int nodes = driver.countNodes(loop.chunkGraph.graph).values().stream()
                            .mapToInt(n -> n)
                            .sum();
                    text.append("chunks of ")
                            .append(loop.chunk)
                            .append(" iterations, ")
                            .append(nodes);
                    text.append(" native nodes; the host polls one chunk late, so up to ")
                            .append(2 * loop.chunk - 1);
                    text.append(" iterations do nothing at the end\n");
                }
                describe(loop.iterations, text);
            }
        }
    }
}
