package org.sporos.render;

import java.util.Arrays;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/**
 * The rows of a picture and their connections. Items below the number of nodes are the nodes by id; the others are
 * bends of edges that cross a row.
 */
final class Mesh {
    private final int nodes;
    private final int[] rowOf;
    private final int[][] rows;
    private final int[] position;
    private final Links up;
    private final Links down;

    private Mesh(int nodes, int[] rowOf, Links up, Links down) {
        this.nodes = nodes;
        this.rowOf = rowOf;
        this.up = up;
        this.down = down;
        this.position = new int[rowOf.length];
        this.rows = rows(rowOf);
    }

    /**
     * Rows are longest paths from the root. Edges get bends only as long as these are few compared to nodes and edges.
     */
    static Mesh of(Graph graph) {
        int n = graph.nodes().size();
        int[] row = new int[n];
        long edges = 0;
        long bends = 0;
        for (Node node : graph.nodes()) {
            for (Node before : node.predecessors()) {
                row[node.id()] = Math.max(row[node.id()], row[before.id()] + 1);
            }
            for (Node before : node.predecessors()) {
                bends += row[node.id()] - row[before.id()] - 1;
                edges++;
            }
        }
        boolean bent = bends <= 4 * (n + edges);
        return connected(graph, row, Math.toIntExact(edges), bent ? (int) bends : 0, bent);
    }

    private static Mesh connected(Graph graph, int[] row, int edges, int bends, boolean bent) {
        int n = row.length;
        int[] rowOf = Arrays.copyOf(row, n + bends);
        int[] from = new int[edges + bends];
        int[] to = new int[edges + bends];
        int links = 0;
        int next = n;
        for (Node node : graph.nodes()) {
            for (Node before : node.predecessors()) {
                int last = before.id();
                for (int r = row[last] + 1; bent && r < row[node.id()]; r++) {
                    rowOf[next] = r;
                    from[links] = last;
                    to[links++] = next;
                    last = next++;
                }
                from[links] = last;
                to[links++] = node.id();
            }
        }
        return new Mesh(n, rowOf, Links.of(n + bends, to, from), Links.of(n + bends, from, to));
    }

    private int[][] rows(int[] rowOf) {
        int count = Arrays.stream(rowOf).max().orElse(-1) + 1;
        int[] length = new int[count];
        for (int row : rowOf) {
            length[row]++;
        }
        int[][] filled = new int[count][];
        for (int row = 0; row < count; row++) {
            filled[row] = new int[length[row]];
        }
        Arrays.fill(length, 0);
        for (int item = 0; item < rowOf.length; item++) {
            position[item] = length[rowOf[item]]++;
            filled[rowOf[item]][position[item]] = item;
        }
        return filled;
    }

    /** Sorts a row by the mean position of its items' neighbours above, or below; stable. */
    void sortRow(int row, boolean byUpper) {
        int[] items = rows[row];
        long[] keys = new long[items.length];
        for (int i = 0; i < items.length; i++) {
            float mean = (float) meanPosition(items[i], byUpper ? up : down);
            // The bits of non-negative floats are ordered like their values.
            keys[i] = (long) Float.floatToRawIntBits(mean) << 32 | i;
        }
        Arrays.sort(keys);
        int[] before = items.clone();
        for (int i = 0; i < items.length; i++) {
            items[i] = before[(int) keys[i]];
            position[items[i]] = i;
        }
    }

    /** Positions are relative to the row length, so that rows of different lengths are comparable. */
    private double meanPosition(int item, Links links) {
        double sum = 0;
        for (int k = links.first(item); k < links.first(item + 1); k++) {
            sum += place(links.to(k));
        }
        int count = links.first(item + 1) - links.first(item);
        return count == 0 ? place(item) : sum / count;
    }

    private double place(int item) {
        return (position[item] + 0.5) / rows[rowOf[item]].length;
    }

    /** Returns the mean of the values of the neighbours above, or below, or the item's own value without neighbours. */
    double meanOfNeighbours(int item, double[] values, boolean upper) {
        Links links = upper ? up : down;
        double sum = 0;
        for (int k = links.first(item); k < links.first(item + 1); k++) {
            sum += values[links.to(k)];
        }
        int count = links.first(item + 1) - links.first(item);
        return count == 0 ? values[item] : sum / count;
    }

    /** Returns the number of nodes and bends. */
    int size() {
        return rowOf.length;
    }

    int[][] rows() {
        return rows;
    }

    int row(int item) {
        return rowOf[item];
    }

    Links down() {
        return down;
    }

    boolean isBend(int item) {
        return item >= nodes;
    }
}
