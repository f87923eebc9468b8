package org.sporos.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/** One block of a {@link BlockedCube}: its cells with a halo at two times, and a send and a receive buffer per face. */
final class Block implements AutoCloseable {
    private final int m;
    private final int blocks;
    private final int number;
    private final DoubleView now;
    private final DoubleView next;
    private final List<DoubleView> sent = new ArrayList<>();
    private final List<DoubleView> received = new ArrayList<>();

    /**
     * @param cells the cells of all blocks of m^3 cells; the first index is the number of the block
     * @param blocks the number of blocks along an edge of the cube
     */
    Block(ExecutionSpace space, ViewRing<DoubleView> cells, int m, int blocks, int number) {
        this.m = m;
        this.blocks = blocks;
        this.number = number;
        this.now = cells.level(0).subview(Slice.at(number), Slice.all(), Slice.all(), Slice.all());
        this.next = cells.level(1).subview(Slice.at(number), Slice.all(), Slice.all(), Slice.all());
        for (Face face : Face.ALL) {
            sent.add(DoubleView.of("sent " + number + face, space, m, m));
            received.add(DoubleView.of("received " + number + face, space, m, m));
        }
    }

    /** Returns the block on the other side of a face. */
    Block neighbour(List<Block> all, Face face) {
        int i = Math.floorMod(place(0) + face.step(0), blocks);
        int j = Math.floorMod(place(1) + face.step(1), blocks);
        int k = Math.floorMod(place(2) + face.step(2), blocks);
        return all.get((i * blocks + j) * blocks + k);
    }

    /** Returns the current cells, with the halo. */
    DoubleView now() {
        return now;
    }

    /** Returns the cells after a step, with the halo. */
    DoubleView next() {
        return next;
    }

    /** Returns the cells at a face that the neighbour needs. */
    DoubleView edge(Face face) {
        return layer(face, face.side() == 0 ? 1 : m);
    }

    /** Returns the halo at a face. */
    DoubleView halo(Face face) {
        return layer(face, face.side() == 0 ? 0 : m + 1);
    }

    DoubleView sent(Face face) {
        return sent.get(face.number());
    }

    DoubleView received(Face face) {
        return received.get(face.number());
    }

    /** Copies the cells of this block from a whole cube. */
    void load(double... cube) {
        double[] mine = new double[m * m * m];
        Arrays.setAll(mine, at -> cube[inCube(at)]);
        inside().assign(mine);
    }

    /** Copies the cells of this block to a whole cube. */
    void store(double... cube) {
        double[] mine = inside().toArray();
        for (int at = 0; at < mine.length; at++) {
            cube[inCube(at)] = mine[at];
        }
    }

    @Override
    public void close() {
        sent.forEach(DoubleView::close);
        received.forEach(DoubleView::close);
    }

    @Override
    public String toString() {
        return Integer.toString(number);
    }

    private DoubleView inside() {
        Slice inner = Slice.range(1, m + 1);
        return now.subview(inner, inner, inner);
    }

    private DoubleView layer(Face face, int index) {
        Slice[] slices = new Slice[3];
        Arrays.fill(slices, Slice.range(1, m + 1));
        slices[face.dimension()] = Slice.at(index);
        return now.subview(slices);
    }

    /** Returns the index of this block in one dimension. */
    private int place(int dimension) {
        return number / (dimension == 0 ? blocks * blocks : dimension == 1 ? blocks : 1) % blocks;
    }

    /** Returns the row-major index in the cube of a row-major index in this block. */
    private int inCube(int at) {
        int n = m * blocks;
        int i = place(0) * m + at / (m * m);
        int j = place(1) * m + at / m % m;
        int k = place(2) * m + at % m;
        return (i * n + j) * n + k;
    }
}
