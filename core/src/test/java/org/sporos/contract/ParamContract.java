package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

abstract class ParamContract extends Contract {

    @Test
    void set_submit_set_submit_fence_gives_two_different_runs() {
        DoubleParam dt = DoubleParam.of("dt", 0);
        DoubleView x = doubles("x", 4);
        IntView run = ints("run");
        ExecutableGraph exec = instantiate(Graph.define(
                "g",
                root -> root.then("store", () -> x.set(run.get(), dt.get()))
                        .then("next", () -> run.set(run.get() + 1))));
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
        ExecutableGraph exec = instantiate(Graph.define(
                "g",
                root -> root.thenHost("hold", Access.reads(), () -> HostNodeContract.await(gate))
                        .thenParallelFor("store", RangePolicy.of(1), i -> x.set(run.get(), p.get()))
                        .then("next", () -> run.set(run.get() + 1))));
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
        ExecutableGraph exec = instantiate(Graph.define(
                "g",
                root -> root.then("k", () -> {
                    out.set(0, d.get());
                    out.set(1, f.get());
                    out.set(2, k.get());
                    out.set(3, (double) (l.get() >> 8));
                    out.set(4, b.get() ? 1 : 0);
                })));
        exec.submit();
        space().fence();
        assertThat(out.toArray())
                .containsExactly(-0.0, Float.MIN_VALUE, Integer.MIN_VALUE, (double) ((Long.MIN_VALUE + 1) >> 8), 1);
        d.set(Double.NaN);
        f.set(2.5f);
        k.set(7);
        l.set(512);
        b.set(false);
        exec.submit();
        space().fence();
        assertThat(out.toArray()).containsExactly(Double.NaN, 2.5, 7, 2, 0);
    }

    @Test
    void a_host_node_sees_the_value_of_its_submit() {
        CountDownLatch gate = new CountDownLatch(1);
        IntParam p = IntParam.of("p", 1);
        IntView x = ints("x");
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        ExecutableGraph exec = instantiate(Graph.define(
                "g",
                root -> root.thenHost("hold", Access.reads(), () -> HostNodeContract.await(gate))
                        .then("use", () -> x.set(p.get()))
                        .thenHost("look", Access.reads(), () -> seen.add(p.get()))));
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
        b.submit();
        space().fence();
        assertThat(x.toArray()).containsExactly(5);
        assertThat(y.toArray()).containsExactly(6);
    }

    @Test
    void params_reach_kernels_of_nested_graphs() {
        DoubleParam p = DoubleParam.of("p", 2).within(0, 10);
        DoubleView x = doubles("x", 100);
        Graph inner = Graph.define(
                "inner", root -> root.thenParallelFor("k", RangePolicy.of(100), i -> x.set(i, x.get(i) + p.get())));
        ExecutableGraph exec = instantiate(Graph.define(
                "outer", root -> root.thenGraph("g", inner).thenIf("if", () -> p.get() > 2, inner)));
        exec.submit();
        p.set(3);
        exec.submit();
        space().fence();
        assertThat(x.toArray()).containsOnly(8);
    }
}
