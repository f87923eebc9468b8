package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes entries that reduce, in the order of {@link LoopIr.Reduce}: on GPUs {@link ReduceOnGrid} maps the reduction to
 * a grid, on the host {@link FoldTiles} reduces one tile.
 */
final class ReduceEntry {
    private ReduceEntry() {}

    /**
     * Writes an entry.
     *
     * @param bodies in the order of {@link CppUnit#bodies()}
     * @param steps the steps of other nodes for each index, before its contribution; none for reductions of teams
     * @param after the calls of other nodes after the results; on GPUs only, and none for reductions of teams
     */
    static CppGeometry write(
            EntryFunction entry,
            CppUnit.Reduce unit,
            List<CppFunction> bodies,
            List<LoopIr> steps,
            List<LoopIr> after) {
        entry.gate(unit.isGated(), "");
        entry.items(unit.policy());
        DynamicRange live = DynamicRange.ofUnit(entry, unit);
        TeamShape shape = entry.unit.team();
        List<LoopIr> nodes = new ArrayList<>();
        if (live != null) {
            nodes.addAll(live.reads());
            if (shape != null) {
                nodes.add(LoopIr.Leave.entry("blockIdx.x > 0 && " + shape.isBehind(live.count())));
            }
        }
        LoopIr.Reduce reduce = lowered(unit, bodies, steps, after);
        nodes.add(reduce);
        LoopPrinter.print(entry, 1, LoopPipeline.of(pass(entry, unit, live)).run(nodes, entry::local));
        return shape != null ? shape.geometry(CppGeometry.ROOM_BYTES) : tiles(entry, reduce);
    }

    /** Returns the reduction before any pass. */
    static LoopIr.Reduce lowered(
            CppUnit.Reduce unit, List<CppFunction> bodies, List<LoopIr> steps, List<LoopIr> after) {
        List<LoopIr.Part> parts = new ArrayList<>();
        Iterator<CppFunction> next = bodies.iterator();
        for (CppUnit.Part part : unit.parts()) {
            CppFunction contribution = next.next();
            parts.add(new LoopIr.Part(part.reduction(), contribution, part.join() == null ? null : next.next()));
        }
        return new LoopIr.Reduce(unit.policy(), steps, parts, after);
    }

    /** Returns the pass that lowers a reduction. */
    static LoopPass pass(EntryFunction entry, CppUnit.Reduce unit, @Nullable DynamicRange live) {
        Positions positions = new Positions(entry, unit.policy(), live);
        return entry.dialect.isGpu() ? new ReduceOnGrid(entry, positions, live) : new FoldTiles(entry, positions);
    }

    private static CppGeometry tiles(EntryFunction entry, LoopIr.Reduce reduce) {
        long tiles = ReducedPart.units(reduce.policy().size(), true);
        boolean byBlocks = ReduceOnGrid.foldsByBlocks(entry, reduce);
        int wanted = reduce.policy().grid();
        if (entry.blocks().isPhase()) {
            return CppGeometry.block(Math.min(reduce.policy().size(), ReduceOnGrid.TOGETHER));
        }
        if (entry.blocks().isPart()) {
            int part = byBlocks ? BlockIndexing.MOST_THREADS : BlockIndexing.threads(tiles * ReducedPart.LANES);
            return CppGeometry.line(part, tiles * (byBlocks ? part : ReducedPart.LANES), 0);
        }
        entry.limitThreads(ReduceOnGrid.TOGETHER, 0);
        int block = byBlocks ? ReduceOnGrid.TOGETHER : block(tiles);
        return CppGeometry.striding(block, tiles * (byBlocks ? block : ReducedPart.LANES))
                .withBlocksAtMost(wanted == 0 ? Long.MAX_VALUE : wanted);
    }

    /** The last block folds the results of all tiles, so its size grows with their number. */
    private static int block(long tiles) {
        return tiles <= ReducedPart.TILE ? 128 : tiles <= 16 * ReducedPart.TILE ? 256 : 512;
    }
}
