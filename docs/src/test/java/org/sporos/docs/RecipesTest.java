package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.SegmentedReduce;
import org.sporos.algorithm.Unique;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** The recipes for graphs: each is compiled and run, and its result is compared with what is known. */
final class RecipesTest extends OnASpace {

    private DoubleView line(double... values) {
        return DoubleView.copyOf("u", space, values);
    }

    private DoubleView box(int rows, int columns, double... values) {
        DoubleView u = DoubleView.of("u", space, rows, columns);
        u.assign(values);
        return u;
    }

    @Test
    void periodic_boundaries() {
        DoubleView u = box(2, 3, 1, 2, 3, 4, 5, 6);
        DoubleView v = DoubleView.of("v", space, 2, 3);
        // snippet: recipe-periodic
        int rows = (int) u.extent(0);
        int columns = (int) u.extent(1);
        Graph step = Graph.define("step", root -> {
            root.thenParallelFor("around", MDRangePolicy.over(u), (i, j) -> {
                int up = i == 0 ? rows - 1 : i - 1;
                int down = i == rows - 1 ? 0 : i + 1;
                int left = j == 0 ? columns - 1 : j - 1;
                int right = j == columns - 1 ? 0 : j + 1;
                v.set(i, j, u.get(up, j) + u.get(down, j) + u.get(i, left) + u.get(i, right));
            });
        });
        // end
        try (ExecutableGraph exec = step.instantiate(space)) {
            assertThat(exec.explain()).contains("5 of 5 accesses are in bounds");
            exec.submit();
        }
        assertThat(v.toArray()).containsExactly(13, 14, 15, 13, 14, 15);
    }

    @Test
    void the_interior_of_a_box() {
        DoubleView u = box(3, 4, 0, 1, 4, 9, 0, 1, 4, 9, 0, 1, 4, 9);
        DoubleView v = DoubleView.of("v", space, 3, 4);
        // snippet: recipe-interior
        MDRangePolicy inside = MDRangePolicy.over(u).interior(1);
        Graph step = Graph.define("step", root -> {
            root.thenParallelFor("laplace", inside, (i, j) -> {
                double around = u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
                v.set(i, j, around - 4 * u.get(i, j));
            });
        });
        // end
        run(step);
        assertThat(v.toArray()).containsExactly(0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0);
    }

    @Test
    void ghost_cells() {
        int n = 3;
        DoubleView u = line(-1, 1, 2, 4, -1);
        DoubleView v = DoubleView.of("v", space, n + 2);
        // snippet: recipe-ghosts
        Graph step = Graph.define("step", root -> {
            root.then("ghost cells", () -> {
                        u.set(0, u.get(1)); // a wall without flux; periodic: u.get(n)
                        u.set(n + 1, -u.get(n)); // a wall at which u is 0
                    })
                    .thenParallelFor(
                            "diffuse",
                            RangePolicy.over(u).interior(1),
                            i -> v.set(i, (u.get(i - 1) + 2 * u.get(i) + u.get(i + 1)) / 4));
        });
        // end
        run(step);
        assertThat(u.toArray()).containsExactly(1, 1, 2, 4, -4);
        assertThat(v.toArray()).containsExactly(0, 1.25, 2.25, 1.5, 0);
    }

    @Test
    void ghost_cells_of_a_box() {
        int n = 2;
        DoubleView u = box(n + 2, n + 2, 0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0);
        // snippet: recipe-ghosts-box
        Graph fill = Graph.define("ghost cells", root -> {
            root.thenParallelFor("left and right", RangePolicy.of(1, n + 1), i -> {
                        u.set(i, 0, u.get(i, n));
                        u.set(i, n + 1, u.get(i, 1));
                    })
                    .thenParallelFor("top and bottom", RangePolicy.of(n + 2), j -> {
                        u.set(0, j, u.get(n, j));
                        u.set(n + 1, j, u.get(1, j));
                    });
        });
        // end
        run(fill);
        assertThat(u.toArray()).containsExactly(4, 3, 4, 3, 2, 1, 2, 1, 4, 3, 4, 3, 2, 1, 2, 1);
    }

    @Test
    void two_arrays_in_turn() {
        int n = 5;
        // snippet: recipe-swap
        ViewRing<DoubleView> u = ViewRing.of(2, level -> DoubleView.of("u" + level, space, n));
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        Graph step = Graph.define("step", root -> {
            root.thenParallelFor(
                            "average",
                            RangePolicy.over(now).interior(1),
                            i -> next.set(i, (now.get(i - 1) + now.get(i + 1)) / 2))
                    .thenAdvance("swap", u);
        });
        // end
        now.assign(0, 0, 16, 0, 0);
        try (ExecutableGraph exec = step.instantiate(space)) {
            exec.submit();
            exec.submit();
            assertThat(now.toArray()).containsExactly(0, 0, 8, 0, 0);
        }
        u.close();
    }

    @Test
    void red_black() {
        int n = 9;
        DoubleView u = DoubleView.of("u", space, n, n);
        DoubleView f = DoubleView.of("f", space, n, n);
        Views.fill(f, 1);
        // snippet: recipe-red-black
        MDRangePolicy inside = MDRangePolicy.over(u).interior(1);
        Graph sweep = Graph.define("Gauss-Seidel", root -> {
            NodeRef last = root;
            for (int colour = 0; colour < 2; colour++) {
                int mine = colour;
                last = last.thenParallelFor(colour == 0 ? "red" : "black", inside, (i, j) -> {
                    if ((i + j) % 2 == mine) {
                        double around = u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
                        u.set(i, j, (around + f.get(i, j)) / 4);
                    }
                });
            }
        });
        // end
        try (ExecutableGraph exec = sweep.instantiate(space)) {
            assertThat(exec.warnings()).isEmpty();
            for (int s = 0; s < 200; s++) {
                exec.submit();
            }
        }
        double[] known = u.toArray();
        double middle = known[4 * n + 4];
        assertThat(4 * middle - known[4 * n + 3] - known[4 * n + 5] - known[3 * n + 4] - known[5 * n + 4])
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void an_adaptive_time_step() {
        double dx = 0.1;
        double end = 1;
        DoubleView u = line(1, 2, 3, 4, 0);
        DoubleView fastest = DoubleView.of("fastest", space);
        DoubleView dt = DoubleView.of("dt", space);
        DoubleView time = DoubleView.of("time", space);
        IntView steps = IntView.of("steps", space);
        // snippet: recipe-adaptive
        Graph advance = Graph.define("advance", root -> {
            root.thenWhile(
                    "until the end",
                    () -> time.get() < end,
                    body -> body.thenParallelReduce(
                                    "fastest", RangePolicy.over(u), Max.into(fastest, i -> Math.abs(u.get(i))))
                            .then("time step", () -> {
                                dt.set(Math.min(0.5 * dx / fastest.get(), end - time.get()));
                                time.set(time.get() + dt.get());
                            })
                            .thenParallelFor("decay", RangePolicy.over(u), i -> u.set(i, u.get(i) * (1 - dt.get()))),
                    10_000,
                    steps);
        });
        // end
        run(advance);
        assertThat(time.read()).isEqualTo(1);
        double[] plain = {1, 2, 3, 4, 0};
        int count = 0;
        for (double t = 0; t < 1; count++) {
            double h = Math.min(0.5 * dx / plain[3], 1 - t);
            t += h;
            for (int i = 0; i < plain.length; i++) {
                plain[i] *= 1 - h;
            }
        }
        assertThat(steps.read()).isEqualTo(count);
        assertThat(u.toArray()).containsExactly(plain);
    }

    @Test
    void one_scalar() {
        DoubleView u = box(2, 3, 1, 2, 3, 4, 5, 6);
        // snippet: recipe-scalar
        DoubleView sum = DoubleView.of("sum", space);
        Graph total = Graph.define("total", root -> {
            root.thenParallelReduce("sum", MDRangePolicy.over(u), Sum.into(sum, (i, j) -> u.get(i, j)));
        });
        total.run(space);
        double all = sum.read();
        double one = u.subview(Slice.at(1), Slice.at(2)).read();
        // end
        assertThat(all).isEqualTo(21);
        assertThat(one).isEqualTo(6);
    }

    @Test
    void until_it_converges() {
        DoubleView a = DoubleView.copyOf("a", space, 2, 9, 16, 144);
        DoubleView x = DoubleView.of("x", space, 4);
        // snippet: recipe-convergence
        DoubleView change = DoubleView.of("change", space);
        IntView iterations = IntView.of("iterations", space);
        Graph solve = Graph.define("solve", root -> {
            root.thenFill("guess", x, 1)
                    .thenFill("far away", change, 1)
                    .thenWhile(
                            "until it converges",
                            () -> change.get() > 1e-12,
                            body -> body.thenParallelReduce(
                                            "change",
                                            RangePolicy.over(x),
                                            Max.into(change, i -> Math.abs(a.get(i) / x.get(i) - x.get(i))))
                                    .thenParallelFor(
                                            "Newton",
                                            RangePolicy.over(x),
                                            i -> x.set(i, (x.get(i) + a.get(i) / x.get(i)) / 2)),
                            100,
                            iterations);
        });
        // end
        run(solve);
        assertThat(x.toArray()).containsExactly(new double[] {Math.sqrt(2), 3, 4, 12}, within(1e-15));
        assertThat(iterations.read()).isBetween(5, 15);
    }

    @Test
    void mixed_precision() {
        DoubleView exact = line(0.1, 0.2, 0.3);
        // snippet: recipe-mixed
        FloatView x = FloatView.of("x", space, exact.extent(0));
        DoubleView norm = DoubleView.of("norm", space);
        Graph graph = Graph.define("norm of floats", root -> {
            root.thenParallelFor("to float", RangePolicy.over(x), i -> x.set(i, (float) exact.get(i)))
                    .thenParallelReduce(
                            "sum in double", RangePolicy.over(x), Sum.into(norm, i -> (double) x.get(i) * x.get(i)));
        });
        // end
        run(graph);
        double known = (double) 0.1f * 0.1f + (double) 0.2f * 0.2f + (double) 0.3f * 0.3f;
        assertThat(norm.read()).isCloseTo(known, within(1e-15));
        assertThat((double) x.toArray()[0]).isEqualTo(0.1f);
    }

    @Test
    void tridiagonal_systems() {
        int n = 4;
        int lines = 3;
        double diagonal = 2.5;
        double beside = -1;
        DoubleView x = box(n, lines, 1.5, 3, 0, 0.5, 1, 0, 0.5, 1, 0, 1.5, 3, 0);
        // snippet: recipe-tridiagonal
        DoubleView c = DoubleView.of("c", space, n, lines);
        int block = space.memorySpace().isHostAccessible() ? 64 : 1;
        Graph solve = Graph.define("solve", root -> {
            root.thenParallelFor("Thomas", RangePolicy.of((lines + block - 1) / block), b -> {
                int begin = b * block;
                int end = Math.min(begin + block, lines);
                for (int line = begin; line < end; line++) {
                    c.set(0, line, beside / diagonal);
                    x.set(0, line, x.get(0, line) / diagonal);
                }
                for (int k = 1; k < n; k++) {
                    for (int line = begin; line < end; line++) {
                        double pivot = diagonal - beside * c.get(k - 1, line);
                        c.set(k, line, beside / pivot);
                        x.set(k, line, (x.get(k, line) - beside * x.get(k - 1, line)) / pivot);
                    }
                }
                for (int k = n - 2; k >= 0; k--) {
                    for (int line = begin; line < end; line++) {
                        x.set(k, line, x.get(k, line) - c.get(k, line) * x.get(k + 1, line));
                    }
                }
            });
        });
        // end
        run(solve);
        double[] solved = x.toArray();
        for (int k = 0; k < n; k++) {
            assertThat(solved[k * lines]).isCloseTo(1, within(1e-15));
            assertThat(solved[k * lines + 1]).isCloseTo(2, within(1e-15));
            assertThat(solved[k * lines + 2]).isZero();
        }
    }

    @Test
    void matrix_times_vector() {
        DoubleView a = box(2, 3, 1, 2, 3, 4, 5, 6);
        DoubleView x = line(1, 10, 100);
        DoubleView y = DoubleView.of("y", space, 2);
        // snippet: recipe-matrix
        int rows = (int) a.extent(0);
        int columns = (int) a.extent(1);
        Graph product = Graph.define("y = A x", root -> {
            root.thenParallelFor("row", TeamPolicy.of(rows), team -> {
                int row = team.leagueRank();
                double sum = team.parallelReduceDouble(Sum, columns, j -> a.get(row, j) * x.get(j));
                team.single(() -> y.set(row, sum));
            });
        });
        // end
        run(product);
        assertThat(y.toArray()).containsExactly(321, 654);
    }

    @Test
    void sums_by_key() {
        int n = 6;
        IntView key = IntView.copyOf("key", space, 7, 2, 7, 5, 2, 7);
        DoubleView value = DoubleView.copyOf("value", space, 1, 10, 2, 5, 20, 4);
        IntView order = IntView.of("order", space, n);
        IntView keys = IntView.of("keys", space, n);
        IntView starts = IntView.of("starts", space, n + 1);
        IntView count = IntView.of("count", space);
        DoubleView sums = DoubleView.of("sums", space, n);
        // snippet: recipe-by-key
        try (Workspace workspace = Workspace.of(space)) {
            Graph sort = RadixSort.byKey(key, order).graph("sort", workspace);
            Graph unique = Unique.of(key).withStarts(starts).graph("keys", keys, count, workspace);
            Graph group = Graph.define("sum by key", root -> {
                root.thenParallelFor("number", RangePolicy.over(order), i -> order.set(i, i))
                        .thenGraph("sort", sort)
                        .thenGraph("keys", unique)
                        .then(SegmentedReduce.sum("sum", sums, starts, k -> value.get(order.get(k)))
                                .withPolicy(RangePolicy.of(count, n)));
            });
            group.run(space);
        }
        // end
        assertThat(count.read()).isEqualTo(3);
        assertThat(keys.toArray()).startsWith(2, 5, 7);
        assertThat(sums.toArray()).startsWith(30, 5, 7);
    }
}
