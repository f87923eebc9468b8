package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
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
import org.sporos.graph.GraphException;
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
 * switches, turn their time levels, have other views stand in them and update them to other graphs. Each run notes the
 * values that it saw, and plain loops replay them. An update or another view that needs other code is refused.
 */
abstract class ChangingRunsContract extends Contract {
    private static final int N = 3000;
    private static final int ARRAYS = 3;
    /** The memories of which each array has one. */
    private static final int MEMORIES = 5;

    private static final int LEVELS = 3;
    private static final int GRAPHS = 2;
    /** The graphs to which each executable is updated: the first two differ in numbers alone. */
    private static final int VERSIONS = 3;

    private static final int RUNS = 25;
    /** The values that a run notes: the factor, two sizes, two switches, the memory of level 0, its script. */
    private static final int SCRIPT = 6;
    /** Then come the memories of the arrays. */
    private static final int FIRST_ARRAY = 7;

    private static final int NOTES = FIRST_ARRAY + ARRAYS;

    private final AtomicInteger rebound = new AtomicInteger();
    private final AtomicInteger updated = new AtomicInteger();

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
        System.out.println(rebound + " times other views, " + updated + " updates");
        if (pairs >= 10) {
            assertThat(rebound).hasPositiveValue();
            assertThat(updated).hasPositiveValue();
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
        /** Decides what the graph is like that is being defined. */
        private Random shape = new Random();
        /** A number in the graph that is being defined. */
        private int extra;

        private final IntParam factor = IntParam.of("factor", 1);
        private final IntParam low = IntParam.of("low", 5).within(0, N / 2);
        private final IntParam high = IntParam.of("high", N).within(N / 2, N);
        private final BooleanParam first = BooleanParam.of("first", true);
        private final BooleanParam second = BooleanParam.of("second", false);
        private final List<IntView> memories = new ArrayList<>();
        /** The views that graphs capture: the first memories, and the levels. */
        private final List<IntView> arrays = new ArrayList<>();

        private final ViewRing<IntView> ring = own(ViewRing.of(LEVELS, j -> IntView.of("l" + j, space(), N + 1)));
        private final IntView sum = ints("sum");
        private final IntView size = ints("size");
        private final IntView notes = ints("notes", RUNS, NOTES);
        private final IntView run = ints("run");
        private final List<ExecutableGraph> execs = new ArrayList<>();
        private final List<Graph> graphs = new ArrayList<>();
        private final List<List<Replayed>> scripts = new ArrayList<>();
        private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        /** Replays the graph that is being defined. */
        private List<Replayed> replayed = new ArrayList<>();
        /** How often the graph that is being defined has turned the ring. */
        private int turns;

        Play(Random random) {
            this.random = random;
            for (int m = 0; m < MEMORIES; m++) {
                memories.add(numbered(ints("m" + m, N + 1), m));
            }
            arrays.addAll(memories.subList(0, ARRAYS));
            for (int j = 0; j < LEVELS; j++) {
                arrays.add(numbered(ring.level(j), j));
            }
        }

        /** The last element, which no task writes, tells memories apart. */
        private static IntView numbered(IntView view, int number) {
            int[] first = new int[N + 1];
            first[N] = number;
            view.assign(first);
            return view;
        }

        private void defineAll() {
            for (int g = 0; g < GRAPHS; g++) {
                long seed = random.nextLong();
                for (int version = 0; version < VERSIONS; version++) {
                    shape = new Random(version < 2 ? seed : random.nextLong());
                    extra = 1 + random.nextInt(20);
                    turns = 0;
                    replayed = new ArrayList<>();
                    scripts.add(replayed);
                    int script = graphs.size();
                    graphs.add(Graph.define("g" + g, root -> define(root, script)));
                }
                execs.add(instantiate(graphs.get(g * VERSIONS)));
            }
        }

        void check(String name) throws InterruptedException {
            defineAll();
            AtomicBoolean ended = new AtomicBoolean();
            List<Thread> changers = threads(own -> change(own, ended));
            AtomicInteger left = new AtomicInteger(RUNS);
            List<Thread> submitters = threads(own -> submit(own, left));
            for (Thread submitter : submitters) {
                submitter.join();
            }
            ended.set(true);
            for (Thread changer : changers) {
                changer.join();
            }
            space().fence();
            assertThat(thrown).as(name).isEmpty();
            compare(name);
        }

        private List<Thread> threads(Consumer<Random> work) {
            List<Thread> threads = IntStream.range(0, 2)
                    .mapToObj(t -> new Random(random.nextLong()))
                    .map(own -> new Thread(() -> {
                        try {
                            work.accept(own);
                        } catch (Throwable t) {
                            thrown.add(t);
                        }
                    }))
                    .toList();
            threads.forEach(Thread::start);
            return threads;
        }

        private void submit(Random own, AtomicInteger left) {
            while (left.getAndDecrement() > 0) {
                if (own.nextInt(4) == 0) {
                    changeExecutable(own);
                }
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
                if (own.nextInt(100) == 0) {
                    changeExecutable(own);
                }
                Thread.yield();
            }
        }

        private void changeExecutable(Random own) {
            int g = own.nextInt(GRAPHS);
            if (own.nextBoolean()) {
                Graph other = graphs.get(g * VERSIONS + own.nextInt(VERSIONS));
                updated.addAndGet(execs.get(g).update(other).isDone() ? 1 : 0);
                return;
            }
            List<IntView> mixed = new ArrayList<>(memories);
            Collections.shuffle(mixed, own);
            if (own.nextInt(4) == 0) {
                mixed.set(0, mixed.get(1));
            }
            Map<IntView, IntView> others = new HashMap<>();
            for (int a = 0; a < ARRAYS; a++) {
                others.put(arrays.get(a), mixed.get(a));
            }
            try {
                execs.get(g).rebind(others);
                rebound.incrementAndGet();
            } catch (GraphException needsOtherCode) {
                assertThat(needsOtherCode).hasMessageContaining(": ");
            }
        }

        private void compare(String name) {
            int[][] wanted = new int[MEMORIES + LEVELS][N + 1];
            for (int m = 0; m < MEMORIES; m++) {
                wanted[m][N] = m;
            }
            for (int j = 0; j < LEVELS; j++) {
                wanted[MEMORIES + j][N] = j;
            }
            int[] numbers = new int[2];
            int[] all = notes.toArray();
            for (int r = 0; r < RUNS; r++) {
                int[] seen = Arrays.copyOfRange(all, r * NOTES, (r + 1) * NOTES);
                scripts.get(seen[SCRIPT]).forEach(step -> step.on(wanted, numbers, seen));
            }
            assertThat(run.toArray()).as(name).containsExactly(RUNS);
            for (int m = 0; m < MEMORIES; m++) {
                assertThat(memories.get(m).toArray()).as(name).isEqualTo(wanted[m]);
            }
            for (int j = 0; j < LEVELS; j++) {
                int[] level = ring.level(j).toArray();
                assertThat(level[N]).as(name).isEqualTo((ring.position() + j) % LEVELS);
                assertThat(level).as(name).isEqualTo(wanted[MEMORIES + level[N]]);
            }
            assertThat(sum.toArray()).as(name).containsExactly(numbers[0]);
            assertThat(size.toArray()).as(name).containsExactly(numbers[1]);
        }

        private void define(NodeRef root, int script) {
            IntView to = notes;
            IntView at = run;
            IntView now = ring.level(0);
            IntView a0 = arrays.get(0);
            IntView a1 = arrays.get(1);
            IntView a2 = arrays.get(2);
            NodeRef last = root.then("note", () -> {
                to.set(at.get(), 0, factor.get());
                to.set(at.get(), 1, low.get());
                to.set(at.get(), 2, high.get());
                to.set(at.get(), 3, first.get() ? 1 : 0);
                to.set(at.get(), 4, second.get() ? 1 : 0);
                to.set(at.get(), 5, now.get(N));
                to.set(at.get(), SCRIPT, script);
                to.set(at.get(), FIRST_ARRAY, a0.get(N));
                to.set(at.get(), FIRST_ARRAY + 1, a1.get(N));
                to.set(at.get(), FIRST_ARRAY + 2, a2.get(N));
            });
            for (int k = 3 + shape.nextInt(10); k > 0; k--) {
                last = last.then(switched(task()));
                if (shape.nextInt(5) == 0) {
                    last = last.thenAdvance("turn", ring);
                    turns++;
                }
            }
            last.then("next", () -> at.set(at.get() + 1));
        }

        /** Returns a task with one of the switches, or with a condition on a param, or with none. */
        private Task switched(Task task) {
            IntParam f = factor;
            return switch (shape.nextInt(6)) {
                case 0 -> {
                    onlyIf(seen -> seen[3] == 1);
                    yield task.enabledIf(first);
                }
                case 1 -> {
                    onlyIf(seen -> seen[4] == 1);
                    yield task.enabledIf(second);
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
            return seen -> array < ARRAYS
                    ? seen[FIRST_ARRAY + array]
                    : MEMORIES + (seen[5] + turned + array - ARRAYS) % LEVELS;
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
            return switch (shape.nextInt(6)) {
                case 0 -> new Ranged(RangePolicy.of(low), 0, -1);
                case 1 -> new Ranged(RangePolicy.of(low, high), -1, -2);
                case 2 -> new Ranged(RangePolicy.of(7, high), 7, -2);
                case 3, 4 -> new Ranged(RangePolicy.of(size, N), 0, Integer.MIN_VALUE);
                default -> new Ranged(RangePolicy.of(N - extra), 0, N - extra);
            };
        }

        private Task task() {
            int read = shape.nextInt(ARRAYS + LEVELS);
            int written = (read + 1 + shape.nextInt(ARRAYS + LEVELS - 1)) % (ARRAYS + LEVELS);
            ToIntFunction<int[]> source = memory(read);
            ToIntFunction<int[]> target = memory(written);
            IntView from = arrays.get(read);
            IntView to = arrays.get(written);
            IntView total = sum;
            IntView number = size;
            IntParam f = factor;
            int plus = extra;
            Ranged range = range();
            switch (shape.nextInt(6)) {
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
                    // A part is a view of its own, which stays where another stands for the whole.
                    ToIntFunction<int[]> part = written < ARRAYS ? seen -> written : target;
                    replayed.add((a, numbers, seen) -> Arrays.fill(a[part.applyAsInt(seen)], 1, N - 1, seen[0]));
                    return Task.fill("fill", to.subview(Slice.range(1, N - 1)), f);
                }
                default -> {
                    replayed.add((a, numbers, seen) -> {
                        int[] old = a[source.applyAsInt(seen)];
                        int[] made = a[target.applyAsInt(seen)];
                        for (int i = range.begin(seen); i < range.end(numbers, seen); i++) {
                            made[i] = 3 * made[i] + old[i] + seen[0] + plus;
                        }
                    });
                    return Task.parallelFor(
                            "loop", range.policy(), i -> to.set(i, 3 * to.get(i) + from.get(i) + f.get() + plus));
                }
            }
        }
    }
}
