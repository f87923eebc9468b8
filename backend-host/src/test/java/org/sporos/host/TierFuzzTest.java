package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.RandomRanges;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.NodeRef;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/**
 * Kernels whose indexes, bounds and divisors are random data, some of it wrong: each tier gives the bits of the lambda
 * where all goes well, and else fails at the same place by the same index. The property {@code sporos.fuzz.seed} sets
 * the first seed, {@code sporos.fuzz.seeds} how many of them are taken.
 */
class TierFuzzTest {
    private static final int N = 600;
    private static final int ROUNDS = 60;
    private static final int SIDE = 25;

    /** What a kernel works on in one space. */
    private record Data(
            IntView place,
            IntView rows,
            IntView count,
            DoubleView v,
            DoubleView w,
            DoubleView grid,
            int begin,
            long longBegin) {
        static Data in(ExecutionSpace space, long seed) {
            RandomRanges ranges = new RandomRanges(new Random(seed));
            return new Data(
                    IntView.of("place", space, N),
                    IntView.of("rows", space, N + 1),
                    IntView.of("count", space, N),
                    DoubleView.of("v", space, N),
                    DoubleView.of("w", space, N),
                    DoubleView.of("grid", space, SIDE, N / SIDE),
                    ranges.intBegin(N),
                    ranges.longBegin(N));
        }

        RangePolicy range() {
            return RangePolicy.of(begin, begin + N);
        }

        LongRangePolicy longRange() {
            return LongRangePolicy.of(longBegin, longBegin + N);
        }

        MDRangePolicy box() {
            return MDRangePolicy.of(new int[] {begin, 0}, new int[] {begin + SIDE, N / SIDE});
        }

        /** Round 0 has something wrong for each kernel, round 1 nothing for any. */
        void fill(long seed, int round) {
            Random random = new Random(seed + round);
            for (int i = 0; i < N; i++) {
                place.set(i, random.nextInt(SIDE));
                count.set(i, random.nextInt(Math.min(4, N - i)));
                v.set(i, random.nextGaussian());
                w.set(i, random.nextGaussian());
                grid.set(i % SIDE, i / SIDE, random.nextGaussian());
            }
            for (int i = 0; i <= N; i++) {
                rows.set(i, Math.min(N, i + random.nextInt(3)));
            }
            if (round == 0) {
                place.set(10, -1);
                count.set(200, -1);
                rows.set(300, -1);
                count.set(300, 3);
                count.set(N - 1, 3);
            }
            for (int bad = round < 2 ? 0 : random.nextInt(3); bad > 0; bad--) {
                IntView into = List.of(place, rows, count).get(random.nextInt(3));
                int[] values = {-1, -7, N, N + 1, SIDE, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 3};
                into.set(random.nextInt(N), values[random.nextInt(values.length)]);
            }
        }

        List<double[]> reals() {
            return List.of(v.toArray(), w.toArray(), grid.toArray());
        }
    }

    /** A kernel, written once for all tiers. */
    private enum Sample {
        GATHER {
            @Override
            void define(NodeRef root, Data d) {
                IntView place = d.place;
                DoubleView v = d.v;
                DoubleView w = d.w;
                int begin = d.begin;
                root.thenParallelFor("gather", d.range(), item -> {
                    int i = item - begin;
                    w.set(i, v.get(place.get(i)) + v.get(i));
                });
            }
        },
        SCATTER {
            @Override
            void define(NodeRef root, Data d) {
                IntView place = d.place;
                DoubleView v = d.v;
                DoubleView w = d.w;
                int begin = d.begin;
                root.thenParallelFor("scatter", d.range(), item -> {
                    int i = item - begin;
                    w.set(place.get(i), v.get(i) + item);
                });
            }
        },
        ROWS {
            @Override
            void define(NodeRef root, Data d) {
                IntView rows = d.rows;
                IntView place = d.place;
                DoubleView v = d.v;
                DoubleView w = d.w;
                int begin = d.begin;
                root.thenParallelFor("rows", d.range(), item -> {
                    int i = item - begin;
                    double sum = 0;
                    for (int k = rows.get(i); k < rows.get(i + 1); k++) {
                        sum += v.get(k) * v.get(place.get(k));
                    }
                    w.set(i, sum);
                });
            }
        },
        ROWS_THAT_ARE_WRITTEN {
            @Override
            void define(NodeRef root, Data d) {
                IntView rows = d.rows;
                DoubleView v = d.v;
                DoubleView w = d.w;
                int begin = d.begin;
                root.thenParallelFor("written", d.range(), item -> {
                    int i = item - begin;
                    int end = rows.get(i + 1);
                    for (int k = rows.get(i); k < end; k++) {
                        w.set(k, w.get(k) * 0.5 + v.get(i) + k);
                    }
                });
            }
        },
        BOUND_THAT_IS_WRITTEN {
            @Override
            void define(NodeRef root, Data d) {
                IntView count = d.count;
                IntView rows = d.rows;
                DoubleView w = d.w;
                int begin = d.begin;
                root.thenParallelFor("shrink", d.range(), item -> {
                    int i = item - begin;
                    for (int k = rows.get(i); k < count.get(i); k++) {
                        count.set(i, count.get(i) - 1);
                        w.set(k, k + 0.25);
                    }
                });
            }
        },
        LENGTHS {
            @Override
            void define(NodeRef root, Data d) {
                IntView count = d.count;
                DoubleView v = d.v;
                DoubleView w = d.w;
                int begin = d.begin;
                root.thenParallelFor("lengths", d.range(), item -> {
                    int i = item - begin;
                    double most = Double.NEGATIVE_INFINITY;
                    for (int k = i; k < i + count.get(i); k++) {
                        most = Math.max(most, v.get(k) - v.get(N - 1 - k));
                    }
                    w.set(i, most);
                });
            }
        },
        EARLY_END {
            @Override
            void define(NodeRef root, Data d) {
                IntView rows = d.rows;
                IntView count = d.count;
                DoubleView v = d.v;
                DoubleView w = d.w;
                int begin = d.begin;
                root.thenParallelFor("early", d.range(), item -> {
                    int i = item - begin;
                    double sum = 0;
                    for (int k = rows.get(i); k < rows.get(i) + count.get(i); k++) {
                        if (v.get(k) < 0) {
                            break;
                        }
                        sum += v.get(k);
                    }
                    w.set(i, sum);
                });
            }
        },
        DIVISION {
            @Override
            void define(NodeRef root, Data d) {
                IntView place = d.place;
                IntView count = d.count;
                DoubleView w = d.w;
                long longBegin = d.longBegin;
                root.thenParallelFor("divide", d.longRange(), item -> {
                    int i = (int) (item - longBegin);
                    w.set(i, 1000 / (1 + count.get(i)) + place.get(i) % (2 + count.get(i)));
                });
            }
        },
        GRID {
            @Override
            void define(NodeRef root, Data d) {
                IntView place = d.place;
                DoubleView grid = d.grid;
                MDRangePolicy all = d.box();
                int begin = d.begin;
                root.thenParallelFor("grid", all, (item, j) -> {
                    int i = item - begin;
                    grid.set(i, j, grid.get(place.get(i), j) * 0.5 + grid.get(i, j));
                });
            }
        },
        MERGED {
            @Override
            void define(NodeRef root, Data d) {
                IntView place = d.place;
                DoubleView v = d.v;
                DoubleView w = d.w;
                DoubleView part = w.subview(Slice.range(0, N));
                int begin = d.begin;
                root.thenParallelFor("one", d.range(), i -> w.set(i - begin, w.get(i - begin) + 2 * v.get(i - begin)))
                        .thenParallelFor("two", d.range(), i -> v.set(i - begin, w.get(i - begin) - 1))
                        .thenParallelFor(
                                "three", d.range(), i -> part.set(i - begin, part.get(i - begin) * v.get(i - begin)))
                        .thenParallelFor("four", d.range(), i -> v.set(i - begin, v.get(i - begin) / w.get(i - begin)))
                        .thenParallelFor(
                                "five",
                                d.range(),
                                i -> v.set(i - begin, v.get(i - begin) + 10 / (1 + place.get(i - begin))))
                        .thenParallelFor("six", d.range(), i -> w.set(i - begin, w.get(i - begin) + v.get(i - begin)));
            }
        };

        abstract void define(NodeRef root, Data d);
    }

    /**
     * Runs a kernel over the data of each seed; what comes out is the bits of all reals, or the text of the failure.
     */
    private static List<Object> outcomes(Sample kernel, String tier, long seed, InstantiateOption... more) {
        InstantiateOption[] options = Arrays.copyOf(more, more.length + 2);
        options[more.length] = InstantiateOption.relax("G110");
        options[more.length + 1] = InstantiateOption.relax("G102");
        List<Object> outcomes = new ArrayList<>();
        // One thread, as some of them depend on the order of their indexes, and as the first failure is to be the same.
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier)) {
            Data data = Data.in(space, seed);
            Graph graph = Graph.define("fuzz", root -> kernel.define(root, data));
            try (ExecutableGraph exec = graph.instantiate(space, options)) {
                for (int round = 0; round < ROUNDS; round++) {
                    data.fill(seed, round);
                    exec.submit();
                    try {
                        space.fence();
                        outcomes.add(data.reals());
                    } catch (GraphRunException e) {
                        // What the JVM throws often from compiled code has no line any more.
                        String message = String.valueOf(e.getMessage());
                        outcomes.add(message.replaceFirst(
                                "throws ArithmeticException|divides an integer by zero at \\S+", "divides by zero"));
                    }
                }
                assertThat(exec.explain()).contains("code: " + tier);
            }
        }
        return outcomes;
    }

    @ParameterizedTest
    @EnumSource(Sample.class)
    void tiers_agree_on_bits_and_on_what_fails_first(Sample kernel) {
        long first = Long.getLong("sporos.fuzz.seed", new Random().nextLong());
        for (int k = 0; k < Integer.getInteger("sporos.fuzz.seeds", 1); k++) {
            compare(kernel, first + (long) k * ROUNDS);
        }
    }

    private static void compare(Sample kernel, long seed) {
        System.out.println(kernel + ": seed " + seed);
        List<Object> expected = outcomes(kernel, "loop", seed);
        assertThat(expected.stream().filter(String.class::isInstance).count()).isBetween(1L, ROUNDS - 1L);
        same(outcomes(kernel, "bytecode", seed), expected);
        if (NativeCompileQueue.isPossible()) {
            same(outcomes(kernel, "native", seed), expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native"})
    void views_of_one_memory_are_seen_by_merged_loops_as_by_loops_apart(String tier) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        List<Object> merged = outcomes(Sample.MERGED, tier, 17);
        List<Object> apart = outcomes(Sample.MERGED, "loop", 17, InstantiateOption.Merging.OFF);
        same(merged, apart);
    }

    private static void same(List<Object> found, List<Object> expected) {
        for (int round = 0; round < expected.size(); round++) {
            if (expected.get(round) instanceof String failure) {
                assertThat(found.get(round)).as("round %d", round).isEqualTo(failure);
            } else {
                List<?> want = (List<?>) expected.get(round);
                assertThat(found.get(round)).as("round %d", round).isInstanceOf(List.class);
                List<?> have = (List<?>) found.get(round);
                for (int k = 0; k < want.size(); k++) {
                    assertThat((double[]) have.get(k)).as("round %d", round).isEqualTo((double[]) want.get(k));
                }
            }
        }
    }
}
