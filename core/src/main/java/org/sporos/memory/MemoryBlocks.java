package org.sporos.memory;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.MemoryPlan.Block;
import org.sporos.graph.MemoryPlan.Use;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.MemorySpace;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;
import org.sporos.view.View;

/**
 * The blocks of a memory plan with their live ranges in steps.
 *
 * @param steps the nodes of the units with work
 */
record MemoryBlocks(List<Node> steps, List<Block> all) {

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
