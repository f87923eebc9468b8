package org.sporos.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.MemoryPlan.Block;
import org.sporos.graph.MemoryPlan.Use;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.internal.base.ByteText;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.render.ByteChart;
import org.sporos.space.MemorySpace;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;
import org.sporos.view.View;

/**
 * The memory plan of a graph, computed from its launch plan and the needs of a backend.
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

    /** Returns the plan of a graph on a named space, given the free bytes of its memory. */
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

    /** A memory plan as a table. */
    private static final class MemoryTable {
        /** The number of blocks with a line of their own. */
        private static final int MOST_LINES = 40;

        private static final int LABEL = 28;

        private final MemoryPlan plan;
        private final String name;
        private final MemorySpace space;
        private final StringBuilder out = new StringBuilder();

        private MemoryTable(MemoryPlan plan, String name, MemorySpace space) {
            this.plan = plan;
            this.name = name;
            this.space = space;
        }

        /** Returns the table of a plan on a named space with its memory. */
        static String of(MemoryPlan plan, String name, MemorySpace space) {
            MemoryTable table = new MemoryTable(plan, name, space);
            table.head();
            table.blocks();
            return table.out.toString();
        }

        /** Returns the word for a use. */
        static String name(Use use) {
            return switch (use) {
                case VIEW -> "views";
                case MIRROR -> "pinned mirrors";
                case TEMPORARY -> "temporaries";
                case SCRATCH -> "scratch";
            };
        }

        private void head() {
            line(
                    "memory of graph %s on %s: %s held, %s at the peak, %s without sharing",
                    Labels.quoted(plan.graph().label()),
                    name,
                    ByteText.of(plan.held()),
                    ByteText.of(plan.peak()),
                    ByteText.of(plan.sum()));
            line("%s more are needed in %s, %s are free", ByteText.of(plan.missing()), space, ByteText.of(plan.free()));
            if (plan.isPlacedByDevice()) {
                line("the device places the temporaries by itself: their places are an estimate");
            }
            for (Use use : Use.values()) {
                List<Block> all = plan.blocks().stream()
                        .filter(block -> block.use() == use)
                        .toList();
                long places = MemoryBlocks.places(all).stream()
                        .mapToLong(Block::bytes)
                        .sum();
                String shared = places == MemoryBlocks.bytes(plan.blocks(), use)
                        ? ""
                        : "   in places of " + ByteText.of(places);
                line(
                        "%-16s %6d   %10s%s",
                        name(use), all.size(), ByteText.of(MemoryBlocks.bytes(plan.blocks(), use)), shared);
            }
        }

        private void blocks() {
            List<Block> sorted = new ArrayList<>(plan.blocks());
            sorted.sort(Comparator.comparingLong(Block::bytes).reversed());
            line("\n%10s  %-14s %-" + LABEL + "s %s", "bytes", "use", "label", "where and when");
            for (Block block : sorted.subList(0, Math.min(MOST_LINES, sorted.size()))) {
                line(
                        "%10s  %-14s %-" + LABEL + "s %s",
                        ByteText.of(block.bytes()),
                        name(block.use()),
                        Labels.shown(block.label()),
                        block.use() == Use.TEMPORARY ? life(block) : block.space());
            }
            if (sorted.size() > MOST_LINES) {
                List<Block> rest = sorted.subList(MOST_LINES, sorted.size());
                long bytes = rest.stream().mapToLong(Block::bytes).sum();
                line("%10s  %d others", ByteText.of(bytes), rest.size());
            }
        }

        private String life(Block block) {
            String first = Labels.quoted(plan.steps().get(block.first()).label());
            String last = Labels.quoted(plan.steps().get(block.last()).label());
            String others = plan.sharing(block).stream()
                    .map(other -> Labels.quoted(other.label()))
                    .collect(Collectors.joining(", "));
            String shared = others.isEmpty() ? "" : ", shared with " + others;
            return String.format(
                    Locale.ROOT,
                    "place %d, steps %d to %d (%s to %s)%s",
                    block.place(),
                    block.first(),
                    block.last(),
                    first,
                    last,
                    shared);
        }

        private void line(String format, Object... values) {
            out.append(String.format(Locale.ROOT, format, values).stripTrailing())
                    .append('\n');
        }
    }

    /**
     * The blocks of a memory plan with their live ranges in steps.
     *
     * @param steps the nodes of the units with work
     */
    private record MemoryBlocks(List<Node> steps, List<Block> all) {

        static MemoryBlocks of(LoweringContext context, MemoryNeeds needs) {
            List<Node> steps = new ArrayList<>();
            Map<Allocation, int[]> lives = lives(context.plan(), steps);
            int end = Math.max(0, steps.size() - 1);
            List<Block> all = new ArrayList<>();
            for (Use use : List.of(Use.VIEW, Use.MIRROR)) {
                for (Allocation memory : context.allocations()) {
                    // The allocations also contain the memory of ring levels.
                    boolean isLevel = memory instanceof LevelMemory;
                    if (!isLevel && memory.space().isPinned() == (use == Use.MIRROR)) {
                        all.add(ofWholeRun(use, memory.label(), memory.space(), taken(memory), end));
                    }
                }
            }
            lives.forEach((memory, life) -> all.add(new Block(
                    Use.TEMPORARY,
                    memory.label(),
                    needs.space(),
                    needs.space().bytesTaken(memory.bytes()),
                    needs.temporaries().buffer(memory),
                    life[0],
                    life[1])));
            for (MemoryNeeds.Scratch own : needs.scratch()) {
                all.add(ofWholeRun(Use.SCRATCH, own.label(), own.space(), own.taken(), end));
            }
            return new MemoryBlocks(steps, all);
        }

        private static Block ofWholeRun(Use use, String label, MemorySpace space, long bytes, int end) {
            return new Block(use, label, space, bytes, MemoryPlan.NO_PLACE, 0, end);
        }

        private static long taken(Allocation memory) {
            return memory.space().bytesTaken(memory.bytes());
        }

        /** Returns the live range of each temporary, in the order of first steps, and adds all steps. */
        private static Map<Allocation, int[]> lives(LaunchPlan plan, List<Node> steps) {
            Map<Allocation, int[]> lives = new LinkedHashMap<>();
            Map<Allocation, Boolean> freed = new IdentityHashMap<>();
            for (LaunchUnit unit : plan.units()) {
                if (unit.empty()) {
                    continue;
                }
                int step = steps.size();
                steps.add(unit.node());
                NodeEffects effects = unit.effects();
                Allocation begins = memory(effects.allocates());
                if (begins != null) {
                    lives.computeIfAbsent(begins, memory -> new int[] {step, step});
                    freed.put(begins, false);
                }
                Allocation ends = memory(effects.frees());
                if (ends != null) {
                    lives.computeIfPresent(ends, (memory, life) -> new int[] {life[0], step});
                    freed.put(ends, true);
                }
            }
            lives.replaceAll((memory, life) ->
                    Boolean.TRUE.equals(freed.get(memory)) ? life : new int[] {life[0], Math.max(0, steps.size() - 1)});
            return lives;
        }

        private static @Nullable Allocation memory(@Nullable View view) {
            return view == null ? null : view.allocation();
        }

        /** Returns the largest block of each shared buffer, and all blocks without a shared buffer. */
        static List<Block> places(List<Block> blocks) {
            Map<Object, Block> largest = new LinkedHashMap<>();
            for (int b = 0; b < blocks.size(); b++) {
                Block block = blocks.get(b);
                Object key = block.place() == MemoryPlan.NO_PLACE ? "block " + b : block.place();
                largest.merge(key, block, (one, other) -> one.bytes() >= other.bytes() ? one : other);
            }
            return new ArrayList<>(largest.values());
        }

        /** Returns the bytes of all blocks of a use. */
        static long bytes(List<Block> blocks, Use use) {
            return blocks.stream()
                    .filter(block -> block.use() == use)
                    .mapToLong(Block::bytes)
                    .sum();
        }
    }
}
