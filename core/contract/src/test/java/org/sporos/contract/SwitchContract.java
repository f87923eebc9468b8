package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.graph.Task;
import org.sporos.param.BooleanParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

abstract class SwitchContract extends Contract {
    private static final int N = 5000;

    @Test
    void a_disabled_node_is_skipped_and_its_successors_run() {
        BooleanParam on = BooleanParam.of("on", true);
        IntView x = ints("x", N);
        IntView y = ints("y", N);
        Task add = Task.parallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1))
                .enabledIf(on);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("before", RangePolicy.of(N), i -> y.set(i, y.get(i) + 1))
                        .then(add)
                        .thenParallelFor("after", RangePolicy.of(N), i -> y.set(i, y.get(i) + 10 * x.get(i))));
        boolean[] runs = {true, false, false, true, true, false};
        int sum = 0;
        int wanted = 0;
        for (boolean run : runs) {
            on.set(run);
            exec.submit();
            sum += run ? 1 : 0;
            wanted += 1 + 10 * sum;
        }
        on.set(true);
        space().fence();
        assertThat(x.toArray()).containsOnly(sum);
        assertThat(y.toArray()).containsOnly(wanted);
    }

    @Test
    void each_kind_of_task_has_a_switch() {
        BooleanParam on = BooleanParam.of("on", false);
        IntView x = ints("x", N);
        IntView filled = ints("filled", N);
        IntView copied = ints("copied", N);
        IntView scanned = ints("scanned", N);
        IntView nested = ints("nested", N);
        IntView one = ints("one");
        LongView sum = longs("sum");
        Graph inner =
                Graph.define("inner", root -> root.thenParallelFor("deep", RangePolicy.of(N), i -> nested.set(i, 5)));
        List<Task> tasks = List.of(
                Task.fill("fill", filled, 1),
                Task.deepCopy("copy", copied, x),
                Task.parallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> (long) x.get(i))),
                Task.parallelScan("scan", RangePolicy.of(N), i -> 1, (i, s) -> scanned.set(i, s), Scan.inclusiveInt()),
                Task.single("one", () -> one.set(3)),
                Task.graph("graph", inner));
        ExecutableGraph exec = instantiate(root -> {
            var first = root.thenFill("x", x, 7);
            tasks.forEach(task -> first.then(task.enabledIf(on)));
        });
        run(exec);
        for (IntView view : List.of(filled, copied, scanned, nested, one)) {
            assertThat(view.toArray()).containsOnly(0);
        }
        assertThat(sum.toArray()).containsExactly(0);
        on.set(true);
        exec.submit();
        on.set(false);
        run(exec);
        assertThat(filled.toArray()).containsOnly(1);
        assertThat(copied.toArray()).containsOnly(7);
        assertThat(scanned.toArray()[N - 1]).isEqualTo(N);
        assertThat(nested.toArray()).containsOnly(5);
        assertThat(one.toArray()).containsExactly(3);
        assertThat(sum.toArray()).containsExactly(7 * N);
    }

    @Test
    void a_host_node_sees_the_switch_of_its_run() {
        BooleanParam on = BooleanParam.of("on", true);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        int[] run = {0};
        ExecutableGraph exec = instantiate(root -> root.then(Task.host("note", Access.reads(), () -> seen.add(run[0]))
                        .enabledIf(on))
                .thenHost("next", Access.reads(), () -> run[0]++));
        for (int k = 0; k < 6; k++) {
            on.set(k % 3 == 0);
            exec.submit();
        }
        on.set(true);
        space().fence();
        assertThat(seen).containsExactly(0, 3);
    }

    @Test
    void a_switch_may_stand_in_loops_and_in_graphs_of_another_switch() {
        BooleanParam outer = BooleanParam.of("outer", true);
        BooleanParam inner = BooleanParam.of("inner", true);
        IntView left = ints("left");
        IntView x = ints("x", N);
        Task add = Task.parallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1))
                .enabledIf(inner);
        Graph pass = Graph.define("pass", root -> root.then(add).then("count", () -> left.set(left.get() - 1)));
        Graph loop = Graph.define(
                "loop", root -> root.then("begin", () -> left.set(3)).thenWhile("while", () -> left.get() > 0, pass));
        ExecutableGraph exec =
                instantiate(root -> root.then(Task.graph("all", loop).enabledIf(outer)));
        int wanted = 0;
        for (int k = 0; k < 4; k++) {
            outer.set(k % 2 == 0);
            inner.set(k < 2);
            exec.submit();
            wanted += k == 0 ? 3 : 0;
        }
        space().fence();
        assertThat(x.toArray()).containsOnly(wanted);
    }

    @Test
    void what_no_switch_can_skip_is_refused() {
        BooleanParam on = BooleanParam.of("on", true);
        Event event = Event.of("done");
        Task record = Task.recordEvent("mark", event);
        assertThatThrownBy(() -> record.enabledIf(on).label())
                .hasMessageStartingWith("G144: task 'mark' (SwitchContract.java:")
                .hasMessageEndingWith(") is an event node, which BooleanParam 'on' = true cannot enable\n"
                        + "      Enable kernels, copies, fills, host nodes, conditionals and graphs of these; submit"
                        + " another graph where other nodes are left out.");
        Task await = Task.waitEvent("wait", event);
        assertThatThrownBy(() -> await.enabledIf(on).label()).hasMessageStartingWith("G144: task 'wait'");
        Task capture = Task.capture("call", Capture.host(() -> {}));
        assertThatThrownBy(() -> capture.enabledIf(on).label())
                .hasMessageStartingWith("G144: task 'call'")
                .hasMessageContaining(" is a capture, which ");
        Graph allocating = Graph.define("allocating", root -> root.thenAllocate("room", IntView.spec(3)));
        Graph graph = Graph.define(
                "g", root -> root.then(Task.graph("inner", allocating).enabledIf(on)));
        assertThat(refusal(graph))
                .hasMessageStartingWith("G101: node 'room' (")
                .hasMessageContaining(
                        ") of graph 'allocating' is an allocation in the body of the conditional node" + " 'inner' (");
    }

    @Test
    void an_eager_call_has_a_switch_too() {
        BooleanParam on = BooleanParam.of("on", false);
        IntView x = ints("x", N);
        Task add = Task.parallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1))
                .enabledIf(on);
        for (int k = 0; k < 5; k++) {
            on.set(k > 2);
            space().submit(add);
        }
        space().fence();
        assertThat(x.toArray()).containsOnly(2);
    }
}
