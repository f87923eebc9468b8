package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.RandomRanges;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.LongView;

/**
 * Random graphs whose nodes mix the results of their predecessors, against the same computed one after the other. A
 * node that starts too early, is left out or runs twice changes the result. Some nodes stall at random.
 */
class RandomGraphTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void random_graphs_give_the_results_of_the_sequential_reference(int threads) {
        runGraphs(threads, 20, 1, new Random().nextLong());
    }

    /** Half of them have nodes as short as can be: then threads meet most often. */
    @Test
    @Tag("full")
    void many_random_graphs_give_the_results_of_the_sequential_reference_beside_other_work() {
        Random seeds = new Random();
        AtomicBoolean ended = new AtomicBoolean();
        for (int k = 0; k < 2; k++) {
            new Thread(() -> disturb(ended)).start();
        }
        try {
            for (int threads : new int[] {1, 2, 3, 7}) {
                runGraphs(threads, 200, 1, seeds.nextLong());
                runGraphs(threads, 200, 20, seeds.nextLong());
            }
        } finally {
            ended.set(true);
        }
    }

    /** Takes a core for some milliseconds, again and again, so that workers stall wherever they are. */
    private static void disturb(AtomicBoolean ended) {
        Random random = new Random();
        while (!ended.get()) {
            long until = System.nanoTime() + random.nextInt(8_000_000);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            LockSupport.parkNanos(1 + random.nextInt(20_000_000));
        }
    }

    private static void runGraphs(int threads, int graphs, int rarely, long seed) {
        System.out.println("random graphs on " + threads + " threads: seed " + seed);
        Random random = new Random(seed);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads)) {
            for (int g = 0; g < graphs; g++) {
                check(space, new Case(random, rarely), random.nextBoolean());
                check(space, Case.layers(random, Math.min(threads, 3)), random.nextBoolean());
            }
        }
    }

    private static void check(ExecutionSpace space, Case graph, boolean twoStreams) {
        try (LongView values = LongView.of("values", space, (long) graph.nodes * Case.WIDTH);
                ExecutionStream other = space.stream("other");
                ExecutableGraph exec = graph.define(values).instantiate(space)) {
            int runs = 40;
            for (int r = 0; r < runs; r++) {
                if (twoStreams && r % 3 == 0) {
                    exec.submit(other);
                } else {
                    exec.submit();
                }
                if (r % 7 == 0) {
                    space.fence();
                }
            }
            space.fence();
            assertThat(values.toArray()).isEqualTo(graph.reference(runs));
        }
    }

    /** A graph: each node adds to its own elements, of which a chunk each may be worked on at the same time. */
    static final class Case {
        static final int WIDTH = 8;
        final int nodes;
        private final int[][] predecessors;
        private final boolean[] wide;
        private final int[] begins;
        private final long[] longBegins;
        private final int[] stall;

        /**
         * @param rarely how many times rarer than in tests a node stalls
         */
        Case(Random random, int rarely) {
            RandomRanges ranges = new RandomRanges(random);
            nodes = 1 + random.nextInt(random.nextBoolean() ? 12 : 150);
            predecessors = new int[nodes][];
            wide = new boolean[nodes];
            begins = new int[nodes];
            longBegins = new long[nodes];
            stall = new int[nodes];
            for (int n = 0; n < nodes; n++) {
                predecessors[n] = random.ints(Math.min(n, random.nextInt(4)), Math.max(0, n - 20), Math.max(1, n))
                        .distinct()
                        .toArray();
                wide[n] = random.nextInt(3) == 0;
                begins[n] = ranges.intBegin(WIDTH);
                longBegins[n] = random.nextInt(3) == 0 ? ranges.longBegin(WIDTH) : begins[n];
                stall[n] = random.nextInt(40 * rarely) == 0 ? 5_000 : random.nextInt(3 * rarely) == 0 ? 100 : 0;
            }
        }

        private Case(int[][] predecessors, int[] stall) {
            this.nodes = predecessors.length;
            this.predecessors = predecessors;
            this.wide = new boolean[nodes];
            this.begins = new int[nodes];
            this.longBegins = new long[nodes];
            this.stall = stall;
        }

        /**
         * Returns layers of one node and of several in turns, each node of which waits for all of the layer before it
         * and takes about a microsecond: threads that share its runs do the same nodes each time.
         *
         * @param width how many nodes at a time, at most 3
         */
        static Case layers(Random random, int width) {
            List<int[]> predecessors = new ArrayList<>();
            int[] before = {};
            for (int layers = 2 + random.nextInt(8); layers > 0; layers--) {
                int first = predecessors.size();
                int count = before.length == 1 ? width : 1;
                for (int k = 0; k < count; k++) {
                    predecessors.add(before);
                }
                before = IntStream.range(first, first + count).toArray();
            }
            return new Case(
                    predecessors.toArray(int[][]::new),
                    random.ints(predecessors.size(), 50, 400).toArray());
        }

        Graph define(LongView values) {
            return Graph.define("random", root -> {
                List<NodeRef> refs = new ArrayList<>();
                for (int n = 0; n < nodes; n++) {
                    NodeRef at = root;
                    if (predecessors[n].length > 0) {
                        List<NodeRef> before = new ArrayList<>();
                        for (int p : predecessors[n]) {
                            before.add(refs.get(p));
                        }
                        at = Graph.whenAll(before);
                    }
                    refs.add(add(at, n, values));
                }
            });
        }

        private NodeRef add(NodeRef at, int n, LongView values) {
            int[] before = predecessors[n];
            int a = before.length > 0 ? before[0] : n;
            int b = before.length > 1 ? before[1] : n;
            int c = before.length > 2 ? before[2] : n;
            int spin = stall[n];
            if (wide[n]) {
                int begin = begins[n];
                long longBegin = longBegins[n];
                if (longBegin != begin) {
                    LongRangePolicy range =
                            LongRangePolicy.of(longBegin, longBegin + WIDTH).withChunk(1);
                    return at.thenParallelFor(
                            "wide", range, i -> step(values, n, a, b, c, (int) (i - longBegin), spin));
                }
                RangePolicy range = RangePolicy.of(begin, begin + WIDTH).withChunk(1);
                return at.thenParallelFor("wide", range, i -> step(values, n, a, b, c, i - begin, spin));
            }
            return at.then("single", () -> {
                for (int i = 0; i < WIDTH; i++) {
                    step(values, n, a, b, c, i, i == 0 ? spin : 0);
                }
            });
        }

        private static void step(LongView values, int n, int a, int b, int c, int i, int spin) {
            int j = (i + 3) % WIDTH;
            long sum = values.get(n * WIDTH + i) * 31 + n + i + spin(spin);
            sum += a == n ? 0 : values.get(a * WIDTH + j);
            sum ^= b == n ? 0 : values.get(b * WIDTH + i) * 7;
            sum += c == n ? 0 : values.get(c * WIDTH + j) * 13;
            values.set(n * WIDTH + i, sum);
        }

        /** Takes a while and gives 0, which no compiler can know. */
        private static int spin(int rounds) {
            double root = 1;
            for (int i = 0; i < rounds; i++) {
                root = Math.sqrt(root + i);
            }
            return root < 0 ? 1 : 0;
        }

        long[] reference(int runs) {
            long[] values = new long[nodes * WIDTH];
            for (int r = 0; r < runs; r++) {
                for (int n = 0; n < nodes; n++) {
                    int[] before = predecessors[n];
                    for (int i = 0; i < WIDTH; i++) {
                        int j = (i + 3) % WIDTH;
                        long sum = values[n * WIDTH + i] * 31 + n + i;
                        sum += before.length > 0 ? values[before[0] * WIDTH + j] : 0;
                        sum ^= before.length > 1 ? values[before[1] * WIDTH + i] * 7 : 0;
                        sum += before.length > 2 ? values[before[2] * WIDTH + j] * 13 : 0;
                        values[n * WIDTH + i] = sum;
                    }
                }
            }
            return values;
        }
    }
}
