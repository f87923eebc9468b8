package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.graph.Task;
import org.sporos.param.BooleanParam;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/**
 * Pairs of random graphs over the same memory, which two threads submit while others change their params, sizes and
 * switches and turn their time levels. Each run notes the values that it saw, and plain loops replay them.
 */
abstract class ChangingRunsContract extends Contract {
    private static final int N = 3000;
    private static final int ARRAYS = 3;
    private static final int LEVELS = 3;
    private static final int GRAPHS = 2;
    private static final int RUNS = 25;
    /** The values that a run notes: the factor, two sizes, two switches, the memory of level 0, the graph. */
    private static final int NOTES = 7;

    @Test
    void each_run_does_what_a_replay_of_the_values_that_it_saw_does() throws InterruptedException {
        play(isHost() ? 10 : 2);
    }

    @Test
    @Tag("full")
    void many_runs_do_what_replays_of_the_values_that_they_saw_do() throws InterruptedException {
        play(isHost() ? 1_700 : 50);
    }

    private void play(int pairs) throws InterruptedException {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("seed of changing runs: " + seed);
        for (int g = 0; g < pairs; g++) {
            new Play(new Random(seed + g)).check("pair " + g + " of seed " + seed);
        }
    }

    /** One operation on plain arrays, in a run that saw some values. */
    @FunctionalInterface
    private interface Replayed {
        void on(int[][] arrays, int[] numbers, int[] seen);
    }

    /** A pair of graphs, what they work on, and how they are replayed. */
    private final class Play {
        private final Random random;
        private final IntParam factor = IntParam.of("factor", 1);
        private final IntParam low = IntParam.of("low", 5).within(0, N / 2);
        private final IntParam high = IntParam.of("high", N).within(N / 2, N);
        private final BooleanParam first = BooleanParam.of("first", true);
        private final BooleanParam second = BooleanParam.of("second", false);
        private final List<IntView> arrays = new ArrayList<>();
        private final ViewRing<IntView> ring = own(ViewRing.of(LEVELS, j -> IntView.of("l" + j, space(), N + 1)));
        private final IntView sum = ints("sum");
        private final IntView size = ints("size");
        private final IntView notes = ints("notes", RUNS, NOTES);
        private final IntView run = ints("run");
        private final List<List<Replayed>> scripts = new ArrayList<>();
        /** Replays the graph that is being defined. */
        private List<Replayed> replayed = new ArrayList<>();
        /** How often the graph that is being defined has turned the ring. */
        private int turns;

        Play(Random random) {
            this.random = random;
            for (int a = 0; a < ARRAYS; a++) {
                arrays.add(ints("a" + a, N + 1));
            }
            for (int j = 0; j < LEVELS; j++) {
                arrays.add(ring.level(j));
                int[] first = new int[N + 1];
                first[N] = j;
                ring.level(j).assign(first);
            }
        }

        void check(String name) throws InterruptedException {
            List<ExecutableGraph> execs = new ArrayList<>();
            for (int g = 0; g < GRAPHS; g++) {
                int number = g;
                replayed = new ArrayList<>();
                scripts.add(replayed);
                turns = 0;
                execs.add(instantiate(Graph.define("g" + g, root -> define(root, number))));
            }
            AtomicBoolean ended = new AtomicBoolean();
            List<Thread> changers = threads(own -> change(own, ended));
            AtomicInteger left = new AtomicInteger(RUNS);
            List<Thread> submitters = threads(own -> submit(own, execs, left));
            for (Thread submitter : submitters) {
                submitter.join();
            }
            ended.set(true);
            for (Thread changer : changers) {
                changer.join();
            }
            space().fence();
            compare(name);
        }

        private List<Thread> threads(Consumer<Random> work) {
            List<Thread> threads = IntStream.range(0, 2)
                    .mapToObj(t -> new Random(random.nextLong()))
                    .map(own -> new Thread(() -> work.accept(own)))
                    .toList();
            threads.forEach(Thread::start);
            return threads;
        }

        private void submit(Random own, List<ExecutableGraph> execs, AtomicInteger left) {
            while (left.getAndDecrement() > 0) {
                execs.get(own.nextInt(GRAPHS)).submit();
                if (own.nextInt(4) == 0) {
                    space().fence();
                }
            }
        }

        private void change(Random own, AtomicBoolean ended) {
            while (!ended.get()) {
                factor.set(own.nextInt());
                low.set(own.nextInt(4) == 0 ? 0 : own.nextInt(N / 2 + 1));
                high.set(N / 2 + own.nextInt(N / 2 + 1));
                first.set(own.nextBoolean());
                second.set(own.nextBoolean());
                if (own.nextBoolean()) {
                    ring.advance();
                }
                Thread.yield();
            }
        }

        private void compare(String name) {
            int[][] wanted = new int[ARRAYS + LEVELS][N + 1];
            for (int j = 0; j < LEVELS; j++) {
                wanted[ARRAYS + j][N] = j;
            }
            int[] numbers = new int[2];
            int[] all = notes.toArray();
            for (int r = 0; r < RUNS; r++) {
                int[] seen = Arrays.copyOfRange(all, r * NOTES, (r + 1) * NOTES);
                scripts.get(seen[6]).forEach(step -> step.on(wanted, numbers, seen));
            }
            assertThat(run.toArray()).as(name).containsExactly(RUNS);
            for (int a = 0; a < ARRAYS; a++) {
                assertThat(arrays.get(a).toArray()).as(name).isEqualTo(wanted[a]);
            }
            for (int j = 0; j < LEVELS; j++) {
                int[] level = ring.level(j).toArray();
                assertThat(level[N]).as(name).isEqualTo((ring.position() + j) % LEVELS);
                assertThat(level).as(name).isEqualTo(wanted[ARRAYS + level[N]]);
            }
            assertThat(sum.toArray()).as(name).containsExactly(numbers[0]);
            assertThat(size.toArray()).as(name).containsExactly(numbers[1]);
        }

        private void define(NodeRef root, int graph) {
            IntView to = notes;
            IntView at = run;
            IntView now = ring.level(0);
            NodeRef last = root.then("note", () -> {
                to.set(at.get(), 0, factor.get());
                to.set(at.get(), 1, low.get());
                to.set(at.get(), 2, high.get());
                to.set(at.get(), 3, first.get() ? 1 : 0);
                to.set(at.get(), 4, second.get() ? 1 : 0);
                to.set(at.get(), 5, now.get(N));
                to.set(at.get(), 6, graph);
            });
            for (int k = 3 + random.nextInt(10); k > 0; k--) {
                last = last.then(switched(task()));
                if (random.nextInt(5) == 0) {
                    last = last.thenAdvance("turn", ring);
                    turns++;
                }
            }
            last.then("next", () -> at.set(at.get() + 1));
        }

        /** Returns a task with one of the switches, or with a condition on a param, or with none. */
        private Task switched(Task task) {
            IntParam f = factor;
            return switch (random.nextInt(6)) {
                case 0 -> {
                    onlyIf(seen -> seen[3] == 1);
                    yield task.enabledBy(first);
                }
                case 1 -> {
                    onlyIf(seen -> seen[4] == 1);
                    yield task.enabledBy(second);
                }
                case 2 -> {
                    onlyIf(seen -> seen[0] > 0);
                    yield Task.ifThen("if", () -> f.get() > 0, Graph.define("then", root -> root.then(task)));
                }
                default -> task;
            };
        }

        private void onlyIf(Predicate<int[]> holds) {
            Replayed always = replayed.remove(replayed.size() - 1);
            replayed.add((a, numbers, seen) -> {
                if (holds.test(seen)) {
                    always.on(a, numbers, seen);
                }
            });
        }

        /** Returns what picks the memory of an array or a level in a replay of a run. */
        private ToIntFunction<int[]> memory(int array) {
            int turned = turns;
            return seen -> array < ARRAYS ? array : ARRAYS + (seen[5] + turned + array - ARRAYS) % LEVELS;
        }

        /** A range, and what its bounds are in a replay. */
        private record Ranged(RangePolicy policy, int from, int to) {
            int begin(int[] seen) {
                return from < 0 ? seen[-from] : from;
            }

            int end(int[] numbers, int[] seen) {
                return to == Integer.MIN_VALUE ? numbers[1] : to < 0 ? seen[-to] : to;
            }
        }

        private Ranged range() {
            return switch (random.nextInt(6)) {
                case 0 -> new Ranged(RangePolicy.of(low), 0, -1);
                case 1 -> new Ranged(RangePolicy.of(low, high), -1, -2);
                case 2 -> new Ranged(RangePolicy.of(7, high), 7, -2);
                case 3, 4 -> new Ranged(RangePolicy.of(size, N), 0, Integer.MIN_VALUE);
                default -> new Ranged(RangePolicy.of(N), 0, N);
            };
        }

        private Task task() {
            int read = random.nextInt(ARRAYS + LEVELS);
            int written = (read + 1 + random.nextInt(ARRAYS + LEVELS - 1)) % (ARRAYS + LEVELS);
            ToIntFunction<int[]> source = memory(read);
            ToIntFunction<int[]> target = memory(written);
            IntView from = arrays.get(read);
            IntView to = arrays.get(written);
            IntView total = sum;
            IntView number = size;
            IntParam f = factor;
            Ranged range = range();
            switch (random.nextInt(6)) {
                case 0 -> {
                    replayed.add((a, numbers, seen) -> {
                        numbers[0] = 0;
                        for (int i = range.begin(seen); i < range.end(numbers, seen); i++) {
                            numbers[0] += a[source.applyAsInt(seen)][i];
                        }
                    });
                    return Task.parallelReduce("sum", range.policy(), Sum.into(total, i -> from.get(i)));
                }
                case 1 -> {
                    replayed.add((a, numbers, seen) -> {
                        int all = 0;
                        for (int i = range.begin(seen); i < range.end(numbers, seen); i++) {
                            all += a[source.applyAsInt(seen)][i];
                            a[target.applyAsInt(seen)][i] = all;
                        }
                    });
                    return Task.parallelScan(
                            "scan", range.policy(), i -> from.get(i), (i, s) -> to.set(i, s), Scan.inclusiveInt());
                }
                case 2 -> {
                    replayed.add((a, numbers, seen) -> numbers[1] = Math.floorMod(numbers[0] + seen[0], N + 1));
                    return Task.single("size", () -> number.set(Math.floorMod(total.get() + f.get(), N + 1)));
                }
                case 3 -> {
                    // The last element tells the levels apart.
                    replayed.add((a, numbers, seen) -> Arrays.fill(a[target.applyAsInt(seen)], 1, N - 1, seen[0]));
                    return Task.fill("fill", to.subview(Slice.range(1, N - 1)), f);
                }
                default -> {
                    replayed.add((a, numbers, seen) -> {
                        int[] old = a[source.applyAsInt(seen)];
                        int[] made = a[target.applyAsInt(seen)];
                        for (int i = range.begin(seen); i < range.end(numbers, seen); i++) {
                            made[i] = 3 * made[i] + old[i] + seen[0] + i;
                        }
                    });
                    return Task.parallelFor(
                            "loop", range.policy(), i -> to.set(i, 3 * to.get(i) + from.get(i) + f.get() + i));
                }
            }
        }
    }
}
