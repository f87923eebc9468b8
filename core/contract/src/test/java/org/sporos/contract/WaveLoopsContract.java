package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** A loop on the device whose body is too large for a block does the same in one launch of blocks that wait. */
abstract class WaveLoopsContract extends OneLaunchContract {
    private static final int N = 20_000;

    WaveLoopsContract() {
        super(PersistentLoops.WAVE, "one wave", N, 2, 6);
    }

    @Test
    void sums_minima_boxes_and_fills_have_the_bits_of_separate_launches() {
        int rows = 300;
        int columns = 500;
        double[][] results = new double[2][];
        for (int way = 0; way < 2; way++) {
            String own = "-" + way;
            DoubleView u = doubles("u" + own, rows * columns);
            DoubleView v = doubles("v" + own, rows * columns);
            DoubleView sum = doubles("sum" + own);
            DoubleView least = doubles("least" + own);
            DoubleView filled = doubles("filled" + own, N);
            LongView where = longs("where" + own);
            double[] begin = new double[rows * columns];
            Arrays.setAll(begin, i -> Math.sin(i) + i % 17);
            u.assign(begin);
            IntView count = ints("count" + own);
            Graph body = Graph.define("body", root -> {
                NodeRef summed = root.thenParallelReduce(
                                "sum", RangePolicy.of(rows * columns), Sum.into(sum, i -> u.get(i) * u.get(i)))
                        .then("root", () -> sum.set(Math.sqrt(sum.get())));
                NodeRef box = summed.thenParallelFor(
                        "box",
                        MDRangePolicy.of(rows, columns),
                        (i, j) -> v.set(i * columns + j, u.get(i * columns + (j + 1) % columns) / sum.get()));
                NodeRef found = box.thenParallelReduce(
                        "least",
                        MDRangePolicy.of(rows, columns),
                        MinLoc.into(least, where, (i, j) -> v.get(i * columns + j)));
                NodeRef fill = box.thenFill("fill", filled, 3);
                Graph.whenAll(found, fill)
                        .thenParallelFor(
                                "back",
                                RangePolicy.of(rows * columns),
                                i -> u.set(
                                        i,
                                        v.get(rows * columns - 1 - i) - least.get() + filled.get(i % N) + where.get()))
                        .then("count", () -> count.set(count.get() + 1));
            });
            Graph graph = Graph.define("loop", root -> root.thenWhile("while", () -> count.get() < 3, body, 10));
            ExecutableGraph exec = way == 0 ? inOneLaunch(graph) : instantiate(graph, Merging.OFF);
            run(exec);
            results[way] = u.toArray();
        }
        assertThat(results[0]).isEqualTo(results[1]);
    }

    @Test
    void random_bodies_have_the_bits_of_separate_launches() {
        compare(isHost() ? 10 : 4);
    }

    @Test
    @Tag("full")
    void many_random_bodies_have_the_bits_of_separate_launches() {
        compare(Integer.getInteger("sporos.contract.graphs", 100));
    }

    private void compare(int loops) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("waves on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < loops; number++) {
            long own = seeds.nextLong();
            double[][] results = new double[2][];
            for (int way = 0; way < 2; way++) {
                Random random = new Random(own);
                int n = 20_000 + random.nextInt(180_001);
                DoubleView[] views = new DoubleView[3];
                for (int k = 0; k < views.length; k++) {
                    views[k] = doubles("v" + number + way + k, n);
                    double[] begin = new double[n];
                    Arrays.setAll(begin, i -> random.nextInt(1000) / 7.0);
                    views[k].assign(begin);
                }
                IntView count = ints("count" + number + way);
                int iterations = random.nextInt(4);
                DoubleView sum = doubles("sum" + number + way);
                Graph body = Graph.define("body", root -> {
                    NodeRef last = root;
                    int phases = 1 + random.nextInt(5);
                    for (int k = 0; k < phases; k++) {
                        last = phase(last, random, views, sum, n);
                    }
                    last.then("count", () -> count.set(count.get() + 1));
                });
                Graph graph =
                        Graph.define("loop", root -> root.thenWhile("while", () -> count.get() < iterations, body, 10));
                ExecutableGraph exec = way == 0 ? inOneLaunch(graph) : instantiate(graph, Merging.OFF);
                run(exec);
                assertThat(count.read()).isEqualTo(iterations);
                results[way] = DoubleStream.concat(
                                Arrays.stream(views).flatMapToDouble(view -> Arrays.stream(view.toArray())),
                                DoubleStream.of(sum.read()))
                        .toArray();
            }
            assertThat(results[0]).as("loop %d of seed %d", number, seed).isEqualTo(results[1]);
        }
    }

    private static NodeRef phase(NodeRef after, Random random, DoubleView[] views, DoubleView sum, int n) {
        int first = random.nextInt(views.length);
        DoubleView from = views[first];
        DoubleView to = views[(first + 1) % views.length];
        int shift = random.nextInt(n);
        return switch (random.nextInt(4)) {
            case 0 ->
                after.thenParallelFor(
                        "shift", RangePolicy.of(n), i -> to.set(i, from.get((int) ((i + (long) shift) % n)) / 3 + i));
            case 1 ->
                after.thenParallelFor("same", RangePolicy.of(n / 3, n), i -> to.set(i, to.get(i) * 0.5 - from.get(i)));
            case 2 ->
                after.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> from.get(i)))
                        .then("use", () -> to.set(shift, sum.get() / n));
            default ->
                after.thenParallelReduce(
                        "largest", RangePolicy.of(n / 2), Max.into(sum, i -> from.get(i) - to.get(n - 1 - i)));
        };
    }
}
