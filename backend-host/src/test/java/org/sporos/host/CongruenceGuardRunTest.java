package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.param.IntParam;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/**
 * Loops whose guards select a residue class of the last index, in all tiers, beside the same lambdas called by plain
 * Java. The property {@code sporos.fuzz.seed} repeats a run.
 */
class CongruenceGuardRunTest {
    private static final int ROWS = 3;
    private static final int ROW = 24;

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());

    /** Makes a body that stores into a view, which begins at the first indexes, for the selected indexes. */
    private interface Bodies {
        RangeBody2 of(IntView to, int row, int first, int c, int offset);
    }

    @SuppressWarnings("BadShiftAmount")
    private static final List<Bodies> BOXES = List.of(
            (to, row, first, c, o) -> (i, j) -> {
                if ((i + j + o) % 2 == c) {
                    to.set(i - row, j - first, to.get(i - row, j - first) + 1 + i);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if ((i + j + o & 1) == c) {
                    to.set(i - row, j - first, j + 1);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if ((i - j) % 2 != c) {
                    to.set(i - row, j - first, j + 2);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if (c == (7 & (o - j - i))) {
                    to.set(i - row, j - first, j + 3);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if (Math.floorMod(3 * j + i + o, 5) == c) {
                    to.set(i - row, j - first, j + 4);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if ((2 * j + i) % 3 == c) {
                    to.set(i - row, j - first, j + 5);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if (i % 2 == 0 && j % 3 == c) {
                    to.set(i - row, j - first, j + 6);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if ((i + j + o & 1) != 0) {
                    return;
                }
                to.set(i - row, j - first, c > 0 ? j + 7 : i - 7);
            },
            (to, row, first, c, o) -> (i, j) -> {
                if ((j + i) % 2 == c) {
                    return;
                }
                to.set(i - row, j - first, j + 8);
            },
            (to, row, first, c, o) -> (i, j) -> {
                if (((long) i + j + o) % 3 == c) {
                    to.set(i - row, j - first, j + 9);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if (j > first + 1 && j < first + 19 && (i + j) % 2 == c) {
                    to.set(i - row, j - first, to.get(i - row, j - first - 1) + 10);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if (Math.floorMod(j, 4) == i % 4) {
                    to.set(i - row, j - first, j == first ? c : j + 11);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                if ((4 * j + o) % 2 == c) {
                    to.set(i - row, j - first, j + 12);
                }
            },
            // The distance is masked: a shift by 1.
            (to, row, first, c, o) -> (i, j) -> {
                if (((j << 33) + j & 3) == c) {
                    to.set(i - row, j - first, j + 13);
                }
            },
            (to, row, first, c, o) -> (i, j) -> {
                int s = i + j;
                if (s % 2 == c) {
                    to.set(i - row, j - first, s % 2 + j);
                }
            });

    private static final int[] FIRSTS = {0, 1, 2, 7, -1, -9, Integer.MIN_VALUE, Integer.MAX_VALUE - ROW};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host,strict",
                "host,kernels=loop,threads=1",
                "host,kernels=bytecode,threads=1",
                "host,kernels=native,threads=1",
                "host,kernels=native,threads=3"
            })
    void each_index_of_a_class_and_no_other_does_its_work(String spec) {
        assumeTrue(!spec.contains("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        Random random = new Random(seed);
        List<Runnable> checks = new ArrayList<>();
        try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
            Graph all = Graph.define("guards", root -> {
                for (Bodies bodies : BOXES) {
                    for (int first : FIRSTS) {
                        for (int c = -1; c <= 3; c++) {
                            int row = random.nextInt(3) - 1;
                            int length = random.nextBoolean() ? ROW : random.nextInt(ROW);
                            int offset = random.nextInt(5) - 2;
                            IntView to = IntView.of("to", space, ROWS, ROW);
                            IntView wanted = IntView.of("wanted", MemorySpace.host(), ROWS, ROW);
                            MDRangePolicy box =
                                    MDRangePolicy.of(new int[] {row, first}, new int[] {row + ROWS, first + length});
                            root.thenParallelFor("box", box, bodies.of(to, row, first, c, offset));
                            RangeBody2 same = bodies.of(wanted, row, first, c, offset);
                            for (int i = row; i < row + ROWS; i++) {
                                for (int j = first; j < first + length; j++) {
                                    same.at(i, j);
                                }
                            }
                            String about = "%s: body %d from (%d, %d), %d long, class %d, offset %d, seed %d"
                                    .formatted(spec, BOXES.indexOf(bodies), row, first, length, c, offset, seed);
                            checks.add(() -> assertThat(to.toArray()).as(about).isEqualTo(wanted.toArray()));
                        }
                    }
                }
            });
            try (ExecutableGraph graph = all.instantiate(space)) {
                graph.submit();
                space.fence();
            }
            checks.forEach(Runnable::run);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host,strict",
                "host,kernels=bytecode,threads=1",
                "host,kernels=native,threads=1",
                "host,threads=3"
            })
    void ranges_of_ints_and_longs_and_boxes_of_rank_3_have_strides_too(String spec) {
        assumeTrue(!spec.contains("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        int n = 50;
        try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
            IntParam colour = IntParam.of("colour", 0);
            IntView ints = IntView.of("ints", space, n);
            IntView longs = IntView.of("longs", space, n);
            IntView cubes = IntView.of("cubes", space, 3, 4, n);
            IntView none = IntView.of("none", space, n);
            long far = 1L << 40;
            RangeBody every = i -> {
                if (i % 7 == 3) {
                    ints.set(i, i + colour.get());
                }
            };
            LongRangeBody distant = i -> {
                if (i % 3 == 1) {
                    longs.set(i - far, (int) (i % 1000));
                }
            };
            RangeBody3 cube = (i, j, k) -> {
                if ((i + j + k + colour.get()) % 2 == 0) {
                    cubes.set(i, j, k, k + 1);
                }
            };
            RangeBody never = i -> {
                if (i % 2 == 2) {
                    none.set(i, 1);
                }
            };
            Graph all = Graph.define("strides", root -> {
                root.thenParallelFor("ints", RangePolicy.of(2, n), every);
                root.thenParallelFor("longs", LongRangePolicy.of(far, far + n), distant);
                root.thenParallelFor("cubes", MDRangePolicy.of(3, 4, n), cube);
                root.thenParallelFor("none", RangePolicy.of(n), never);
            });
            try (ExecutableGraph graph = all.instantiate(space)) {
                for (int c : new int[] {0, 1, 1}) {
                    colour.set(c);
                    Views.fill(ints, 0);
                    Views.fill(cubes, 0);
                    graph.submit();
                    space.fence();
                    int[] numbers = ints.toArray();
                    int[] ofCubes = cubes.toArray();
                    for (int i = 0; i < n; i++) {
                        assertThat(numbers[i]).isEqualTo(i % 7 == 3 ? i + c : 0);
                        for (int row = 0; row < 12; row++) {
                            int sum = row / 4 + row % 4 + i + c;
                            assertThat(ofCubes[row * n + i]).isEqualTo(sum % 2 == 0 ? i + 1 : 0);
                        }
                    }
                }
                int[] ofLongs = longs.toArray();
                for (int i = 0; i < n; i++) {
                    assertThat(ofLongs[i]).isEqualTo((far + i) % 3 == 1 ? (int) ((far + i) % 1000) : 0);
                }
                assertThat(none.toArray()).containsOnly(0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"host,strict", "host,kernels=bytecode,threads=1", "host,kernels=native,threads=1"})
    void a_selected_index_that_is_out_of_bounds_fails_and_the_others_do_not(String spec) {
        assumeTrue(!spec.contains("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
            IntView to = IntView.of("to", space, 4, 10);
            IntParam shift = IntParam.of("shift", 0);
            Graph step = Graph.define(
                    "step",
                    root -> root.thenParallelFor("shifted", MDRangePolicy.of(4, 10), (i, j) -> {
                        if ((i + j) % 2 == 1) {
                            to.set(i, j + shift.get(), 1);
                        }
                    }));
            try (ExecutableGraph graph = step.instantiate(space)) {
                graph.submit();
                space.fence();
                shift.set(1);
                graph.submit();
                assertThatThrownBy(space::fence).hasMessageContaining("shifted").hasMessageContaining("(0, 10)");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"host,strict", "host,kernels=bytecode,threads=1", "host,kernels=native,threads=1"})
    void a_sweep_over_strided_views_has_the_bits_of_one_with_a_guard(String spec) {
        assumeTrue(!spec.contains("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        int half = 19;
        int n = 2 * half;
        Random random = new Random(seed);
        double[] values = random.doubles((long) n * n).toArray();
        try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
            DoubleView u = DoubleView.of("u", space, n, n);
            DoubleView pairs = DoubleView.of("pairs", space, half, 2, half, 2);
            DoubleView[][] parts = new DoubleView[2][2];
            for (int i = 0; i < 2; i++) {
                for (int j = 0; j < 2; j++) {
                    parts[i][j] = pairs.subview(Slice.all(), Slice.at(i), Slice.all(), Slice.at(j));
                }
            }
            DoubleView ee = parts[0][0];
            DoubleView eo = parts[0][1];
            DoubleView oe = parts[1][0];
            DoubleView oo = parts[1][1];
            u.assign(values);
            pairs.assign(values);
            MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {n - 1, n - 1});
            MDRangePolicy even = MDRangePolicy.of(new int[] {1, 1}, new int[] {half, half});
            MDRangePolicy odd = MDRangePolicy.of(half - 1, half - 1);
            Graph sweep = Graph.define("sweep", root -> {
                root.thenParallelFor("guard", inside, (i, j) -> {
                    if ((i + j) % 2 == 0) {
                        u.set(i, j, (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1)) / 3);
                    }
                });
                root.thenParallelFor(
                        "even",
                        even,
                        (i, j) ->
                                ee.set(i, j, (oe.get(i - 1, j) + oe.get(i, j) + eo.get(i, j - 1) + eo.get(i, j)) / 3));
                root.thenParallelFor(
                        "odd",
                        odd,
                        (i, j) ->
                                oo.set(i, j, (eo.get(i, j) + eo.get(i + 1, j) + oe.get(i, j) + oe.get(i, j + 1)) / 3));
            });
            sweep.run(space);
            space.fence();
            assertThat(pairs.toArray())
                    .as("seed " + seed)
                    .isEqualTo(u.toArray())
                    .isNotEqualTo(values);
        }
    }
}
