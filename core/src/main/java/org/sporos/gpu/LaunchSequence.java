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
 * The launches of a run of an executable: one native graph, or where native graphs cannot loop several, between which
 * the host looks whether a loop goes on. One run at a time.
 */
final class LaunchSequence {
    private final GpuDriver driver;
    private final MemoryReclaimer reclaimer;
    private final List<Step> steps;
    private final long single;
    private final AtomicLong looks = new AtomicLong();
    private final boolean watched;

    LaunchSequence(GpuDriver driver, MemoryReclaimer reclaimer, List<Step> steps) {
        this.driver = driver;
        this.reclaimer = reclaimer;
        this.steps = List.copyOf(steps);
        this.single = steps.size() == 1 && steps.get(0) instanceof Segment all ? all.executable : 0;
        this.watched = steps.stream().anyMatch(step -> step instanceof Loop);
    }

    /** Something that is launched after what is before it. */
    sealed interface Step {}

    /** A native graph. */
    record Segment(long graph, long executable) implements Step {}

    /**
     * A loop, asked once before.
     *
     * @param answer the address of the answer whether there is another pass
     * @param flag where the host looks at it
     * @param chunk the passes that are launched at once: all positions of the rings that a pass turns
     * @param passes the graph of a chunk, or null if a pass has loops itself
     * @param pass the steps of a pass that has
     */
    record Loop(
            String label,
            long answer,
            Flag flag,
            int chunk,
            @Nullable Segment passes,
            List<Step> pass) implements Step {
        /** Keeps an unmodifiable copy. */
        Loop {
            pass = List.copyOf(pass);
        }
    }

    /** Two copies of a loop's answer in pinned memory, and the events after they were made. */
    record Flag(ByteBuffer buffer, long address, long[] events) {}

    /** Returns whether the host must look while it runs. */
    boolean isWatched() {
        return watched;
    }

    /** Enqueues a run; where the host must look, returns when all is enqueued. */
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
        } else if (step instanceof Loop loop && loop.passes != null) {
            launchChunks(loop, loop.passes, stream);
        } else if (step instanceof Loop loop) {
            launchPasses(loop, stream);
        }
    }

    /** A graph that allocates takes its memory at the launch. */
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

    /** The known answer is one chunk old, so that the device never waits for the host: the last chunk does nothing. */
    private void launchChunks(Loop loop, Segment passes, long stream) {
        int slot = 0;
        ask(loop, slot, stream);
        boolean more = true;
        while (more) {
            launchGraph(passes.executable, stream);
            ask(loop, 1 - slot, stream);
            more = isOpen(loop, slot);
            slot = 1 - slot;
        }
    }

    private void launchPasses(Loop loop, long stream) {
        ask(loop, 0, stream);
        while (isOpen(loop, 0)) {
            for (Step step : loop.pass) {
                launch(step, stream);
            }
            ask(loop, 0, stream);
        }
    }

    private void ask(Loop loop, int slot, long stream) {
        long to = loop.flag.address + (long) slot * Integer.BYTES;
        driver.copy(CopyShape.linear(to, loop.answer, Integer.BYTES), stream);
        driver.record(loop.flag.events[slot], stream);
    }

    private boolean isOpen(Loop loop, int slot) {
        driver.synchronizeEvent(loop.flag.events[slot]);
        looks.incrementAndGet();
        return loop.flag.buffer.getInt(slot * Integer.BYTES) == 1;
    }

    /** Returns the native graph, the first where there are several; 0 if there is none. */
    long firstGraph() {
        return steps.isEmpty() || !(steps.get(0) instanceof Segment first) ? 0 : first.graph;
    }

    /** Returns the native executable of {@link #firstGraph()}; 0 if there is none. */
    long firstExecutable() {
        return steps.isEmpty() || !(steps.get(0) instanceof Segment first) ? 0 : first.executable;
    }

    /** Moves the first launch's cost to now. */
    void upload(long stream) {
        forEach(steps, segment -> driver.upload(segment.executable, stream));
    }

    private static void forEach(List<Step> steps, Consumer<Segment> what) {
        for (Step step : steps) {
            if (step instanceof Segment segment) {
                what.accept(segment);
            } else if (step instanceof Loop loop) {
                if (loop.passes != null) {
                    what.accept(loop.passes);
                }
                forEach(loop.pass, what);
            }
        }
    }

    /** Returns the nodes of all graphs by kind. */
    Map<NodeKind, Integer> countNodes() {
        Map<NodeKind, Integer> all = new EnumMap<>(NodeKind.class);
        forEach(
                steps,
                segment -> driver.countNodes(segment.graph).forEach((kind, n) -> all.merge(kind, n, Integer::sum)));
        return all;
    }

    /** Returns how it loops, for people; nothing if it does not. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (watched) {
            int[] graphs = new int[1];
            forEach(steps, segment -> graphs[0]++);
            text.append("control flow: ")
                    .append(graphs[0])
                    .append(" native graphs, the host looked ")
                    .append(looks.get());
            text.append(" times whether a loop goes on\n");
            describe(steps, text);
        }
        return text.toString();
    }

    private void describe(List<Step> in, StringBuilder text) {
        for (Step step : in) {
            if (step instanceof Loop loop) {
                text.append("loop ").append(Labels.quoted(loop.label)).append(": ");
                if (loop.passes == null) {
                    text.append(loop.chunk == 1 ? "a pass" : loop.chunk + " passes")
                            .append(" at a time, as it has loops itself; the host waits for each\n");
                } else {
                    int nodes = driver.countNodes(loop.passes.graph).values().stream()
                            .mapToInt(n -> n)
                            .sum();
                    text.append("chunks of ")
                            .append(loop.chunk)
                            .append(" passes, ")
                            .append(nodes);
                    text.append(" native nodes; the host looks one chunk late, so up to ")
                            .append(2 * loop.chunk - 1);
                    text.append(" passes do nothing at the end\n");
                }
                describe(loop.pass, text);
            }
        }
    }
}
