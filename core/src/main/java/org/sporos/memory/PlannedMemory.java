package org.sporos.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.render.ByteChart;
import org.sporos.space.MemorySpace;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;

/**
 * The memory plan of a graph, made of its launch plan and of what a backend needs.
 *
 * @param name the execution space
 * @param space the memory of that space
 */
public record PlannedMemory(
        Graph graph,
        String name,
        MemorySpace space,
        List<Node> steps,
        List<Block> blocks,
        boolean isPlacedByDevice,
        long free)
        implements MemoryPlan {

    /** Keeps unmodifiable copies. */
    public PlannedMemory {
        steps = List.copyOf(steps);
        blocks = List.copyOf(blocks);
    }

    /** Returns the plan of a graph on the space of a name, in whose memory so many bytes are free. */
    public static MemoryPlan of(LoweringContext context, String name, MemoryNeeds needs, long free) {
        MemoryBlocks blocks = MemoryBlocks.of(context, needs);
        return new PlannedMemory(
                context.graph().origin(),
                name,
                needs.space(),
                blocks.steps(),
                blocks.all(),
                needs.isPlacedByDevice() && needs.temporaries().buffers() > 0,
                free);
    }

    @Override
    public List<Block> sharing(Block temporary) {
        return blocks.stream()
                .filter(other -> other.place() != NO_PLACE && other.place() == temporary.place() && other != temporary)
                .toList();
    }

    @Override
    public long sum() {
        return blocks.stream().mapToLong(Block::bytes).sum();
    }

    @Override
    public long held() {
        return MemoryBlocks.places(blocks).stream().mapToLong(Block::bytes).sum();
    }

    @Override
    public long held(MemorySpace of) {
        return MemoryBlocks.places(blocks).stream()
                .filter(block -> block.space() == of)
                .mapToLong(Block::bytes)
                .sum();
    }

    @Override
    public long missing() {
        return MemoryBlocks.places(blocks).stream()
                .filter(block -> block.space() == space && block.use() != Use.VIEW && block.use() != Use.MIRROR)
                .mapToLong(Block::bytes)
                .sum();
    }

    @Override
    public long peak() {
        long[] change = new long[steps.size() + 2];
        for (Block block : blocks) {
            change[block.first()] += block.bytes();
            change[block.last() + 1] -= block.bytes();
        }
        long peak = 0;
        long now = 0;
        for (long bytes : change) {
            now += bytes;
            peak = Math.max(peak, now);
        }
        return peak;
    }

    @Override
    public void svg(Path file) throws IOException {
        List<ByteChart.Band> bands = new ArrayList<>();
        for (Use use : List.of(Use.VIEW, Use.MIRROR, Use.SCRATCH)) {
            long bytes = MemoryBlocks.bytes(blocks, use);
            if (bytes > 0) {
                String label = MemoryTable.name(use);
                bands.add(new ByteChart.Band(
                        use == Use.SCRATCH, bytes, List.of(new ByteChart.Box(label, 0, steps.size(), bytes))));
            }
        }
        for (Block place : MemoryBlocks.places(blocks)) {
            if (place.use() == Use.TEMPORARY) {
                List<ByteChart.Box> boxes = blocks.stream()
                        .filter(block -> block.place() == place.place())
                        .map(block -> new ByteChart.Box(
                                Labels.shown(block.label()), block.first(), block.last() + 1, block.bytes()))
                        .toList();
                bands.add(new ByteChart.Band(true, place.bytes(), boxes));
            }
        }
        List<String> labels =
                steps.stream().map(node -> Labels.shown(node.label())).toList();
        String title = "memory of " + Labels.shown(graph.label()) + " on " + name;
        Files.writeString(file, ByteChart.of(title, labels, bands));
    }

    @Override
    public String toString() {
        return MemoryTable.of(this, name, space);
    }
}
