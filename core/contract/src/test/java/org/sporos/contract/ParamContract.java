package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Task;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

abstract class ParamContract extends Contract {

    @Test
    void set_submit_set_submit_fence_gives_two_different_runs() {
        DoubleParam dt = DoubleParam.of("dt", 0);
        DoubleView x = doubles("x", 4);
        IntView run = ints("run");
        ExecutableGraph exec = instantiate(root ->
                root.then("store", () -> x.set(run.get(), dt.get())).then("next", () -> run.set(run.get() + 1)));
        exec.submit();
        dt.set(1);
        exec.submit();
        dt.set(2);
        exec.submit();
        dt.set(3);
        space().fence();
        assertThat(x.toArray()).containsExactly(0, 1, 2, 0);
    }

    @Test
    void a_run_that_waits_keeps_the_values_of_its_submit() {
        CountDownLatch gate = new CountDownLatch(1);
        IntParam p = IntParam.of("p", 0);
        IntView x = ints("x", 100);
        IntView run = ints("run");
        ExecutableGraph exec = instantiate(root -> root.thenHost("hold", Access.reads(), () -> Patience.await(gate))
                .thenParallelFor("store", RangePolicy.of(1), i -> x.set(run.get(), p.get()))
                .then("next", () -> run.set(run.get() + 1)));
        // Drivers of GPUs let so many launches with host nodes wait, and no more.
        int runs = isHost() ? 100 : 20;
        for (int i = 0; i < runs; i++) {
            p.set(i * i);
            exec.submit();
        }
        p.set(-1);
        gate.countDown();
        space().fence();
        for (int i = 0; i < runs; i++) {
            assertThat(x.toArray()[i]).isEqualTo(i * i);
        }
    }

    @Test
    void params_of_each_type_reach_kernels_with_all_bits() {
        DoubleParam d = DoubleParam.of("d", -0.0);
        FloatParam f = FloatParam.of("f", Float.MIN_VALUE);
        IntParam k = IntParam.of("k", Integer.MIN_VALUE);
        LongParam l = LongParam.of("l", Long.MIN_VALUE + 1);
        BooleanParam b = BooleanParam.of("b", true);
        DoubleView out = doubles("out", 5);
        ExecutableGraph exec = instantiate(root -> root.then("k", () -> {
            out.set(0, d.get());
            out.set(1, f.get());
            out.set(2, k.get());
            out.set(3, (double) (l.get() >> 8));
            out.set(4, b.get() ? 1 : 0);
        }));
        run(exec);
        assertThat(out.toArray())
                .containsExactly(-0.0, Float.MIN_VALUE, Integer.MIN_VALUE, (double) ((Long.MIN_VALUE + 1) >> 8), 1);
        d.set(Double.NaN);
        f.set(2.5f);
        k.set(7);
        l.set(512);
        b.set(false);
        run(exec);
        assertThat(out.toArray()).containsExactly(Double.NaN, 2.5, 7, 2, 0);
    }

    @Test
    void a_host_node_sees_the_value_of_its_submit() {
        CountDownLatch gate = new CountDownLatch(1);
        IntParam p = IntParam.of("p", 1);
        IntView x = ints("x");
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        ExecutableGraph exec = instantiate(root -> root.thenHost("hold", Access.reads(), () -> Patience.await(gate))
                .then("use", () -> x.set(p.get()))
                .thenHost("look", Access.reads(), () -> seen.add(p.get())));
        exec.submit();
        p.set(2);
        exec.submit();
        p.set(3);
        gate.countDown();
        space().fence();
        assertThat(seen).containsExactly(1, 2);
    }

    @Test
    void one_param_serves_several_graphs() {
        IntParam p = IntParam.of("p", 5);
        IntView x = ints("x");
        IntView y = ints("y");
        ExecutableGraph a = instantiate(Graph.define("a", root -> root.then("k", () -> x.set(p.get()))));
        ExecutableGraph b = instantiate(Graph.define("b", root -> root.then("k", () -> y.set(p.get()))));
        a.submit();
        p.set(6);
        run(b);
        assertThat(x.toArray()).containsExactly(5);
        assertThat(y.toArray()).containsExactly(6);
    }

    @Test
    void params_reach_kernels_of_nested_graphs() {
        DoubleParam p = DoubleParam.of("p", 2).within(0, 10);
        DoubleView x = doubles("x", 100);
        Graph inner = Graph.define(
                "inner", root -> root.thenParallelFor("k", RangePolicy.of(100), i -> x.set(i, x.get(i) + p.get())));
        ExecutableGraph exec = instantiate(root -> root.thenGraph("g", inner).thenIf("if", () -> p.get() > 2, inner));
        exec.submit();
        p.set(3);
        run(exec);
        assertThat(x.toArray()).containsOnly(8);
    }

    @Test
    void a_fill_takes_the_value_that_its_param_has_at_the_submit() {
        DoubleParam d = DoubleParam.of("d", -0.0);
        FloatParam f = FloatParam.of("f", 1);
        IntParam k = IntParam.of("k", 2);
        LongParam l = LongParam.of("l", 3);
        DoubleView point = doubles("point");
        DoubleView line = doubles("line", 1000);
        FloatView table = own(FloatView.of("table", space(), 3, 70));
        IntView box = ints("box", 2, 3, 40);
        LongView four = own(LongView.of("four", space(), 2, 3, 4, 5));
        DoubleView pairs = doubles("pairs", 500, 2);
        DoubleView every = pairs.subview(Slice.all(), Slice.at(1));
        Graph fills = Graph.define("fills", root -> {
            root.thenFill("point", point, d);
            root.thenFill("line", line, d);
            root.thenFill("pairs", pairs, d).thenFill("every", every, DoubleParam.of("nan", Double.NaN));
            root.thenFill("table", table, f);
            root.then(Task.fill("box", box, k));
            root.thenFill("four", four, l).thenFill("nothing", doubles("nothing", 0), d);
        });
        ExecutableGraph exec = instantiate(fills);
        exec.submit();
        d.set(0.1);
        f.set(Float.MIN_VALUE);
        k.set(Integer.MIN_VALUE);
        l.set(Long.MAX_VALUE - 1);
        exec.submit();
        d.set(7);
        space().fence();
        assertThat(point.toArray()).containsExactly(0.1);
        assertThat(line.toArray()).containsOnly(0.1);
        double[] wanted = new double[1000];
        Arrays.setAll(wanted, i -> i % 2 == 1 ? Double.NaN : 0.1);
        assertThat(pairs.toArray()).isEqualTo(wanted);
        assertThat(table.toArray()).hasSize(210).containsOnly(Float.MIN_VALUE);
        assertThat(box.toArray()).hasSize(240).containsOnly(Integer.MIN_VALUE);
        assertThat(four.toArray()).hasSize(120).containsOnly(Long.MAX_VALUE - 1);
    }

    @Test
    void an_eager_fill_takes_the_value_that_its_param_has_now() {
        IntParam k = IntParam.of("k", 2);
        IntView x = ints("x", 100);
        IntView y = ints("y", 100);
        space().fill("x", x, k);
        k.set(3);
        space().fill("y", y, k);
        space().fence();
        assertThat(x.toArray()).containsOnly(2);
        assertThat(y.toArray()).containsOnly(3);
        Graph recorded = Graph.record("recorded", () -> space().fill("x", x, k));
        ExecutableGraph exec = instantiate(recorded);
        k.set(4);
        run(exec);
        assertThat(x.toArray()).containsOnly(4);
    }

    @Test
    void conditions_and_fills_see_the_same_values_of_a_run() {
        IntParam k = IntParam.of("k", 0);
        IntView x = ints("x", 10);
        IntView run = ints("run");
        Graph fill = Graph.define("fill", root -> root.thenFill("fill", x.subview(Slice.range(0, 5)), k));
        Graph other = Graph.define("other", root -> root.thenFill("other", x.subview(Slice.range(5, 10)), k));
        Graph twice = Graph.define("twice", root -> root.then("count", () -> run.set(run.get() + 1)));
        ExecutableGraph exec = instantiate(root -> root.thenIf("if", () -> k.get() > 0, fill, other)
                .thenFill("none", run, 0)
                .thenWhile("while", () -> run.get() < k.get(), twice));
        k.set(3);
        exec.submit();
        k.set(-2);
        exec.submit();
        k.set(0);
        space().fence();
        assertThat(x.toArray()).containsExactly(3, 3, 3, 3, 3, -2, -2, -2, -2, -2);
        assertThat(run.toArray()).containsExactly(0);
        k.set(4);
        run(exec);
        assertThat(run.toArray()).containsExactly(4);
    }
}
