package org.sporos.samples;

import java.util.List;
import java.util.stream.IntStream;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/** A periodic cube cut into {@code blocks^3} blocks of {@code m^3} cells, at two times. */
final class BlockedCube implements AutoCloseable {
    private final int m;
    private final ViewRing<DoubleView> cells;
    private final List<Block> blocks;

    BlockedCube(ExecutionSpace space, int m, int blocks) {
        int count = blocks * blocks * blocks;
        this.m = m;
        this.cells = ViewRing.of(2, j -> DoubleView.of("cells" + j, space, count, m + 2, m + 2, m + 2));
        this.blocks = IntStream.range(0, count)
                .mapToObj(number -> new Block(space, cells, m, blocks, number))
                .toList();
    }

    /** Returns the number of cells along the edge of a block. */
    int edge() {
        return m;
    }

    /** Returns the cells of all blocks with their halos, now and after a step. */
    ViewRing<DoubleView> cells() {
        return cells;
    }

    /** Returns the blocks in row-major order. */
    List<Block> blocks() {
        return blocks;
    }

    /** Copies a whole cube to the current cells. */
    void load(double... cube) {
        blocks.forEach(block -> block.load(cube));
    }

    /** Copies the current cells to a whole cube. */
    void store(double... cube) {
        blocks.forEach(block -> block.store(cube));
    }

    @Override
    public void close() {
        blocks.forEach(Block::close);
        cells.close();
    }
}
