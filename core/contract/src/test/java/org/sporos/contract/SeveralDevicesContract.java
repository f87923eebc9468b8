package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** Several devices of a kind in one process. */
public abstract class SeveralDevicesContract {
    private static final int N = 1000;
    private static final int MANY = 1 << 20;

    private final String kind;
    private List<ExecutionSpace> all = List.of();

    /** @param kind the kind of the spaces, such as {@code cuda} */
    protected SeveralDevicesContract(String kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        Spaces.shared(kind);
        all = ExecutionSpaces.all(kind);
        assumeTrue(all.size() > 1, "there is one device");
    }

    @AfterEach
    void close() {
        for (ExecutionSpace space : all) {
            space.fence();
            assertThat(space.memorySpace().statistics().liveAllocations())
                    .as("live allocations of %s", space)
                    .isZero();
            space.close();
        }
    }

    @Test
    void a_space_is_opened_on_each_device() {
        assertThat(all)
                .extracting(ExecutionSpace::name)
                .startsWith(kind + ":0", kind + ":1")
                .doesNotHaveDuplicates();
    }

    @Test
    void the_number_of_a_device_is_no_kind() {
        assertThatThrownBy(() -> ExecutionSpaces.all(kind + ":1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S210: '" + kind + ":1' names one device; give the kind alone, or call open");
        assertThatThrownBy(() -> ExecutionSpaces.all("vulkan")).hasMessageContaining("S211");
    }

    @Test
    void devices_work_at_the_same_time_and_give_the_same_bits() {
        List<DoubleView> views = new ArrayList<>();
        List<ExecutableGraph> steps = new ArrayList<>();
        for (ExecutionSpace space : all) {
            DoubleView x = DoubleView.of("x", space, MANY);
            DoubleView sum = DoubleView.of("sum", space);
            views.addAll(List.of(x, sum));
            steps.add(Graph.define(
                            "step",
                            root -> root.thenParallelFor(
                                            "x", RangePolicy.of(MANY), i -> x.set(i, 0.5 * x.get(i) + Math.sqrt(i)))
                                    .thenParallelReduce("sum", RangePolicy.of(MANY), Sum.into(sum, i -> x.get(i))))
                    .instantiate(space));
        }
        for (int run = 0; run < 50; run++) {
            steps.forEach(ExecutableGraph::submit);
        }
        for (int view = 0; view < views.size(); view++) {
            assertThat(views.get(view).toArray()).isEqualTo(views.get(view % 2).toArray());
        }
        assertThat(views.get(1).toArray()[0]).isPositive();
        steps.forEach(ExecutableGraph::close);
        views.forEach(DoubleView::close);
    }

    @Test
    void an_eager_copy_from_device_to_device_comes_after_the_run_that_writes_its_source() {
        try (DoubleView a = DoubleView.of("a", all.get(0), N);
                DoubleView b = DoubleView.of("b", all.get(1), N);
                DoubleView rows = DoubleView.of("rows", all.get(1), 4, N)) {
            for (int run = 1; run < 20; run++) {
                int value = run;
                all.get(0).parallelFor("set", RangePolicy.of(N), i -> a.set(i, value * i));
                Views.deepCopy(b, a);
                assertThat(b.toArray()[N - 1]).isEqualTo(value * (N - 1));
            }
            Views.deepCopy(rows.subview(Slice.at(2), Slice.all()), a);
            assertThat(rows.toArray()[2 * N + 3]).isEqualTo(57);
        }
    }

    @Test
    void a_copy_node_of_either_device_goes_to_the_other() {
        try (DoubleView a = DoubleView.of("a", all.get(0), N);
                DoubleView b = DoubleView.of("b", all.get(1), N)) {
            for (int owner = 0; owner < 2; owner++) {
                DoubleView from = owner == 0 ? a : b;
                DoubleView to = owner == 0 ? b : a;
                Graph send = Graph.define(
                        "send",
                        root -> root.thenParallelFor("set", RangePolicy.of(N), i -> from.set(i, from.get(i) + i))
                                .thenDeepCopy("send", to, from));
                Graph fetch = Graph.define(
                        "fetch",
                        root -> root.thenDeepCopy("fetch", from, to)
                                .thenParallelFor("add", RangePolicy.of(N), i -> from.set(i, from.get(i) + 1)));
                try (ExecutableGraph sending = send.instantiate(all.get(owner));
                        ExecutableGraph fetching = fetch.instantiate(all.get(owner))) {
                    double first = from.toArray()[7];
                    sending.submit();
                    assertThat(to.toArray()[7]).as("an eager read waits").isEqualTo(first + 7);
                    sending.submit();
                    fetching.submit();
                    all.get(owner).fence();
                    assertThat(to.toArray()[7]).isEqualTo(first + 14);
                    assertThat(from.toArray()[7]).isEqualTo(first + 15);
                }
            }
        }
    }

    @Test
    void columns_blocks_and_memory_of_a_graph_are_copied_to_the_other_device() {
        try (DoubleView a = DoubleView.of("a", all.get(0), 20, 30);
                DoubleView b = DoubleView.of("b", all.get(1), 20, 30);
                DoubleView kept = DoubleView.of("kept", all.get(1), N)) {
            Graph graph = Graph.define("parts", root -> {
                NodeRef set = root.thenFill("set", a, 3);
                set.thenDeepCopy("column", b.subview(Slice.all(), Slice.at(5)), a.subview(Slice.all(), Slice.at(2)))
                        .thenDeepCopy(
                                "block",
                                b.subview(Slice.range(3, 9), Slice.range(10, 14)),
                                a.subview(Slice.range(0, 6), Slice.range(0, 4)));
                var scratch = root.thenAllocate("scratch", DoubleView.spec(N));
                DoubleView inside = scratch.view();
                scratch.thenParallelFor("scratch", RangePolicy.of(N), i -> inside.set(i, 2 * i))
                        .thenDeepCopy("keep", kept, inside);
            });
            try (ExecutableGraph exec = graph.instantiate(all.get(0))) {
                exec.submit();
                exec.submit();
                all.get(0).fence();
            }
            double[] found = b.toArray();
            double sum = 0;
            for (double one : found) {
                sum += one;
            }
            assertThat(sum).isEqualTo(3 * (20 + 24));
            assertThat(found[19 * 30 + 5]).isEqualTo(3);
            assertThat(found[8 * 30 + 13]).isEqualTo(3);
            assertThat(kept.toArray()[N - 1]).isEqualTo(2 * (N - 1));
        }
    }

    @Test
    void a_level_of_a_ring_is_copied_to_the_other_device() {
        ExecutionSpace space = all.get(0);
        try (ViewRing<IntView> ring = ViewRing.of(2, j -> IntView.of("r" + j, space, N));
                IntView there = IntView.of("there", all.get(1), N)) {
            IntView now = ring.level(0);
            IntView next = ring.level(1);
            Graph graph = Graph.define(
                    "step",
                    root -> root.thenParallelFor("next", RangePolicy.of(N), i -> next.set(i, now.get(i) + 1))
                            .thenDeepCopy("send", there, next)
                            .thenAdvance("turn", ring));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 1; run < 6; run++) {
                    exec.submit();
                    assertThat(there.toArray()[3]).isEqualTo(run);
                }
            }
        }
    }

    @Test
    void a_stream_waits_for_an_event_of_another_device() {
        Event written = Event.of("written");
        Event read = Event.of("read");
        ExecutionSpace one = all.get(0);
        ExecutionSpace two = all.get(1);
        try (DoubleView a = DoubleView.of("a", one, MANY);
                DoubleView b = DoubleView.of("b", two, MANY);
                DoubleView wrong = DoubleView.of("wrong", two)) {
            Graph write = Graph.define(
                    "write",
                    root -> root.thenParallelFor(
                                    "set", RangePolicy.of(MANY), i -> a.set(i, Math.sin(a.get(i)) * 0 + a.get(i) + 1))
                            .thenDeepCopy("send", b, a));
            Graph check = Graph.define(
                    "check",
                    root -> root.thenParallelFor("check", RangePolicy.of(MANY), i -> {
                        if (b.get(i) != b.get(0)) {
                            wrong.set(1);
                        }
                    }));
            try (ExecutableGraph writing = write.instantiate(one);
                    ExecutableGraph checking = check.instantiate(two)) {
                for (int run = 0; run < 30; run++) {
                    one.defaultStream().await(read);
                    writing.submit();
                    one.defaultStream().record(written);
                    two.defaultStream().await(written);
                    checking.submit();
                    two.defaultStream().record(read);
                }
                one.fence();
                two.fence();
                assertThat(b.toArray()[MANY - 1]).isEqualTo(30);
                assertThat(wrong.toArray()).containsExactly(0);
            }
        }
    }

    @Test
    void nodes_of_graphs_record_and_await_events_of_another_device() {
        Event written = Event.of("written");
        ExecutionSpace one = all.get(0);
        ExecutionSpace two = all.get(1);
        try (DoubleView a = DoubleView.of("a", one, MANY);
                DoubleView b = DoubleView.of("b", two, MANY)) {
            Graph write = Graph.define(
                    "write",
                    root -> root.thenParallelFor("set", RangePolicy.of(MANY), i -> a.set(i, a.get(i) + 1))
                            .thenRecordEvent("written", written));
            Graph fetch = Graph.define(
                    "fetch", root -> root.thenWaitEvent("written", written).thenDeepCopy("fetch", b, a));
            try (ExecutableGraph writing = write.instantiate(one);
                    ExecutableGraph fetching = fetch.instantiate(two)) {
                for (int run = 1; run < 30; run++) {
                    writing.submit();
                    fetching.submit();
                    two.fence();
                    double[] found = b.toArray();
                    assertThat(found[0]).isEqualTo(run);
                    assertThat(found[MANY - 1]).isEqualTo(run);
                }
            }
        }
    }

    @Test
    void an_event_of_a_closed_device_is_no_wait() {
        Event event = Event.of("event");
        try (ExecutionSpace other = ExecutionSpaces.open(kind + ":1")) {
            other.defaultStream().record(event);
        }
        all.get(0).defaultStream().await(event);
        all.get(0).fence();
    }

    @Test
    void a_kernel_with_a_view_of_another_device_is_refused() {
        try (DoubleView b = DoubleView.of("b", all.get(1), N)) {
            Graph kernel =
                    Graph.define("kernel", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> b.set(i, i)));
            assertThatThrownBy(() -> kernel.instantiate(all.get(0)))
                    .hasMessageContaining("S201")
                    .hasMessageContaining("lives in " + kind + ":1 and cannot be reached from " + kind + ":0")
                    .hasMessageContaining("copy it there with deepCopy");
            Graph fill = Graph.define("fill", root -> root.thenFill("f", b, 1));
            assertThatThrownBy(() -> fill.instantiate(all.get(0))).hasMessageContaining("S201");
        }
    }

    @Test
    void a_copy_between_devices_in_a_body_is_refused() {
        try (DoubleView b = DoubleView.of("b", all.get(1), N);
                DoubleView a = DoubleView.of("a", all.get(0), N);
                IntView go = IntView.of("go", all.get(0))) {
            Graph body = Graph.define("body", root -> root.thenDeepCopy("send", b, a));
            Graph graph = Graph.define("step", root -> root.thenIf("if", () -> go.get() > 0, body));
            assertThatThrownBy(() -> graph.instantiate(all.get(0)))
                    .hasMessageContaining("G101")
                    .hasMessageContaining("a copy between memories in the body of the conditional");
        }
    }
}
