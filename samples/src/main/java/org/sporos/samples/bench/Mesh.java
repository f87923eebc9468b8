package org.sporos.samples.bench;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * An unstructured mesh of quadrilaterals: cells, nodes and faces, each numbered at random within blocks, and lists of
 * the cells of three materials and of the nodes at the walls. Both sides of {@link MeshCompare} use exactly these
 * numbers.
 */
final class Mesh {
    /** Neighbours stay close in memory, as after a typical renumbering. */
    private static final int BLOCK = 64;

    final int cells;
    final int nodes;
    final int faces;
    /** The nodes of each cell, counterclockwise: four per cell. */
    final int[] cellNodes;
    /** The faces of each cell: four per cell, the first one between its first and second node. */
    final int[] cellFaces;
    /** The cells on both sides of a face, equal at a wall. */
    final int[] faceCells;

    final int[] faceNodes;
    /** The first corner of each node, followed by the number of corners. */
    final int[] cornerStarts;
    /** The corners of each node: four times a cell plus the local index of the node. */
    final int[] corners;
    /** The cells of each material. */
    final List<int[]> materials;
    /** The nodes fixed along x, and those fixed along y. */
    final int[] wallX;

    final int[] wallY;
    final double[] x;
    final double[] y;

    Mesh(int side) {
        Random random = new Random(side);
        cells = side * side;
        int across = side + 1;
        nodes = across * across;
        int[] node = renumbered(nodes, random);
        int[] cell = renumbered(cells, random);
        cellNodes = new int[4 * cells];
        x = new double[nodes];
        y = new double[nodes];
        for (int at = 0; at < nodes; at++) {
            int i = at / across;
            int j = at % across;
            boolean inside = i > 0 && j > 0 && i < side && j < side;
            x[node[at]] = (j + (inside ? 0.3 * (random.nextDouble() - 0.5) : 0)) / side;
            y[node[at]] = (i + (inside ? 0.3 * (random.nextDouble() - 0.5) : 0)) / side;
        }
        for (int at = 0; at < cells; at++) {
            int first = at / side * across + at % side;
            int[] around = {first, first + 1, first + across + 1, first + across};
            for (int k = 0; k < 4; k++) {
                cellNodes[4 * cell[at] + k] = node[around[k]];
            }
        }
        cellFaces = new int[4 * cells];
        int[] faceCell = new int[8 * cells];
        int[] faceNode = new int[8 * cells];
        faces = faces(faceCell, faceNode);
        faceCells = Arrays.copyOf(faceCell, 2 * faces);
        faceNodes = Arrays.copyOf(faceNode, 2 * faces);
        cornerStarts = new int[nodes + 1];
        corners = corners();
        materials = IntStream.range(0, 3)
                .mapToObj(material -> IntStream.range(0, cells)
                        .filter(c -> material(c) == material)
                        .toArray())
                .toList();
        wallX = IntStream.range(0, nodes).filter(n -> x[n] == 0 || x[n] == 1).toArray();
        wallY = IntStream.range(0, nodes).filter(n -> y[n] == 0 || y[n] == 1).toArray();
    }

    private static int[] renumbered(int n, Random random) {
        int[] numbers = IntStream.range(0, n).toArray();
        for (int at = 0; at < n; at++) {
            int end = Math.min(n, at / BLOCK * BLOCK + BLOCK);
            int other = at + random.nextInt(end - at);
            int number = numbers[at];
            numbers[at] = numbers[other];
            numbers[other] = number;
        }
        return numbers;
    }

    private int faces(int[] faceCell, int[] faceNode) {
        java.util.Map<Long, Integer> known = new java.util.HashMap<>();
        for (int c = 0; c < cells; c++) {
            for (int k = 0; k < 4; k++) {
                int a = cellNodes[4 * c + k];
                int b = cellNodes[4 * c + (k + 1) % 4];
                long key = (long) Math.min(a, b) * nodes + Math.max(a, b);
                Integer face = known.get(key);
                if (face == null) {
                    face = known.size();
                    known.put(key, face);
                    faceCell[2 * face] = c;
                    faceNode[2 * face] = a;
                    faceNode[2 * face + 1] = b;
                }
                faceCell[2 * face + 1] = c;
                cellFaces[4 * c + k] = face;
            }
        }
        return known.size();
    }

    private int[] corners() {
        for (int corner = 0; corner < 4 * cells; corner++) {
            cornerStarts[cellNodes[corner] + 1]++;
        }
        Arrays.parallelPrefix(cornerStarts, Integer::sum);
        int[] next = cornerStarts.clone();
        int[] list = new int[4 * cells];
        for (int corner = 0; corner < 4 * cells; corner++) {
            list[next[cellNodes[corner]]++] = corner;
        }
        return list;
    }

    private int material(int cell) {
        double middle = 0;
        double height = 0;
        for (int k = 0; k < 4; k++) {
            middle += 0.25 * x[cellNodes[4 * cell + k]];
            height += 0.25 * y[cellNodes[4 * cell + k]];
        }
        return middle < 0.4 ? 0 : height < 0.5 ? 1 : 2;
    }

    /** Returns the initial energy of a cell: a hot corner. */
    double energy(int cell) {
        int n = cellNodes[4 * cell];
        return x[n] < 0.2 && y[n] < 0.2 ? 2.0 : 0.5;
    }

    /** Returns the initial share of a tracer in a cell. */
    double tracer(int cell) {
        int n = cellNodes[4 * cell];
        return Math.abs(x[n] - 0.5) < 0.2 ? 1.0 : 0.0;
    }

    /** Writes all arrays for the C++ side: each preceded by its length, in the order of the fields. */
    void write(Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            List<int[]> lists = List.of(cellNodes, cellFaces, faceCells, faceNodes, cornerStarts, corners);
            for (int[] list : lists) {
                write(out, list);
            }
            for (int[] list : materials) {
                write(out, list);
            }
            write(out, wallX);
            write(out, wallY);
            write(out, x);
            write(out, y);
            write(out, IntStream.range(0, cells).mapToDouble(this::energy).toArray());
            write(out, IntStream.range(0, cells).mapToDouble(this::tracer).toArray());
        }
    }

    private static void write(DataOutputStream out, int[] list) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(4 + 4 * list.length).order(ByteOrder.nativeOrder());
        bytes.putInt(list.length);
        bytes.asIntBuffer().put(list);
        out.write(bytes.array());
    }

    private static void write(DataOutputStream out, double[] list) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(4 + 8 * list.length).order(ByteOrder.nativeOrder());
        bytes.putInt(list.length);
        bytes.asDoubleBuffer().put(list);
        out.write(bytes.array());
    }

    /** A mesh in a space, for views over its parts. */
    abstract static class Located {
        final ExecutionSpace space;
        final Mesh mesh;

        Located(ExecutionSpace space, Mesh mesh) {
            this.space = space;
            this.mesh = mesh;
        }

        final DoubleView node(String label) {
            return DoubleView.of(label, space, mesh.nodes);
        }

        final DoubleView cell(String label) {
            return DoubleView.of(label, space, mesh.cells);
        }
    }

    /** Returns the area of a quadrilateral. */
    static double area(double[] x, double[] y) {
        return 0.5 * cross(x, y);
    }

    static double cross(double[] x, double[] y) {
        return (x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]);
    }
}
