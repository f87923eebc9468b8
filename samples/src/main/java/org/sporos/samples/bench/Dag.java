package org.sporos.samples.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;

/**
 * The shape of a graph for all implementations.
 *
 * @param name a word
 * @param predecessors of each node, in a topological order
 */
record Dag(String name, List<int[]> predecessors) {
    private static final int[] NONE = {};

    static Dag diamond() {
        return new Dag("diamond", List.of(NONE, new int[] {0}, new int[] {0}, new int[] {1, 2}));
    }

    static Dag chain(int length) {
        List<int[]> nodes = new ArrayList<>();
        for (int n = 0; n < length; n++) {
            nodes.add(n == 0 ? NONE : new int[] {n - 1});
        }
        return new Dag("chain-" + length, nodes);
    }

    static Dag wide(int width) {
        List<int[]> nodes = new ArrayList<>();
        int[] all = new int[width];
        nodes.add(NONE);
        for (int n = 0; n < width; n++) {
            nodes.add(new int[] {0});
            all[n] = n + 1;
        }
        nodes.add(all);
        return new Dag("1-" + width + "-1", nodes);
    }

    /** A layered graph: each node has two predecessors, the node above it and a random one of the level above. */
    static Dag layered(int levels, int width) {
        Random random = new Random(1);
        List<int[]> nodes = new ArrayList<>();
        for (int n = 0; n < levels * width; n++) {
            int above = n - width;
            int other = n - n % width - width + random.nextInt(width);
            if (n < width) {
                nodes.add(NONE);
            } else {
                nodes.add(above == other ? new int[] {above} : new int[] {above, other});
            }
        }
        return new Dag("layered-" + levels + "x" + width, nodes);
    }

    static List<Dag> all() {
        return List.of(diamond(), chain(100), wide(100), layered(10, 100));
    }

    int size() {
        return predecessors.size();
    }

    /** Adds the nodes, each after its predecessors. */
    void define(NodeRef root, BiFunction<NodeRef, Integer, NodeRef> add) {
        List<NodeRef> refs = new ArrayList<>();
        for (int[] before : predecessors) {
            NodeRef[] all = Arrays.stream(before).mapToObj(refs::get).toArray(NodeRef[]::new);
            NodeRef after = all.length == 0 ? root : all.length == 1 ? all[0] : Graph.whenAll(all);
            refs.add(add.apply(after, refs.size()));
        }
    }

    /** Returns the lower bound of the time in units of a node, for any or a given number of threads. */
    double ideal(int threads) {
        int[] level = new int[size()];
        List<Integer> widths = new ArrayList<>();
        for (int n = 0; n < size(); n++) {
            for (int p : predecessors.get(n)) {
                level[n] = Math.max(level[n], level[p] + 1);
            }
            while (widths.size() <= level[n]) {
                widths.add(0);
            }
            widths.set(level[n], widths.get(level[n]) + 1);
        }
        return Math.max(widths.size(), sumOfRounds(widths, threads));
    }

    /** Only the first and last levels of these shapes cannot overlap with others, if they are narrow. */
    private static double sumOfRounds(List<Integer> widths, int threads) {
        double sum = 0;
        for (int width : widths) {
            sum += width < threads ? 1 : (double) width / threads;
        }
        return sum;
    }

    /** Returns the line that defines it for the C++ side. */
    String command() {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "graph %s %d", name, size()));
        for (int[] before : predecessors) {
            line.append(' ').append(before.length);
            for (int p : before) {
                line.append(' ').append(p);
            }
        }
        return line.toString();
    }

    /** Parses the words after "graph". */
    static Dag read(String[] words) {
        List<int[]> nodes = new ArrayList<>();
        int at = 3;
        for (int n = Integer.parseInt(words[2]); n > 0; n--) {
            int[] before = new int[Integer.parseInt(words[at++])];
            for (int p = 0; p < before.length; p++) {
                before[p] = Integer.parseInt(words[at++]);
            }
            nodes.add(before);
        }
        return new Dag(words[1], nodes);
    }
}
