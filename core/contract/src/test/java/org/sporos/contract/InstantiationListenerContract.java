package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.InstantiationListener;
import org.sporos.graph.InstantiationProgress;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

abstract class InstantiationListenerContract extends Contract {
    private static final int N = 40;
    private static final int NODES = 6;

    /** A chain of kernels, of which only the node behind them can tell how often it ran. */
    private static Graph chain(IntView x, int step) {
        Graph body = Graph.define("more", root -> root.then("add", () -> x.set(1, x.get(1) + 1)));
        return Graph.define("told", root -> {
            NodeRef last = root;
            for (int k = 0; k < NODES - 2; k++) {
                int place = k;
                last = last.thenParallelFor(
                        "mark " + k, RangePolicy.of(2, N), i -> x.set(i, x.get(i) * 3 + i + place + step));
            }
            last.then("zero", () -> x.set(1, 0)).thenWhile("loop", () -> x.get(1) < 5, body);
        });
    }

    private static List<InstantiationProgress> of(List<InstantiationProgress> told, Step step) {
        return told.stream().filter(progress -> progress.step() == step).toList();
    }

    private static List<Step> steps(List<InstantiationProgress> told) {
        return told.stream().map(InstantiationProgress::step).distinct().toList();
    }

    @Test
    void a_listener_is_told_each_step_in_order_and_each_kernel_by_the_thread_that_instantiates() {
        IntView x = ints("x", N);
        List<InstantiationProgress> told = new ArrayList<>();
        List<Thread> callers = new ArrayList<>();
        ExecutableGraph exec = instantiate(chain(x, 1), Merging.OFF, InstantiateOption.onProgress(progress -> {
            told.add(progress);
            callers.add(Thread.currentThread());
        }));
        assertThat(callers).containsOnly(Thread.currentThread());
        assertThat(told)
                .allMatch(progress ->
                        progress.graph().equals("told") && progress.space().equals(space().name()));
        assertThat(told).extracting(InstantiationProgress::elapsed).isSorted();
        assertThat(told.get(0).elapsed()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(steps(told)).isSorted().contains(Step.values()[0], Step.LOWER, Step.READY);
        assertThat(steps(told)).filteredOn(step -> step != Step.COMPILE).hasSize(Step.values().length - 1);
        for (Step step : List.of(Step.LIFT, Step.FACTS, Step.LOWER)) {
            List<InstantiationProgress> all = of(told, step);
            assertThat(all)
                    .as("%s", step)
                    .extracting(InstantiationProgress::kernel)
                    .isSorted()
                    .startsWith(0);
            InstantiationProgress last = all.get(all.size() - 1);
            assertThat(last.kernel()).as("%s", step).isEqualTo(last.kernels()).isGreaterThanOrEqualTo(NODES);
        }
        assertThat(of(told, Step.LOWER)).hasSizeGreaterThan(2);
        assertThat(of(told, Step.COMPILE)).allMatch(progress -> progress.kernels() > 0);
        assertThat(of(told, Step.READY)).hasSize(1);
        int before = told.size();
        run(exec);
        assertThat(exec.profile(1).launches()).isNotEmpty();
        assertThat(told).hasSize(before);
        assertThat(x.toArray()[1]).isEqualTo(5);
    }

    @Test
    void the_text_of_progress_is_a_line() {
        InstantiationProgress lift = new InstantiationProgress("g\n", "host", Step.LIFT, 1, 2, Duration.ofMillis(1234));
        assertThat(lift).hasToString("g\\n on host: lift, 1 of 2 kernels, 1.2 s");
        assertThat(new InstantiationProgress("g", "cuda", Step.COMPILE, 0, 1, Duration.ZERO))
                .hasToString("g on cuda: compile, 0 of 1 kernel, 0.0 s");
        assertThat(new InstantiationProgress("g", "cuda", Step.READY, 0, 0, Duration.ofSeconds(75)))
                .hasToString("g on cuda: ready, 75.0 s");
    }

    @Test
    void a_listener_that_throws_is_logged_once_and_the_instantiation_goes_on() {
        IntView x = ints("x", N);
        List<String> logged = new ArrayList<>();
        List<Throwable> causes = new ArrayList<>();
        List<Step> told = new ArrayList<>();
        IllegalStateException broken = new IllegalStateException("no bar");
        ExecutableGraph exec = logging(
                logged,
                causes,
                () -> instantiate(chain(x, 2), InstantiateOption.onProgress(progress -> {
                    told.add(progress.step());
                    if (progress.step() == Step.CHECK) {
                        throw broken;
                    }
                })));
        assertThat(logged)
                .containsExactly("S257: the listener of the instantiation of graph 'told' on " + space().name()
                        + " has thrown IllegalStateException, and is told no more of it");
        assertThat(causes).containsExactly(broken);
        assertThat(told).endsWith(Step.CHECK).doesNotContain(Step.PLAN);
        run(exec);
        assertThat(x.toArray()[1]).isEqualTo(5);
    }

    private static ExecutableGraph logging(
            List<String> logged, List<Throwable> causes, Supplier<ExecutableGraph> call) {
        Logger log = Logger.getLogger("org.sporos");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getMessage().startsWith("S257")) {
                    logged.add(entry.getMessage());
                    causes.add(entry.getThrown());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        boolean isShown = log.getUseParentHandlers();
        log.setUseParentHandlers(false);
        log.addHandler(handler);
        try {
            return call.get();
        } finally {
            log.removeHandler(handler);
            log.setUseParentHandlers(isShown);
        }
    }

    @Test
    void an_error_of_a_listener_ends_the_instantiation_and_leaves_nothing_behind() {
        IntView x = ints("x", N);
        Graph graph = chain(x, 3);
        for (Step step : List.of(Step.LIFT, Step.PLAN, Step.LOWER, Step.READY)) {
            AssertionError broken = new AssertionError(step);
            InstantiationListener listener = progress -> {
                if (progress.step() == step) {
                    throw broken;
                }
            };
            assertThatThrownBy(() -> instantiate(graph, InstantiateOption.onProgress(listener)))
                    .isSameAs(broken);
        }
        instantiate(graph).submit();
        space().fence();
        assertThat(x.toArray()[1]).isEqualTo(5);
    }

    @Test
    void of_several_listeners_the_last_one_is_told() {
        List<Step> first = new ArrayList<>();
        List<Step> last = new ArrayList<>();
        instantiate(
                chain(ints("x", N), 4),
                InstantiateOption.onProgress(progress -> first.add(progress.step())),
                InstantiateOption.onProgress(progress -> last.add(progress.step())));
        assertThat(first).isEmpty();
        assertThat(last).endsWith(Step.READY);
    }

    @Test
    void an_update_tells_the_listener_of_its_executable() {
        IntView x = ints("x", N);
        List<Step> told = new ArrayList<>();
        ExecutableGraph exec =
                instantiate(chain(x, 5), InstantiateOption.onProgress(progress -> told.add(progress.step())));
        told.clear();
        assertThat(exec.update(chain(ints("y", N), 6)).isDone()).isTrue();
        assertThat(told).startsWith(Step.CAPTURE).endsWith(Step.READY);
    }

    @Test
    void a_memory_plan_tells_the_steps_that_it_does() {
        List<Step> told = new ArrayList<>();
        assertThat(chain(ints("x", N), 7)
                        .memoryPlan(space(), InstantiateOption.onProgress(progress -> told.add(progress.step())))
                        .peak())
                .isNotNegative();
        assertThat(told).contains(Step.PLAN).endsWith(Step.READY);
    }

    @Test
    void a_missing_listener_is_refused() {
        assertThatThrownBy(() -> InstantiateOption.onProgress(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("G004: the listener of an instantiation is null; give it a value");
    }
}
