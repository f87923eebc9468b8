package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.contract.EagerContract.withoutLines;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.RecordView;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** Rings whose levels are views of records: the components of a level turn together. */
abstract class RecordRingContract extends Contract {
    private static final int N = 1000;

    private record Cell(double heat, int age, byte kind) {
        static Cell of(int i) {
            return new Cell(i * 0.5, i, (byte) (i % 5));
        }

        Cell next(Cell left) {
            return new Cell((heat + left.heat) / 2, age + 1, (byte) (kind + left.kind));
        }
    }

    private record Pair(double re, double im) {}

    private RecordView<Cell> cells(String label) {
        return RecordView.of(label, space(), Cell.class, N);
    }

    private ViewRing<RecordView<Cell>> ring(int levels) {
        ViewRing<RecordView<Cell>> ring = own(ViewRing.ofRecords(levels, j -> cells("c" + j)));
        ring.level(0).assign(start());
        return ring;
    }

    private static Cell[] start() {
        Cell[] all = new Cell[N];
        Arrays.setAll(all, Cell::of);
        return all;
    }

    private static Cell[] expected(int steps) {
        Cell[] now = start();
        for (int k = 0; k < steps; k++) {
            Cell[] before = now;
            now = new Cell[N];
            Arrays.setAll(now, i -> before[i].next(before[(i + N - 1) % N]));
        }
        return now;
    }

    private static Graph step(ViewRing<RecordView<Cell>> ring) {
        RecordView<Cell> now = ring.level(0);
        RecordView<Cell> next = ring.level(1);
        return Graph.define(
                "step",
                root -> root.thenParallelFor(
                                "step",
                                RangePolicy.of(N),
                                i -> next.set(i, now.get(i).next(now.get((i + N - 1) % N))))
                        .thenAdvance("turn", ring));
    }

    @Test
    void each_run_has_the_records_of_the_one_before() {
        for (int levels = 2; levels <= 3; levels++) {
            ViewRing<RecordView<Cell>> ring = ring(levels);
            ExecutableGraph exec = instantiate(step(ring));
            for (int run = 1; run <= 5; run++) {
                exec.submit();
                assertThat(ring.level(0).toArray()).isEqualTo(expected(run));
                assertThat(ring.level(levels - 1).toArray()).isEqualTo(expected(run - 1));
                assertThat(ring.position()).isEqualTo(run % levels);
            }
        }
    }

    @Test
    void components_of_levels_turn_with_them() {
        ViewRing<RecordView<Cell>> ring = ring(2);
        IntView age = ring.level(0).component("age", IntView.class);
        IntView other = ring.level(1).component("age", IntView.class);
        IntView sum = ints("sum");
        ring.level(1).assign(expected(1));
        assertThat(age.label()).isEqualTo("c0.level(0).age");
        assertThat(ring.level(1).label()).isEqualTo("c0.level(1)");
        ExecutableGraph exec = instantiate(Graph.define(
                "ages",
                root -> root.thenFill("zero", other, 0)
                        .thenAdvance("turn", ring)
                        .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> age.get(i) + other.get(i)))));
        exec.submit();
        assertThat(sum.toArray()).containsExactly(N * (N - 1) / 2);
        assertThat(age.toArray()).containsOnly(0);
        ring.advance();
        assertThat(other.toArray()).containsOnly(0);
        assertThat(ring.level(1).toArray()[7]).isEqualTo(new Cell(expected(1)[7].heat, 0, expected(1)[7].kind));
    }

    @Test
    void a_loop_with_one_turn_in_an_iteration_restores_all_components() {
        ViewRing<RecordView<Cell>> ring = ring(2);
        IntView count = ints("count");
        Graph body = Graph.define(
                "body", root -> root.thenGraph("step", step(ring)).then("count", () -> count.set(count.get() + 1)));
        Graph loop = Graph.define(
                "loop", root -> root.thenFill("zero", count, 0).thenWhile("loop", () -> count.get() < 5, body, 9));
        instantiate(loop).submit();
        assertThat(ring.level(0).toArray()).isEqualTo(expected(5));
        assertThat(ring.level(1).toArray()).isEqualTo(expected(4));
        assertThat(loop.verify(space()).difference()).isEmpty();
        assertThat(ring.level(0).toArray()).isEqualTo(expected(5));
    }

    /** All components lie in one memory, which turns as a whole. */
    @Test
    void interleaved_records_turn() {
        ViewRing<RecordView<Pair>> ring =
                own(ViewRing.ofRecords(3, j -> RecordView.interleaved("z" + j, space(), Pair.class, N)));
        RecordView<Pair> now = ring.level(0);
        RecordView<Pair> next = ring.level(1);
        DoubleView elements = next.elements(DoubleView.class);
        RecordView.fill(now, new Pair(1, 2));
        Graph step = Graph.define(
                "step",
                root -> root.thenParallelFor(
                                "rotate", RangePolicy.of(N), i -> next.set(i, new Pair(-now.get(i).im, now.get(i).re)))
                        .thenParallelFor("add", RangePolicy.of(N), i -> elements.set(i, 0, elements.get(i, 0) + 1))
                        .thenAdvance("turn", ring));
        Graph loop =
                Graph.define("loop", root -> root.thenIf("if", () -> true, step).thenGraph("step", step));
        ExecutableGraph exec = instantiate(loop);
        Pair wanted = new Pair(1, 2);
        for (int run = 0; run < 3; run++) {
            for (int k = 0; k < 2; k++) {
                wanted = new Pair(1 - wanted.im, wanted.re);
            }
            exec.submit();
            assertThat(now.toArray()).containsOnly(wanted);
        }
        assertThat(ring.position()).isZero();
        assertThat(loop.verify(space()).difference()).isEmpty();
    }

    private String unfit(IntFunction<RecordView<Cell>> view) {
        return messageOf(() -> ViewRing.ofRecords(2, view).close());
    }

    @Test
    void the_views_of_a_ring_are_alike_and_its_own() {
        String cure = "; make each level anew, by the same call of of(...)";
        assertThat(unfit(j -> RecordView.of("c" + j, space(), Cell.class, N + j)))
                .isEqualTo("S245: view 'c1' cannot be level 1 of the ring of 'c0': it has extents [1001] RIGHT, not"
                        + " [1000] RIGHT" + cure);
        RecordView<Cell> one = own(cells("one"));
        assertThat(unfit(j -> one))
                .isEqualTo("S245: view 'one' cannot be level 1 of the ring of 'one': it shows memory that another level"
                        + " has" + cure);
        RecordView<Cell> level = ring(2).level(0);
        assertThat(unfit(j -> level))
                .contains("cannot be level 0 of the ring of 'c0.level(0)': it is a level of a ring");
        assertThat(messageOf(() -> ViewRing.ofRecords(
                                2,
                                j -> j == 0
                                        ? RecordView.of("z0", space(), Pair.class, N)
                                        : RecordView.interleaved("z1", space(), Pair.class, N))
                        .close()))
                .isEqualTo("S245: view 'z1' cannot be level 1 of the ring of 'z0': it is interleaved" + cure);
        assertThat(messageOf(() -> ViewRing.ofRecords(1, j -> one)))
                .isEqualTo("S245: a ring has 1 levels; give it 2 or more, or use a view");
    }

    @Test
    @SuppressWarnings("unchecked") // What the compiler refuses without a cast.
    void the_records_of_a_ring_have_one_class() {
        assertThat(messageOf(() -> ViewRing.ofRecords(2, j -> (RecordView<Record>) (RecordView<?>)
                                (j == 0
                                        ? RecordView.of("a", space(), Pair.class, N)
                                        : RecordView.of("b", space(), Cell.class, N)))
                        .close()))
                .isEqualTo("S245: view 'b' cannot be level 1 of the ring of 'a': it has records of Cell, not Pair; make"
                        + " each level anew, by the same call of of(...)");
    }

    @Test
    void the_memory_of_a_component_is_used_by_levels_alone() {
        RecordView<Cell> first = cells("c0");
        ViewRing<RecordView<Cell>> ring = own(ViewRing.ofRecords(2, j -> j == 0 ? first : cells("c1")));
        IntView level = ring.level(0).component("age", IntView.class);
        IntView own = first.component("age", IntView.class);
        Graph graph =
                Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> level.set(i, own.get(i))));
        assertThat(withoutLines(refusal(graph)))
                .startsWith("G115: node 'k' (LINE) of graph 'g' uses view 'c0.age', whose memory is that of a level of"
                        + " the ring of 'c0'");
    }

    /** What a kernel captures has the ring in a field, whose views it does not use. */
    @Test
    void a_kernel_may_capture_what_has_a_ring() {
        Holder holder = new Holder(own(ViewRing.ofRecords(2, j -> cells("c" + j))), ints("sum"));
        RecordView<Cell> now = holder.ring.level(0);
        IntView age = now.component("age", IntView.class);
        Views.fill(age, 3);
        instantiate(holder.graph(age)).submit();
        assertThat(holder.sum.toArray()).containsExactly(3 * N);
    }

    private record Holder(ViewRing<RecordView<Cell>> ring, IntView sum) {
        Graph graph(IntView age) {
            return Graph.define(
                    "g",
                    root -> root.then("clear", () -> sum.set(0))
                            .thenParallelFor("add", RangePolicy.of(N), i -> sum.atomicAdd(age.get(i))));
        }
    }

    @Test
    void a_closed_ring_has_closed_levels() {
        ViewRing<RecordView<Cell>> ring = ViewRing.ofRecords(2, j -> cells("c" + j));
        ring.close();
        assertThat(ring.level(0).isClosed()).isTrue();
        assertThatThrownBy(ring::advance).isInstanceOf(IllegalStateException.class);
    }
}
