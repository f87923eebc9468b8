package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.UpdateResult;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Rebound and updated executables, over a driver that does nothing: what is compiled, made, passed and destroyed. */
final class ChangedExecutableTest {
    private static final int N = 64;

    private static GpuSpace space(GpuDriver driver) {
        return GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
    }

    private static Graph scaled(DoubleView x, DoubleView y, double factor, int end) {
        return Graph.define(
                "scaled",
                root -> root.thenFill("zero", y, 0)
                        .thenParallelFor("scale", RangePolicy.of(end), i -> y.set(i, factor * x.get(i)))
                        .thenDeepCopy("back", x, y));
    }

    private static DoubleView view(String label, ExecutionSpace space) {
        return DoubleView.of(label, space, N);
    }

    @Test
    void a_change_compiles_nothing_and_makes_one_native_graph() {
        CountingDriver driver = new CountingDriver();
        try (GpuSpace space = space(driver);
                DoubleView x = view("x", space);
                DoubleView y = view("y", space);
                DoubleView z = view("z", space);
                ExecutableGraph exec = scaled(x, y, 2, N).instantiate(space)) {
            int compiled = driver.compiled;
            int loaded = driver.loaded;
            exec.submit();
            long before = GpuHandles.graph("cuda", exec);
            driver.passed.clear();
            exec.rebind(y, z);
            assertThat(driver.allPassed())
                    .contains(z.allocation().address(), x.allocation().address());
            assertThat(driver.allPassed()).doesNotContain(y.allocation().address());
            assertThat(driver.lastGraph().text()).contains("z").doesNotContain(" y");
            assertThat(GpuHandles.graph("cuda", exec)).isNotEqualTo(before);
            exec.submit();
            driver.passed.clear();
            UpdateResult result = exec.update(scaled(z, y, 7, N));
            assertThat(result.differences()).isEmpty();
            assertThat(driver.allPassed())
                    .contains(z.allocation().address(), y.allocation().address(), Double.doubleToRawLongBits(7));
            exec.submit();
            space.fence();
            assertThat(driver.compiled).isEqualTo(compiled);
            assertThat(driver.loaded).isEqualTo(loaded);
            assertThat(driver.instantiated).isEqualTo(3);
            assertThat(driver.destroyed).isEqualTo(2);
            assertThat(driver.launched).hasSize(3);
        }
    }

    @Test
    void a_change_compiles_kernels_that_differ() {
        CountingDriver driver = new CountingDriver();
        try (GpuSpace space = space(driver);
                DoubleView x = view("x", space);
                DoubleView y = view("y", space);
                ExecutableGraph exec = scaled(x, y, 2, N).instantiate(space)) {
            int compiled = driver.compiled;
            exec.rebind(x, y);
            assertThat(driver.compiled).isEqualTo(compiled + 1);
            assertThat(exec.update(scaled(x, y, 2, N)).isDone()).isTrue();
            assertThat(driver.compiled).isEqualTo(compiled + 1);
            assertThat(exec.update(scaled(x, y, 0, N)).isDone()).isTrue();
            exec.submit();
            space.fence();
        }
    }

    @Test
    void a_refused_change_makes_and_destroys_nothing() {
        CountingDriver driver = new CountingDriver();
        try (GpuSpace space = space(driver);
                DoubleView x = view("x", space);
                DoubleView y = view("y", space);
                DoubleView z = view("z", space);
                ExecutableGraph exec = scaled(x, y, 2, N).instantiate(space)) {
            long before = GpuHandles.executable("cuda", exec);
            assertThat(exec.update(Graph.define("scaled", root -> root.thenFill("zero", y, 0)))
                            .isDone())
                    .isFalse();
            assertThat(driver.instantiated).isEqualTo(1);
            driver.refuses = true;
            assertThatThrownBy(() -> exec.rebind(y, z)).hasMessageContaining("no room");
            driver.refuses = false;
            assertThat(driver.destroyed).isZero();
            assertThat(GpuHandles.executable("cuda", exec)).isEqualTo(before);
            exec.submit();
            space.fence();
            assertThat(driver.launched).hasSize(1);
        }
    }

    /** Each call of the driver is noted by its name. */
    private static GpuDriver noting(GpuDriver driver, List<String> calls) {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    try {
                        return method.invoke(driver, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void a_submit_makes_no_more_calls_after_a_change_than_before() {
        List<String> calls = new ArrayList<>();
        try (GpuSpace space = space(noting(new CountingDriver(), calls));
                DoubleView x = view("x", space);
                DoubleView y = view("y", space);
                DoubleView z = view("z", space);
                ExecutableGraph exec = scaled(x, y, 2, N).instantiate(space)) {
            exec.submit();
            space.fence();
            calls.clear();
            exec.submit();
            List<String> before = List.copyOf(calls);
            assertThat(before).containsExactly("launchGraph");
            exec.rebind(y, z);
            exec.submit();
            calls.clear();
            exec.submit();
            assertThat(calls).isEqualTo(before);
        }
    }

    @Test
    void captures_of_other_views_are_recorded_again_and_those_of_a_rebound_one_refuse() {
        CountingDriver driver = new CountingDriver();
        int[] recorded = new int[1];
        try (GpuSpace space = space(driver);
                IntView x = IntView.of("x", space, N);
                IntView y = IntView.of("y", space, N);
                IntView z = IntView.of("z", space, N)) {
            Capture capture = Capture.cuda(stream -> recorded[0] += stream.isCapturing() ? 1 : 0)
                    .accessing(Access.writes(x));
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenCapture("call", capture)
                            .thenParallelFor("add", RangePolicy.of(N), i -> y.set(i, x.get(i))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.rebind(y, z);
                assertThat(recorded[0]).isEqualTo(2);
                assertThatThrownBy(() -> exec.rebind(x, y))
                        .hasMessage("S249: node 'call' ("
                                + graph.nodes().get(0).where()
                                + ") of graph 'g' keeps view 'x': it is a capture, whose calls have its address\n"
                                + "      Copy the other view to the one that was captured, or instantiate a graph that"
                                + " uses the other.");
                exec.submit();
                space.fence();
                assertThat(driver.launched).hasSize(1);
            }
        }
    }

    /** A view that a kernel finds in a static field cannot be another one. */
    @Test
    void a_view_in_a_static_field_stays() {
        try (GpuSpace space = space(new CountingDriver());
                GpuSpace other = space(new CountingDriver());
                IntView far = IntView.of("far", other, N);
                IntView x = IntView.of("x", space, N);
                IntView y = IntView.of("y", space, N)) {
            opened = space;
            IntView held = Held.VIEW;
            try (held) {
                Graph graph = Graph.define(
                        "g",
                        root -> root.thenParallelFor(
                                "k", RangePolicy.of(N), i -> x.set(i, Held.VIEW.get(i) + held.get(i))));
                Graph onTwo = Graph.define("g", root -> {
                    root.thenGraph("inner", graph);
                    root.on(other).thenFill("fill", far, 1);
                });
                for (Graph each : List.of(graph, onTwo)) {
                    try (ExecutableGraph exec = each.instantiate(space)) {
                        assertThatThrownBy(() -> exec.rebind(held, y))
                                .hasMessageStartingWith("S249: node 'k' ")
                                .hasMessageContaining(" of graph 'g' keeps view 'held': it finds it in a static field");
                        exec.rebind(x, y);
                    }
                }
            }
        }
    }

    /** Loaded by the one test that uses it, which opens the space before. */
    private static final class Held {
        static final IntView VIEW = IntView.of("held", opened, N);
    }

    private static ExecutionSpace opened;

    @Test
    void submits_allocate_nothing() {
        try (GpuSpace space = space(new RecordingDriver());
                DoubleView x = view("x", space);
                DoubleView y = view("y", space);
                DoubleView z = view("z", space);
                ExecutableGraph exec = scaled(x, y, 2, N).instantiate(space)) {
            exec.rebind(y, z);
            SubmitBytes.requireNone(space, 200_000, run -> exec.submit());
        }
    }
}
