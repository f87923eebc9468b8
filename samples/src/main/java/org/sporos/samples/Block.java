package org.sporos.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/**
 * One block of a periodic cube: its cells with a halo around them, twice, for two times; and for each face a view for
 * what is sent and one for what is received.
 */
final class Block implements AutoCloseable {
    private final int m;
    private final int blocks;
    private final int number;
    private final List<DoubleView> cells = new ArrayList<>();
    private final List<DoubleView> sent = new ArrayList<>();
    private final List<DoubleView> received = new ArrayList<>();

    private Block(ExecutionSpace space, int m, int blocks, int number) {
        this.m = m;
        this.blocks = blocks;
        this.number = number;
        for (String name : new String[] {"u", "v"}) {
            cells.add(DoubleView.of(name + number, space, m + 2, m + 2, m + 2));
        }
        for (Face face : Face.ALL) {
            sent.add(DoubleView.of("sent " + number + face, space, m, m));
            received.add(DoubleView.of("received " + number + face, space, m, m));
        }
    }

    /** Returns the {@code blocks^3} blocks of a cube, those along the last dimension next to each other. */
    static List<Block> cut(ExecutionSpace space, int m, int blocks) {
        List<Block> all = new ArrayList<>();
        for (int number = 0; number < blocks * blocks * blocks; number++) {
            all.add(new Block(space, m, blocks, number));
        }
        return List.copyOf(all);
    }

    /** Returns the block on the other side of a face. */
    Block neighbour(List<Block> all, Face face) {
        int i = Math.floorMod(place(0) + face.step(0), blocks);
        int j = Math.floorMod(place(1) + face.step(1), blocks);
        int k = Math.floorMod(place(2) + face.step(2), blocks);
        return all.get((i * blocks + j) * blocks + k);
    }

    /** Returns all cells at an even or odd time, with the halo. */
    DoubleView cells(int parity) {
        return cells.get(parity);
    }

    /** Returns the cells at a face that the neighbour needs. */
    DoubleView edge(int parity, Face face) {
        return layer(parity, face, face.side() == 0 ? 1 : m);
    }

    /** Returns the part of the halo at a face. */
    DoubleView halo(int parity, Face face) {
        return layer(parity, face, face.side() == 0 ? 0 : m + 1);
    }

    DoubleView sent(Face face) {
        return sent.get(face.number());
    }

    DoubleView received(Face face) {
        return received.get(face.number());
    }

    /** Copies the cells of this block from a whole cube to the even time. */
    void load(double... cube) {
        double[] mine = new double[m * m * m];
        Arrays.setAll(mine, at -> cube[inCube(at)]);
        inside().assign(mine);
    }

    /** Copies the cells of this block at the even time to a whole cube. */
    void store(double... cube) {
        double[] mine = inside().toArray();
        for (int at = 0; at < mine.length; at++) {
            cube[inCube(at)] = mine[at];
        }
    }

    @Override
    public void close() {
        cells.forEach(DoubleView::close);
        sent.forEach(DoubleView::close);
        received.forEach(DoubleView::close);
    }

    @Override
    public String toString() {
        return Integer.toString(number);
    }

    private DoubleView inside() {
        Slice inner = Slice.range(1, m + 1);
        return cells(0).subview(inner, inner, inner);
    }

    private DoubleView layer(int parity, Face face, int index) {
        Slice[] slices = new Slice[3];
        Arrays.fill(slices, Slice.range(1, m + 1));
        slices[face.dimension()] = Slice.at(index);
        return cells(parity).subview(slices);
    }

    /** Returns the place of this block among the others, in one dimension. */
    private int place(int dimension) {
        return number / (dimension == 0 ? blocks * blocks : dimension == 1 ? blocks : 1) % blocks;
    }

    /** Returns the index in the cube of a cell of this block, both row by row. */
    private int inCube(int at) {
        int n = m * blocks;
        int i = place(0) * m + at / (m * m);
        int j = place(1) * m + at / m % m;
        int k = place(2) * m + at % m;
        return (i * n + j) * n + k;
    }
}
