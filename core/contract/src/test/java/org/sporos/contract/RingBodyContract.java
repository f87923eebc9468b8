package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ShortView;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/**
 * Rings that turn in bodies of conditionals. A step stores three times level 0 plus 1 into the last level and turns the
 * ring, so that a turn too few or too many shows in the values.
 */
abstract class RingBodyContract extends Contract {
    private static final int N = 3000;

    private final int[] start = new int[N];

    RingBodyContract() {
        Arrays.setAll(start, i -> i % 7);
    }

    private ViewRing<IntView> ring(int levels) {
        ViewRing<IntView> ring = own(ViewRing.of(levels, j -> IntView.of("r" + j, space(), N)));
        ring.level(0).assign(start);
        return ring;
    }

    private static NodeRef step(NodeRef after, ViewRing<IntView> ring) {
        IntView now = ring.level(0);
        IntView next = ring.level(1);
        return after.thenParallelFor("step", RangePolicy.of(N), i -> next.set(i, 3 * now.get(i) + 1))
                .thenAdvance("turn", ring);
    }

    /** Returns a graph of as many steps as the ring has levels. */
    private static Graph round(ViewRing<IntView> ring) {
        return steps(ring, ring.size());
    }

    private static Graph steps(ViewRing<IntView> ring, int count) {
        return Graph.define("steps", root -> {
            NodeRef last = root;
            for (int k = 0; k < count; k++) {
                last = step(last, ring);
            }
        });
    }

    /** Returns a loop with a counter of its own. */
    private Graph loop(Graph body, int iterations) {
        IntView count = counter();
        Graph counted = counted(body, count);
        return Graph.define(
                "loop",
                root -> root.thenFill("zero", count, 0)
                        .thenWhile("loop", () -> count.get() < iterations, counted, Math.max(1, iterations)));
    }

    private static Graph nested(Graph graph) {
        return Graph.define("nested", root -> root.thenGraph("inner", graph));
    }

    private static Graph yes(Graph body) {
        return Graph.define("yes", root -> root.thenIf("always", () -> true, body));
    }

    private IntView counter() {
        return ints("counter");
    }

    private static Graph counted(Graph body, IntView counter) {
        return Graph.define(
                "counted", root -> root.thenGraph("round", body).then("count", () -> counter.set(counter.get() + 1)));
    }

    private int[] expected(int steps) {
        int[] values = start.clone();
        for (int k = 0; k < steps; k++) {
            Arrays.setAll(values, i -> 3 * values[i] + 1);
        }
        return values;
    }

    /** Runs a graph and one step behind it, then the same on the next position. */
    private void expect(ViewRing<IntView> ring, Graph graph, int steps) {
        for (Merging merging : Merging.values()) {
            ring.level(0).assign(start);
            ExecutableGraph exec =
                    instantiate(Graph.define("whole", root -> step(root.thenGraph("body", graph), ring)), merging);
            int before = ring.position();
            exec.submit();
            assertThat(ring.level(0).toArray()).as("%s", merging).isEqualTo(expected(steps + 1));
            exec.submit();
            assertThat(ring.level(0).toArray()).as("%s", merging).isEqualTo(expected(2 * (steps + 1)));
            assertThat(ring.position()).isEqualTo((before + 2) % ring.size());
        }
    }

    @Test
    void a_branch_turns_a_ring_as_often_as_its_body_does() {
        for (int levels = 2; levels <= 3; levels++) {
            ViewRing<IntView> ring = ring(levels);
            expect(ring, yes(round(ring)), levels);
            Graph none = Graph.define("none", root -> root.then("nothing", () -> {}));
            expect(ring, Graph.define("no", root -> root.thenIf("never", () -> false, none, round(ring))), levels);
            expect(ring, Graph.define("no", root -> root.thenIf("never", () -> false, round(ring), none)), 0);
        }
    }

    @Test
    void a_loop_turns_a_ring_in_each_iteration() {
        for (int levels = 2; levels <= 3; levels++) {
            ViewRing<IntView> ring = ring(levels);
            IntView count = counter();
            Graph body = counted(round(ring), count);
            expect(
                    ring,
                    Graph.define(
                            "loop",
                            root -> root.thenFill("zero", count, 0).thenWhile("loop", () -> count.get() < 5, body, 9)),
                    5 * levels);
        }
    }

    @Test
    void a_loop_may_turn_a_ring_any_number_of_times_in_an_iteration() {
        IntView count = counter();
        IntView limit = ints("limit");
        for (int[] pair : new int[][] {{2, 1}, {2, 3}, {3, 1}, {3, 2}, {4, 2}, {4, 3}}) {
            ViewRing<IntView> ring = ring(pair[0]);
            Graph body = counted(steps(ring, pair[1]), count);
            ExecutableGraph exec = instantiate(root -> step(
                    root.thenFill("zero", count, 0).thenWhile("loop", () -> count.get() < limit.get(), body, 99),
                    ring));
            for (int iterations : new int[] {0, 1, 2, 3, 7, 50}) {
                Views.fill(limit, iterations);
                ring.level(0).assign(start);
                int before = ring.position();
                exec.submit();
                assertThat(ring.level(0).toArray())
                        .as("%d iterations of %d turns of %d levels", iterations, pair[1], pair[0])
                        .isEqualTo(expected(pair[1] * iterations + 1));
                assertThat(ring.position()).isEqualTo((before + 1) % ring.size());
            }
        }
    }

    @Test
    void a_branch_may_turn_a_ring_any_number_of_times() {
        ViewRing<IntView> ring = ring(3);
        expect(ring, yes(steps(ring, 1)), 1);
        expect(ring, yes(yes(steps(ring, 2))), 2);
        Graph two = Graph.define("two", root -> root.thenIf("no", () -> false, steps(ring, 1), steps(ring, 2)));
        expect(ring, two, 2);
        IntView which = ints("which");
        Graph choice = Graph.define(
                "choice",
                root -> root.thenSwitch("switch", () -> which.get(), steps(ring, 1), steps(ring, 2), steps(ring, 3)));
        for (int k = 0; k < 4; k++) {
            Views.fill(which, k);
            expect(ring, choice, (k + 1) % 4);
        }
    }

    @Test
    void loops_in_loops_and_branches_turn_a_ring_once() {
        ViewRing<IntView> ring = ring(2);
        ViewRing<IntView> three = ring(3);
        Graph inner = loop(steps(ring, 1), 3);
        expect(ring, yes(inner), 3);
        Graph beside = Graph.define("beside", root -> step(root.thenGraph("inner", inner), ring));
        expect(ring, loop(beside, 3), 12);
        expect(ring, yes(beside), 4);
        expect(three, loop(loop(loop(steps(three, 1), 2), 2), 2), 8);
        expect(three, loop(yes(loop(steps(three, 2), 1)), 5), 10);
    }

    /** Levels of all sizes of elements, also none, in a row of chunks whose last one is shorter. */
    @Test
    void levels_of_all_types_are_restored() {
        int n = 70_001;
        ViewRing<ByteView> bytes = own(ViewRing.of(3, j -> ByteView.of("b" + j, space(), n)));
        ViewRing<ShortView> shorts = own(ViewRing.of(2, j -> ShortView.of("s" + j, space(), n)));
        ViewRing<DoubleView> doubles = own(ViewRing.of(4, j -> DoubleView.of("d" + j, space(), 7, 11)));
        ViewRing<LongView> none = own(ViewRing.of(2, j -> LongView.of("n" + j, space(), 0)));
        for (int j = 0; j < 4; j++) {
            Views.fill(bytes.level(j % 3), (byte) (10 + j % 3));
            Views.fill(shorts.level(j % 2), (short) (20 + j % 2));
            Views.fill(doubles.level(j), 30 + j);
        }
        Graph turns = Graph.define("turns", root -> {
            root.thenAdvance("b", bytes);
            root.thenAdvance("s", shorts).thenAdvance("n", none);
            root.thenAdvance("d", doubles).thenAdvance("again", doubles);
        });
        instantiate(loop(turns, 5)).submit();
        for (int j = 0; j < 4; j++) {
            assertThat(bytes.level(j % 3).toArray()).containsOnly((byte) (10 + (j + 5) % 3));
            assertThat(shorts.level(j % 2).toArray()).containsOnly((short) (20 + (j + 5) % 2));
            assertThat(doubles.level(j).toArray()).containsOnly(30 + (j + 10) % 4);
        }
        assertThat(List.of(bytes.position(), shorts.position(), doubles.position()))
                .containsOnly(0);
    }

    @Test
    void a_loop_that_does_not_end_fails_and_the_next_run_works() {
        ViewRing<IntView> ring = ring(2);
        IntView limit = ints("limit");
        Views.fill(limit, 99);
        IntView count = counter();
        Graph body = counted(steps(ring, 1), count);
        ExecutableGraph exec = instantiate(
                root -> root.thenFill("zero", count, 0).thenWhile("loop", () -> count.get() < limit.get(), body, 5));
        exec.submit();
        assertThat(failure().code()).isEqualTo("R304");
        Views.fill(limit, 5);
        ring.level(0).assign(start);
        exec.submit();
        assertThat(ring.level(0).toArray()).isEqualTo(expected(5));
    }

    @Test
    void a_failure_in_an_iteration_ends_the_loop_and_the_next_run_works() {
        ViewRing<IntView> ring = ring(2);
        IntView at = intsOf("at", 0, 0, N, 0, 0);
        IntView count = counter();
        IntView now = ring.level(0);
        Graph body = Graph.define(
                "body",
                root -> step(root.then("look", () -> now.set(at.get(count.get()), now.get(0))), ring)
                        .then("count", () -> count.set(count.get() + 1)));
        ExecutableGraph exec =
                instantiate(root -> root.thenFill("zero", count, 0).thenWhile("loop", () -> count.get() < 5, body, 9));
        exec.submit();
        assertThat(failure().code()).isEqualTo("R301");
        at.assign(0, 0, 0, 0, 0);
        ring.level(0).assign(start);
        exec.submit();
        assertThat(ring.level(0).toArray()).isEqualTo(expected(5));
    }

    /** The number of indexes of a step is read in each iteration. */
    @Test
    void an_iteration_with_live_sizes_turns_a_ring() {
        ViewRing<IntView> ring = ring(2);
        IntView size = ints("size");
        IntView count = counter();
        IntView now = ring.level(0);
        IntView next = ring.level(1);
        Graph body = Graph.define(
                "body",
                root -> root.thenDeepCopy("all", next, now)
                        .thenParallelFor("some", RangePolicy.of(size, N), i -> next.set(i, 3 * now.get(i) + 1))
                        .thenAdvance("turn", ring)
                        .then("count", () -> {
                            count.set(count.get() + 1);
                            size.set(count.get() * 10);
                        }));
        instantiate(root -> root.thenFill("none", size, 0)
                        .thenFill("zero", count, 0)
                        .thenWhile("loop", () -> count.get() < 3, body, 9))
                .submit();
        int[] wanted = start.clone();
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < 10 * k; i++) {
                wanted[i] = 3 * wanted[i] + 1;
            }
        }
        assertThat(now.toArray()).isEqualTo(wanted);
    }

    /** Each iteration is a step into the other level, a norm of the change and one swap. */
    @Test
    void jacobi_until_converged_has_the_iterations_and_bits_of_plain_java() {
        int n = 40;
        double tolerance = 1e-3;
        ViewRing<DoubleView> u = own(ViewRing.of(2, j -> DoubleView.of("u" + j, space(), n, n)));
        DoubleView change = doubles("change");
        IntView iterations = ints("iterations");
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {n - 1, n - 1});
        Graph sweep = Graph.define(
                "sweep",
                root -> root.thenParallelFor(
                                "relax",
                                inside,
                                (i, j) -> next.set(
                                        i,
                                        j,
                                        0.25
                                                * (now.get(i - 1, j)
                                                        + now.get(i + 1, j)
                                                        + now.get(i, j - 1)
                                                        + now.get(i, j + 1))))
                        .thenParallelReduce(
                                "change", inside, Max.into(change, (i, j) -> Math.abs(next.get(i, j) - now.get(i, j))))
                        .thenAdvance("swap", u));
        ExecutableGraph exec = instantiate(root -> root.thenFill("far", change, 1)
                .thenWhile("until converged", () -> change.get() > tolerance, sweep, 10_000, iterations));
        double[] warm = new double[n * n];
        Arrays.fill(warm, 0, n, 1);
        for (int k = 0; k < 2; k++) {
            // The first row has an odd number of iterations and the second one goes on from there.
            double to = k + 1;
            double[] before = k == 0 ? warm : now.toArray();
            Arrays.fill(before, 0, n, to);
            now.assign(before);
            next.assign(before);
            double[] x = before.clone();
            double[] y = before.clone();
            int count = 0;
            for (double most = 1; most > tolerance; count++) {
                most = 0;
                for (int i = 1; i < n - 1; i++) {
                    for (int j = 1; j < n - 1; j++) {
                        int at = i * n + j;
                        y[at] = 0.25 * (x[at - n] + x[at + n] + x[at - 1] + x[at + 1]);
                        most = Math.max(most, Math.abs(y[at] - x[at]));
                    }
                }
                double[] old = x;
                x = y;
                y = old;
            }
            exec.submit();
            assertThat(iterations.toArray()).containsExactly(count);
            assertThat(now.toArray()).isEqualTo(x);
            assertThat(next.toArray()).isEqualTo(y);
            assertThat(u.position()).isZero();
        }
    }

    /** The turns are the last nodes of the body: nothing waits for them. */
    @Test
    void a_loop_turns_a_ring_behind_all_else_in_its_body() {
        ViewRing<IntView> ring = ring(2);
        ViewRing<IntView> other = ring(3);
        IntView count = counter();
        Graph body = Graph.define("body", root -> {
            NodeRef counted = root.then("count", () -> count.set(count.get() + 1));
            step(step(counted, ring), ring);
            step(step(step(counted, other), other), other);
        });
        expect(
                ring,
                Graph.define(
                        "loop",
                        root -> root.thenFill("zero", count, 0).thenWhile("loop", () -> count.get() < 4, body, 9)),
                8);
        assertThat(other.level(0).toArray()).isEqualTo(expected(2 * 2 * 4 * 3));
    }

    @Test
    void each_case_of_a_switch_turns_a_ring() {
        ViewRing<IntView> ring = ring(2);
        IntView which = ints("which");
        Graph round = round(ring);
        Graph twice = Graph.define("twice", root -> root.thenGraph("one", round).thenGraph("two", round));
        Graph choice = Graph.define("choice", root -> root.thenSwitch("switch", () -> which.get(), round, twice));
        for (int k = 0; k < 3; k++) {
            Views.fill(which, k);
            expect(ring, choice, 2 * (k + 1) % 6);
        }
    }

    @Test
    void nested_bodies_and_graphs_in_bodies_turn_a_ring() {
        ViewRing<IntView> ring = ring(2);
        IntView outer = counter();
        IntView inner = counter();
        Graph round = round(ring);
        expect(ring, yes(nested(round)), 2);
        expect(ring, yes(yes(round)), 2);
        Graph mixed = Graph.define("mixed", root -> step(step(root.thenIf("in", () -> true, round), ring), ring));
        expect(ring, yes(mixed), 4);
        Graph loop = Graph.define(
                "inner",
                root -> root.thenFill("zero", inner, 0)
                        .thenWhile("inner", () -> inner.get() < 3, counted(nested(round), inner), 9));
        expect(
                ring,
                Graph.define(
                        "outer",
                        root -> root.thenFill("zero", outer, 0)
                                .thenWhile("outer", () -> outer.get() < 2, counted(loop, outer), 9)),
                12);
    }

    @Test
    void several_rings_turn_in_one_body() {
        ViewRing<IntView> two = ring(2);
        ViewRing<IntView> three = ring(3);
        IntView count = counter();
        IntView sum = ints("sum");
        IntView a = two.level(0);
        IntView b = three.level(0);
        Graph body = Graph.define(
                "body",
                root -> Graph.whenAll(root.thenGraph("two", round(two)), root.thenGraph("three", round(three)))
                        .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> a.get(i) ^ b.get(i)))
                        .then("count", () -> count.set(count.get() + 1)));
        ExecutableGraph exec = instantiate(Graph.define(
                "loop", root -> root.thenFill("zero", count, 0).thenWhile("loop", () -> count.get() < 3, body, 9)));
        exec.submit();
        assertThat(two.level(0).toArray()).isEqualTo(expected(6));
        assertThat(three.level(0).toArray()).isEqualTo(expected(9));
        int[] ofTwo = expected(6);
        int[] ofThree = expected(9);
        int wanted = 0;
        for (int i = 0; i < N; i++) {
            wanted += ofTwo[i] ^ ofThree[i];
        }
        assertThat(sum.toArray()).containsExactly(wanted);
    }

    /** The node by itself cannot show it: its body leaves the ring in a wrong place for the nodes behind. */
    @Test
    void a_verification_sees_the_turns_of_a_branch() {
        ViewRing<IntView> ring = ring(2);
        Graph branch = Graph.define("branch", root -> step(root.thenIf("if", () -> true, round(ring)), ring));
        assertThat(branch.verify(space()).difference()).isEmpty();
        assertThat(ring.position()).isZero();
        assertThat(ring.level(0).toArray()).isEqualTo(start);
    }

    @Test
    void a_verification_sees_the_turns_of_a_loop() {
        ViewRing<IntView> ring = ring(2);
        IntView count = counter();
        Graph body = Graph.define(
                "body", root -> step(step(root.then("count", () -> count.set(count.get() + 1)), ring), ring));
        Graph loop = Graph.define("loop", root -> root.thenWhile("while", () -> count.get() < 3, body, 9));
        assertThat(loop.verify(space()).difference()).isEmpty();
        assertThat(ring.level(0).toArray()).isEqualTo(start);
    }

    @Test
    void a_verification_sees_one_turn_in_an_iteration() {
        ViewRing<IntView> ring = ring(3);
        Graph odd = Graph.define("odd", root -> step(root.thenGraph("loop", loop(steps(ring, 1), 5)), ring));
        assertThat(odd.verify(space()).difference()).isEmpty();
        Graph branch = Graph.define("branch", root -> step(root.thenIf("if", () -> true, steps(ring, 2)), ring));
        assertThat(branch.verify(space()).difference()).isEmpty();
        assertThat(ring.position()).isZero();
        assertThat(ring.level(0).toArray()).isEqualTo(start);
    }

    @Test
    void profiles_and_explanations_know_of_restored_rings() {
        ViewRing<IntView> ring = ring(2);
        ExecutableGraph exec = instantiate(loop(steps(ring, 1), 3));
        assertThat(exec.explain())
                .contains("elements move behind the last iteration of 'counted', which rotates the ring of 'r0' by 1 of"
                        + " its 2 levels\n")
                .contains("a ring of 2 levels, 'r0', and rotates it 0 times a run");
        exec.profile(3);
        assertThat(ring.level(0).toArray()).isEqualTo(expected(9));
        assertThat(instantiate(yes(steps(ring, 1))).explain())
                .contains(
                        "elements move behind a run of 'steps', which rotates the ring of 'r0' by 1 of its 2 levels\n");
    }

    /** A profile runs the same program with clocks; other views take the place of those in the body. */
    @Test
    void profiles_and_changed_executables_turn_a_ring_in_bodies() {
        ViewRing<IntView> ring = ring(2);
        IntView out = ints("out", N);
        IntView other = ints("other", N);
        IntView now = ring.level(0);
        Graph graph = Graph.define(
                "g", root -> root.thenIf("if", () -> true, steps(ring, 3)).thenDeepCopy("out", out, now));
        ExecutableGraph exec = instantiate(graph);
        exec.profile(3);
        assertThat(out.toArray()).isEqualTo(expected(9));
        exec.rebind(out, other);
        exec.submit();
        assertThat(other.toArray()).isEqualTo(expected(12));
        assertThat(out.toArray()).isEqualTo(expected(9));
        assertThat(exec.update(graph).isDone()).isTrue();
        exec.submit();
        assertThat(out.toArray()).isEqualTo(expected(15));
    }
}
