package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
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

/**
 * Random graphs that are submitted while other threads change their params, sizes and switches. Each run notes what it
 * saw, and plain loops replay it.
 */
abstract class ChangingRunsContract extends Contract {
    private static final int N = 3000;
    private static final int ARRAYS = 3;
    private static final int RUNS = 25;
    /** The values that a run notes: the factor, two sizes, two switches. */
    private static final int NOTES = 5;

    @Test
    void each_run_does_what_a_replay_of_the_values_that_it_saw_does() throws InterruptedException {
        play(4);
    }

    @Test
    @Tag("full")
    void many_runs_do_what_replays_of_the_values_that_they_saw_do() throws InterruptedException {
        play(400);
    }

    private void play(int graphs) throws InterruptedException {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("seed of changing runs: " + seed);
        for (int g = 0; g < graphs; g++) {
            new Play(new Random(seed + g)).check("graph " + g + " of seed " + seed);
        }
    }

    /** One operation on plain arrays, in a run that saw some values. */
    private interface Replayed {
        void on(int[][] arrays, int[] numbers, int[] seen);
    }

    /** A graph, what it works on, and how it is replayed. */
    private final class Play {
        private final Random random;
        private final IntParam factor = IntParam.of("factor", 1);
        private final IntParam low = IntParam.of("low", 5).within(0, N / 2);
        private final IntParam high = IntParam.of("high", N).within(N / 2, N);
        private final BooleanParam first = BooleanParam.of("first", true);
        private final BooleanParam second = BooleanParam.of("second", false);
        private final List<IntView> arrays = new ArrayList<>();
        private final IntView sum = ints("sum");
        private final IntView size = ints("size");
        private final IntView notes = ints("notes", RUNS, NOTES);
        private final IntView run = ints("run");
        private final List<Replayed> replayed = new ArrayList<>();

        Play(Random random) {
            this.random = random;
            for (int a = 0; a < ARRAYS; a++) {
                arrays.add(ints("a" + a, N));
            }
        }

        void check(String name) throws InterruptedException {
            ExecutableGraph exec = instantiate(Graph.define("g", this::define));
            AtomicBoolean ended = new AtomicBoolean();
            List<Thread> changers = IntStream.range(0, 2)
                    .mapToObj(t -> new Thread(() -> change(new Random(t), ended)))
                    .toList();
            changers.forEach(Thread::start);
            try {
                for (int r = 0; r < RUNS; r++) {
                    exec.submit();
                    if (random.nextInt(4) == 0) {
                        space().fence();
                    }
                }
                space().fence();
            } finally {
                ended.set(true);
                for (Thread changer : changers) {
                    changer.join();
                }
            }
            compare(name);
        }

        private void change(Random own, AtomicBoolean ended) {
            while (!ended.get()) {
                factor.set(own.nextInt());
                low.set(own.nextInt(4) == 0 ? 0 : own.nextInt(N / 2 + 1));
                high.set(N / 2 + own.nextInt(N / 2 + 1));
                first.set(own.nextBoolean());
                second.set(own.nextBoolean());
                Thread.yield();
            }
        }

        private void compare(String name) {
            int[][] wanted = new int[ARRAYS][N];
            int[] numbers = new int[2];
            int[] all = notes.toArray();
            for (int r = 0; r < RUNS; r++) {
                int[] seen = Arrays.copyOfRange(all, r * NOTES, (r + 1) * NOTES);
                replayed.forEach(step -> step.on(wanted, numbers, seen));
            }
            for (int a = 0; a < ARRAYS; a++) {
                assertThat(arrays.get(a).toArray()).as(name).isEqualTo(wanted[a]);
            }
            assertThat(sum.toArray()).as(name).containsExactly(numbers[0]);
            assertThat(size.toArray()).as(name).containsExactly(numbers[1]);
        }

        private void define(NodeRef root) {
            IntView to = notes;
            IntView at = run;
            NodeRef last = root.then("note", () -> {
                to.set(at.get(), 0, factor.get());
                to.set(at.get(), 1, low.get());
                to.set(at.get(), 2, high.get());
                to.set(at.get(), 3, first.get() ? 1 : 0);
                to.set(at.get(), 4, second.get() ? 1 : 0);
            });
            for (int k = 3 + random.nextInt(10); k > 0; k--) {
                last = last.then(switched(task()));
            }
            last.then("next", () -> at.set(at.get() + 1));
        }

        /** Returns a task with one of the switches, or with none. */
        private Task switched(Task task) {
            int which = random.nextInt(4);
            if (which > 1) {
                return task;
            }
            Replayed always = replayed.remove(replayed.size() - 1);
            replayed.add((a, numbers, seen) -> {
                if (seen[3 + which] == 1) {
                    always.on(a, numbers, seen);
                }
            });
            return task.enabledBy(which == 0 ? first : second);
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
            int source = random.nextInt(ARRAYS);
            int target = (source + 1 + random.nextInt(ARRAYS - 1)) % ARRAYS;
            IntView from = arrays.get(source);
            IntView to = arrays.get(target);
            IntView total = sum;
            IntView number = size;
            IntParam f = factor;
            Ranged range = range();
            switch (random.nextInt(5)) {
                case 0 -> {
                    replayed.add((a, numbers, seen) -> {
                        numbers[0] = 0;
                        for (int i = range.begin(seen); i < range.end(numbers, seen); i++) {
                            numbers[0] += a[source][i];
                        }
                    });
                    return Task.parallelReduce("sum", range.policy(), Sum.into(total, i -> from.get(i)));
                }
                case 1 -> {
                    replayed.add((a, numbers, seen) -> {
                        int all = 0;
                        for (int i = range.begin(seen); i < range.end(numbers, seen); i++) {
                            all += a[source][i];
                            a[target][i] = all;
                        }
                    });
                    return Task.parallelScan(
                            "scan", range.policy(), i -> from.get(i), (i, s) -> to.set(i, s), Scan.inclusiveInt());
                }
                case 2 -> {
                    replayed.add((a, numbers, seen) -> numbers[1] = Math.floorMod(numbers[0] + seen[0], N + 1));
                    return Task.single("size", () -> number.set(Math.floorMod(total.get() + f.get(), N + 1)));
                }
                default -> {
                    replayed.add((a, numbers, seen) -> {
                        for (int i = range.begin(seen); i < range.end(numbers, seen); i++) {
                            a[target][i] = 3 * a[target][i] + a[source][i] + seen[0] + i;
                        }
                    });
                    return Task.parallelFor(
                            "loop", range.policy(), i -> to.set(i, 3 * to.get(i) + from.get(i) + f.get() + i));
                }
            }
        }
    }
}
