package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/** The driver's calls of submits and of eager calls that are ordered with them. */
class GpuEagerOrderTest {
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private volatile Consumer<String> onCall = call -> {};

    /** Returns a driver that logs the calls which a submit or a wait makes, as in {@code launchGraph on 7}. */
    private GpuDriver driver() {
        RecordingDriver inner = new RecordingDriver();
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    String name = method.getName();
                    if (List.of("launchGraph", "synchronize", "record", "synchronizeEvent", "copy")
                            .contains(name)) {
                        Object last = arguments[arguments.length - 1];
                        log.add(name.equals("synchronizeEvent") ? name : name + " on " + last);
                    }
                    onCall.accept(name);
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private GpuSpace open() {
        return GpuSpace.open("cuda", driver(), CppDialect.CUDA, BinaryCache.off());
    }

    private static Graph writes(DoubleView view) {
        return Graph.define("writes", root -> root.thenParallelFor("k", RangePolicy.of(8), i -> view.set(i, 1)));
    }

    private static String handle(ExecutionStream stream) {
        return " on " + ((GpuStream) stream).handle();
    }

    @Test
    void submits_make_no_call_but_the_launch_and_one_record_for_512_of_them() {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8);
                ExecutableGraph exec = writes(x).instantiate(space)) {
            String stream = handle(space.defaultStream());
            log.clear();
            for (int run = 0; run < 512; run++) {
                exec.submit();
            }
            assertThat(log).hasSize(512).containsOnly("launchGraph" + stream);
            log.clear();
            for (int run = 0; run < 512; run++) {
                exec.submit();
            }
            assertThat(log).hasSize(513).startsWith("record" + stream, "launchGraph" + stream);
            log.clear();
            exec.submit();
            assertThat(log)
                    .as("half of the runs")
                    .containsExactly("synchronizeEvent", "record" + stream, "launchGraph" + stream);
        }
    }

    @Test
    void an_eager_call_waits_for_the_streams_with_runs_that_touch_its_view_once() {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8);
                DoubleView y = DoubleView.of("y", space, 8);
                ExecutableGraph writesX = writes(x).instantiate(space);
                ExecutableGraph writesY = writes(y).instantiate(space)) {
            ExecutionStream one = space.stream("one");
            ExecutionStream two = space.stream("two");
            writesX.submit(one);
            writesY.submit(two);
            log.clear();
            x.toArray();
            assertThat(log).startsWith("synchronize" + handle(one)).doesNotContain("synchronize" + handle(two));
            log.clear();
            x.toArray();
            assertThat(log).as("nothing is left to wait for").doesNotContain("synchronize" + handle(one));
            log.clear();
            Views.deepCopy(y, x);
            assertThat(log).startsWith("synchronize" + handle(two)).doesNotContain("synchronize" + handle(one));
            writesX.submit(one);
            writesX.submit(two);
            log.clear();
            Views.fill(x, 1);
            assertThat(log).contains("synchronize" + handle(one), "synchronize" + handle(two));
        }
    }

    /** A run that is launched while another thread waits for the stream must be known to the next eager call. */
    @Test
    void a_run_that_is_launched_during_a_wait_is_not_forgotten() throws Exception {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8);
                ExecutableGraph exec = writes(x).instantiate(space)) {
            CountDownLatch waiting = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            exec.submit();
            onCall = call -> {
                if (call.equals("synchronize")) {
                    onCall = other -> {};
                    waiting.countDown();
                    Patience.await(goOn);
                }
            };
            Thread fence = new Thread(space::fence);
            fence.start();
            Patience.await(waiting);
            exec.submit();
            goOn.countDown();
            fence.join();
            log.clear();
            x.toArray();
            assertThat(log).startsWith("synchronize" + handle(space.defaultStream()));
        }
    }

    @Test
    void a_failure_of_the_device_is_thrown_by_the_eager_call_that_found_it_and_by_no_fence_then() {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8);
                ExecutableGraph exec = writes(x).instantiate(space)) {
            exec.submit();
            onCall = call -> {
                if (call.equals("synchronize")) {
                    onCall = other -> {};
                    throw new GpuException("synchronize", 999, "INJECTED", "made to fail");
                }
            };
            assertThatThrownBy(x::toArray).isInstanceOf(GpuException.class).hasMessageContaining("'writes'");
            space.fence();
        }
    }

    @Test
    void host_nodes_that_declare_nothing_are_waited_for_by_every_eager_call() {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8);
                ExecutableGraph any = Graph.define("any", root -> root.thenHost("h", () -> {}))
                        .instantiate(space);
                ExecutableGraph none = Graph.define("none", root -> root.thenHost("h", Access.reads(), () -> {}))
                        .instantiate(space)) {
            none.submit();
            log.clear();
            x.toArray();
            assertThat(log).doesNotContain("synchronize" + handle(space.defaultStream()));
            any.submit();
            log.clear();
            x.toArray();
            assertThat(log).contains("synchronize" + handle(space.defaultStream()));
        }
    }
}
