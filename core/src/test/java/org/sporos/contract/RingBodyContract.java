package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
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
        return Graph.define("round", root -> {
            NodeRef last = root;
            for (int k = 0; k < ring.size(); k++) {
                last = step(last, ring);
            }
        });
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

    /** A profile runs the same program with clocks; other views take the place of those in the body. */
    @Test
    void profiles_and_changed_executables_turn_a_ring_in_bodies() {
        ViewRing<IntView> ring = ring(2);
        IntView out = ints("out", N);
        IntView other = ints("other", N);
        IntView now = ring.level(0);
        Graph graph = Graph.define(
                "g", root -> root.thenIf("if", () -> true, round(ring)).thenDeepCopy("out", out, now));
        ExecutableGraph exec = instantiate(graph);
        exec.profile(3);
        assertThat(out.toArray()).isEqualTo(expected(6));
        exec.rebind(out, other);
        exec.submit();
        assertThat(other.toArray()).isEqualTo(expected(8));
        assertThat(out.toArray()).isEqualTo(expected(6));
        assertThat(exec.update(graph).isDone()).isTrue();
        exec.submit();
        assertThat(out.toArray()).isEqualTo(expected(10));
    }
}
