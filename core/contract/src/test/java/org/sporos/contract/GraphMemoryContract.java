package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.GraphMemoryStatistics;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

abstract class GraphMemoryContract extends Contract {

    @Test
    void memory_inside_of_a_graph_begins_with_zeros_in_each_run() {
        IntView out = ints("out", 1000);
        ExecutableGraph exec = instantiate(root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(1000));
            IntView t = temp.view();
            temp.thenParallelFor("use", RangePolicy.of(1000), i -> t.set(i, t.get(i) + i))
                    .thenDeepCopy("copy", out, t)
                    .thenFree("free", t);
        });
        int[] expected = new int[1000];
        Arrays.setAll(expected, i -> i);
        for (int run = 0; run < 5; run++) {
            run(exec);
            assertThat(out.toArray()).isEqualTo(expected);
        }
    }

    @Test
    void what_graphs_keep_for_their_memory_can_be_given_back_and_is_asked_for_again() {
        int n = 1 << 20;
        IntView out = ints("out", n);
        ExecutableGraph exec = instantiate(root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(n));
            IntView t = temp.view();
            temp.thenParallelFor("use", RangePolicy.of(n), i -> t.set(i, t.get(i) + i))
                    .thenDeepCopy("copy", out, t)
                    .thenFree("free", t);
        });
        for (int run = 0; run < 2; run++) {
            run(exec);
            assertThat(out.toArray()[n - 1]).isEqualTo(n - 1);
            GraphMemoryStatistics before = space().graphMemory();
            assertThat(before.bytesInUse()).isBetween(0L, before.bytesReserved());
            long given = space().trimGraphMemory();
            assertThat(given)
                    .isEqualTo(before.bytesReserved() - space().graphMemory().bytesReserved());
        }
    }

    @Test
    void memory_that_is_never_freed_ends_with_the_run() {
        DoubleView out = doubles("out");
        ExecutableGraph exec = instantiate(root -> {
            AllocateNodeRef<DoubleView> temp = root.thenAllocate("temp", DoubleView.spec());
            DoubleView t = temp.view();
            temp.then("use", () -> t.set(t.get() + 1)).then("out", () -> out.set(t.get()));
        });
        submit(exec, 100);
        space().fence();
        assertThat(out.toArray()).containsExactly(1);
    }

    @Test
    void several_allocations_and_sub_views_are_apart() {
        IntView out = ints("out", 6);
        run(root -> {
            AllocateNodeRef<IntView> first = root.thenAllocate("first", IntView.spec(4, 6));
            AllocateNodeRef<IntView> second = root.thenAllocate("second", IntView.spec(6));
            IntView a = first.view();
            IntView b = second.view();
            IntView row = a.subview(Slice.at(2), Slice.all());
            NodeRef fill = first.thenParallelFor("a", MDRangePolicy.of(4, 6), (i, j) -> a.set(i, j, 10 * i + j));
            NodeRef other = second.thenFill("b", b, 1000);
            Graph.whenAll(fill, other)
                    .thenParallelFor("sum", RangePolicy.of(6), i -> out.set(i, row.get(i) + b.get(i)))
                    .thenFree("free a", a)
                    .thenFree("free b", b);
        });
        assertThat(out.toArray()).containsExactly(1020, 1021, 1022, 1023, 1024, 1025);
    }

    private Graph counter(IntView out, int n) {
        return Graph.define("inner", root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(n));
            IntView t = temp.view();
            NodeRef last = temp;
            for (int step = 0; step < 5; step++) {
                last = last.thenParallelFor("add", RangePolicy.of(n), i -> t.set(i, t.get(i) + 1));
            }
            last.thenParallelFor("out", RangePolicy.of(n), i -> out.atomicAdd(t.get(i)))
                    .thenFree("free", t);
        });
    }

    @Test
    void memory_of_a_nested_graph_begins_anew_as_often_as_it_is_nested() {
        IntView out = ints("out");
        Graph inner = counter(out, 100);
        run(root -> root.thenGraph("one", inner).thenGraph("two", inner).thenGraph("three", inner));
        assertThat(out.toArray()).containsExactly(1500);
    }

    /** Both have the same view. A backend may give each memory of its own; what it must not do is mix them up. */
    @Test
    void a_graph_with_memory_that_is_nested_twice_side_by_side_is_refused_or_right() {
        IntView out = ints("out");
        Graph inner = counter(out, 20_000);
        Graph graph = Graph.define("g", root -> {
            root.thenGraph("left", inner);
            root.thenGraph("right", inner);
        });
        ExecutableGraph exec;
        try {
            exec = instantiate(graph);
        } catch (GraphException refused) {
            assertThat(refused).hasMessageContaining("'temp'");
            return;
        }
        submit(exec, 30);
        space().fence();
        assertThat(out.toArray()).containsExactly(30 * 2 * 5 * 20_000);
    }

    @Test
    void two_executables_of_one_graph_have_memory_of_their_own() {
        IntView out = ints("out");
        Graph graph = Graph.define("g", root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(64));
            IntView t = temp.view();
            temp.thenParallelFor("fill", RangePolicy.of(64), i -> t.set(i, t.get(i) + 1))
                    .thenParallelFor("sum", RangePolicy.of(64), i -> out.atomicAdd(t.get(i)));
        });
        ExecutableGraph a = instantiate(graph);
        ExecutableGraph b = instantiate(graph);
        for (int run = 0; run < 50; run++) {
            a.submit(run % 2 == 0 ? space().defaultStream() : stream("a"));
            b.submit(stream("b"));
        }
        space().fence();
        assertThat(out.toArray()).containsExactly(100 * 64);
    }

    @Test
    void memory_inside_of_a_graph_cannot_be_touched_outside() {
        IntView[] escaped = new IntView[1];
        run(root -> {
            AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(3));
            escaped[0] = temp.view();
            IntView t = temp.view();
            temp.thenFill("fill", t, 1);
        });
        assertThatThrownBy(() -> escaped[0].get(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S209: view 'temp' that a graph allocates exists only between its allocate and free nodes"
                        + " while the graph runs; copy it to a view of your own inside of the graph");
        assertThatThrownBy(() -> escaped[0].toArray()).hasMessageStartingWith("S209: view 'temp'");
    }
}
