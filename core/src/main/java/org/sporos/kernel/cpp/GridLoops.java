package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.cpp.MapToGrid.GridAxis;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.MDRangePolicy;

/** Lowers ranges and boxes for GPUs: to loops, the threads along each of them, and the geometry of the launch. */
final class GridLoops {
    private static final int BLOCK = 256;

    /**
     * The maximum blocks of a box with privatized views, which each block merges once: about the resident blocks of a
     * large device.
     */
    private static final int BLOCKS_WITH_COPIES = 1024;

    /** The most blocks of a grid in its second and third dimension. */
    private static final int MOST_BLOCKS = 65535;

    /** The most threads of a block in its third dimension. */
    private static final int MOST_DEEP = 64;

    private final EntryFunction entry;
    private final List<LoopIr> steps;
    /** The loops, the outermost first. */
    private final List<LoopIr.Axis> axes = new ArrayList<>();

    private final List<GridAxis> grid = new ArrayList<>();

    private GridLoops(EntryFunction entry, List<LoopIr> steps) {
        this.entry = entry;
        this.steps = steps;
    }

    /**
     * Writes a range.
     *
     * @param from its begin; empty for 0
     * @param count the number of its indexes in this run
     * @param size the maximum number of its indexes
     */
    static CppGeometry range(
            EntryFunction entry,
            List<LoopIr> steps,
            String from,
            String count,
            long size,
            LaunchConfig wanted,
            Type index) {
        GridLoops loops = new GridLoops(entry, steps);
        String at = entry.local("at");
        PrivatizeAtomics privatized = PrivatizeAtomics.of(entry, steps, size);
        boolean strides = wanted.grid() > 0 || isLong(size) || privatized != null;
        String number = entry.blocks().number() + " * blockDim.x + threadIdx.x";
        loops.axes.add(new LoopIr.Axis(strides ? "long long" : "int", at, "0", count));
        loops.grid.add(
                strides
                        ? GridAxis.striding(
                                "(long long) " + number,
                                "(long long) " + entry.blocks().count() + " * blockDim.x")
                        : GridAxis.of(number));
        String i = entry.local("i");
        String value = from.isEmpty() ? at : from + " + " + at;
        String narrowed = strides && index == Type.I32 ? "(int) (" + value + ")" : value;
        List<LoopIr> body = new ArrayList<>();
        body.add(new LoopIr.Let("const " + Words.type(index), i, narrowed));
        body.addAll(LoopIr.at(steps, List.of(i)));
        loops.print(body, privatized);
        if (privatized != null && wanted.grid() == 0) {
            return CppGeometry.striding(blockOf(wanted), size).withBlocksAtMost(privatized.blocks());
        }
        return range(entry.blocks(), wanted, size);
    }

    private static int blockOf(LaunchConfig wanted) {
        return wanted.block() == 0 ? BLOCK : wanted.block();
    }

    /**
     * Returns the threads for a range of some indexes.
     *
     * @param wanted the launch configuration of the user; ignored for a member of a launch of several
     */
    static CppGeometry range(BlockIndexing blocks, LaunchConfig wanted, long count) {
        int block = blockOf(wanted);
        if (blocks.isPhase()) {
            return CppGeometry.block(count);
        } else if (blocks.isPart()) {
            return CppGeometry.line(BlockIndexing.threads(count), count, 0);
        } else if (wanted.grid() > 0) {
            return CppGeometry.line(block, (long) wanted.grid() * block, 0);
        } else if (isLong(count)) {
            return CppGeometry.striding(block, count);
        }
        return wanted.block() == 0 ? CppGeometry.free(BLOCK, count) : CppGeometry.line(block, count, 0);
    }

    /** Returns whether the threads of a range, rounded up to whole blocks, exceed an int; then threads stride. */
    private static boolean isLong(long count) {
        return count > Integer.MAX_VALUE - CppGeometry.MOST_THREADS;
    }

    private void print(List<LoopIr> body, @Nullable PrivatizeAtomics privatized) {
        List<LoopIr> loops = body;
        for (int d = axes.size() - 1; d >= 0; d--) {
            loops = List.of(LoopIr.Loop.over(axes.get(d), loops));
        }
        LoopPrinter.print(entry, 1, LoopPipeline.gpu(grid, privatized).run(loops, entry::local));
    }

    /**
     * Writes a box. The last index is the x of a block, so that accesses of a warp are coalesced. A grid has three
     * dimensions: of four indexes the first two share z.
     *
     * @param live the dynamic begins and extents; none if they are static
     */
    static CppGeometry box(EntryFunction entry, List<LoopIr> steps, MDRangePolicy box, List<DynamicRange> live) {
        return new GridLoops(entry, steps).box(box, live);
    }

    private CppGeometry box(MDRangePolicy box, List<DynamicRange> live) {
        int rank = box.rank();
        int[] block = blockOf(box);
        long[] blocks = new long[rank];
        String[] indexes = new String[rank];
        int shared = rank - 3;
        PrivatizeAtomics privatized = shared > 0 ? null : PrivatizeAtomics.of(entry, steps, box.size());
        if (shared > 0) {
            shareZ(box, block, live, indexes);
        }
        for (int d = shared > 0 ? shared + 1 : 0; d < rank; d++) {
            int axis = rank - 1 - d;
            char a = "xyz".charAt(axis);
            blocks[d] = blocks(box, d, block[d]);
            long most = privatized == null ? MOST_BLOCKS : most(box, d, block);
            boolean strided = axis > 0 && blocks[d] > most;
            blocks[d] = strided ? most : blocks[d];
            Side side = side(box, d, live);
            String i = entry.local(LoopIr.index(d));
            long step = (strided ? blocks[d] : 1) * block[d];
            boolean wide = isWide(box, d, live.isEmpty() ? step : step + box.extent(d));
            String number = "blockIdx." + a + " * blockDim." + a + " + threadIdx." + a;
            String narrowed = wide ? "(long long) " + number : "(int) (" + number + ")";
            axes.add(new LoopIr.Axis(wide ? "long long" : "int", i, side.from(), side.to()));
            grid.add(
                    strided ? GridAxis.striding(narrowed, "gridDim." + a + " * blockDim." + a) : GridAxis.of(narrowed));
            indexes[d] = wide ? "(int) " + i : i;
        }
        print(LoopIr.at(steps, List.of(indexes)), privatized);
        int z = 1;
        for (int d = 0; d <= shared; d++) {
            z *= block[d];
        }
        long deep = shared > 0 ? sharedBlocks(box, block) : rank == 3 ? blocks[0] : 1;
        return new CppGeometry(
                block[rank - 1],
                block[rank - 2],
                z,
                blocks[rank - 1],
                blocks[rank - 2],
                Math.min(deep, MOST_BLOCKS),
                0);
    }

    /** Returns the maximum blocks along a dimension of a box with privatized views. */
    private static long most(MDRangePolicy box, int dimension, int[] block) {
        long inside = 1;
        for (int d = dimension + 1; d < box.rank(); d++) {
            inside *= blocks(box, d, block[d]);
        }
        return Math.max(1, BLOCKS_WITH_COPIES / inside);
    }

    /** The bounds of a box along a dimension. */
    private record Side(String from, String to) {}

    private Side side(MDRangePolicy box, int d, List<DynamicRange> live) {
        String begin = live.isEmpty()
                ? box.begin(d) == 0 ? "" : entry.constant("begin" + d, box.begin(d))
                : live.get(d).begin();
        String from = begin.isEmpty() ? "0" : begin;
        String to = live.isEmpty()
                ? entry.constant("end" + d, box.end(d))
                : (begin.isEmpty() ? "" : begin + " + ") + live.get(d).count();
        return new Side(from, to);
    }

    /** Returns the blocks along the two dimensions of a box of rank 4 that share z. */
    private static long sharedBlocks(MDRangePolicy box, int[] block) {
        return blocks(box, 0, block[0]) * blocks(box, 1, block[1]);
    }

    /**
     * Adds the first two indexes of a box of rank 4, which share z: blocks are numbered by tile, threads by cell of a
     * tile. Blocks stride over tiles if the grid is smaller.
     */
    private void shareZ(MDRangePolicy box, int[] block, List<DynamicRange> live, String[] indexes) {
        long tiles = sharedBlocks(box, block);
        boolean loops = tiles > MOST_BLOCKS;
        String tile = loops ? entry.local("tile") : "(int) blockIdx.z";
        if (loops) {
            String type = tiles <= Integer.MAX_VALUE - MOST_BLOCKS ? "int" : "long long";
            axes.add(new LoopIr.Axis(type, tile, "0", entry.constant("tiles", tiles)));
            grid.add(GridAxis.striding("(int) blockIdx.z", "(int) gridDim.z"));
        }
        String row = entry.constant("grid1", blocks(box, 1, block[1]));
        String thread = "(int) threadIdx.z";
        String leave = loops ? "continue;" : "return;";
        indexes[0] = cell(box, 0, block[0], tile + " / " + row, thread + " / " + block[1], live, leave);
        indexes[1] = cell(box, 1, block[1], tile + " % " + row, thread + " % " + block[1], live, leave);
    }

    /**
     * Adds the index along a dimension of a box that shares an axis of the grid with others, and returns it as an int.
     *
     * @param block the extent of a block
     * @param tile the number of the block along the dimension
     * @param thread the number of the thread in its block along the dimension
     * @param leave the exit statement of a thread beyond the last index
     */
    private String cell(
            MDRangePolicy box, int d, int block, String tile, String thread, List<DynamicRange> live, String leave) {
        Side side = side(box, d, live);
        String i = entry.local(LoopIr.index(d));
        boolean wide = isWide(box, d, live.isEmpty() ? block : block + box.extent(d));
        String number = wide ? "(long long) (" + tile + ")" : tile;
        axes.add(new LoopIr.Axis(wide ? "long long" : "int", i, side.from(), side.to()));
        grid.add(new GridAxis(number + " * " + block + " + " + thread, null, leave));
        return wide ? "(int) " + i : i;
    }

    /** Returns the blocks along a dimension of a box; 1 if the box is empty. */
    private static long blocks(MDRangePolicy box, int dimension, int block) {
        return box.size() == 0 ? 1 : (box.extent(dimension) + block - 1) / block;
    }

    /** Returns whether thread indexes, up to one step beyond the last index, could overflow an int. */
    private static boolean isWide(MDRangePolicy box, int dimension, long step) {
        return Math.max(box.end(dimension), box.extent(dimension)) + step > Integer.MAX_VALUE;
    }

    /**
     * Writes a box that is a member of a launch of several: linear numbers of blocks and threads are split into those
     * of the box.
     */
    static CppGeometry partOfBox(EntryFunction entry, List<LoopIr> steps, MDRangePolicy box) {
        return new GridLoops(entry, steps).partOfBox(box);
    }

    private CppGeometry partOfBox(MDRangePolicy box) {
        int rank = box.rank();
        int[] block = block(rank);
        String thread = "(int) threadIdx.x";
        String number = "block";
        String[] indexes = new String[rank];
        long blocks = 1;
        for (int d = rank - 1; d >= 0; d--) {
            long along = blocks(box, d, block[d]);
            blocks *= along;
            String count = d == 0 ? "" : entry.constant("grid" + d, along);
            String at = d == 0 ? number : number + " % " + count;
            String inside = d == 0 ? thread : thread + " % " + block[d];
            indexes[d] = cell(box, d, block[d], at, inside, List.of(), "return;");
            thread += " / " + block[d];
            number += " / " + count;
        }
        print(LoopIr.at(steps, List.of(indexes)), null);
        return new CppGeometry(BlockIndexing.MOST_THREADS, 1, 1, blocks, 1, 1, 0);
    }

    /** Returns the default block of a box of a rank. */
    private static int[] block(int rank) {
        return switch (rank) {
            case 2 -> new int[] {8, 32};
            case 3 -> new int[] {2, 4, 32};
            default -> new int[] {1, 2, 4, 32};
        };
    }

    private static int[] blockOf(MDRangePolicy box) {
        int[] block = block(box.rank());
        for (int d = 0; d < block.length; d++) {
            block[d] = box.tile(d) > 0 ? box.tile(d) : block[d];
        }
        return fitted(block);
    }

    /** Halves the longest side of a block until it is within the limit of threads. */
    private static int[] fitted(int[] block) {
        int room = MOST_DEEP;
        for (int d = block.length - 3; d >= 0; d--) {
            block[d] = Math.min(block[d], room);
            room /= block[d];
        }
        while (Arrays.stream(block).asLongStream().reduce(1, Math::multiplyExact) > CppGeometry.MOST_THREADS) {
            int longest = 0;
            for (int d = 1; d < block.length; d++) {
                longest = block[d] > block[longest] ? d : longest;
            }
            block[longest] = (block[longest] + 1) / 2;
        }
        return block;
    }
}
