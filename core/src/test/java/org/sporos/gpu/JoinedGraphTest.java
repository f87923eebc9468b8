package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.contract.PrintLogRecorder;
import org.sporos.debug.Debug;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** One native graph over two devices, without a GPU: one recorder plays both. */
@ExtendWith(NoLeaks.class)
class JoinedGraphTest implements NoLeaks.Watching {
    private static final Set<String> NOTED = Set.of("record", "await", "launchGraph", "copy");

    private final RecordingDriver recorder = new RecordingDriver();
    private final WatchedDriver watched = new WatchedDriver(recorder);
    /** The calls to streams, each after the number of its device. */
    private final List<String> calls = new ArrayList<>();

    private boolean joins = true;
    private boolean refusesChildren;
    private final GpuSpace one = open(0);
    private final GpuSpace two = open(1);
    private final DoubleView a = DoubleView.of("a", one, 8);
    private final DoubleView b = DoubleView.of("b", two, 8);

    @AfterEach
    void close() {
        a.close();
        b.close();
        one.close();
        two.close();
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    private GpuSpace open(int ordinal) {
        GpuDriver driver = (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(),
                new Class<?>[] {GpuDriver.class},
                (proxy, method, arguments) -> call(ordinal, method, arguments));
        return GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
    }

    private Object call(int ordinal, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.equals("properties")) {
            GpuProperties p = recorder.properties();
            return new GpuProperties(
                    p.name(),
                    p.architecture(),
                    ordinal,
                    p.warpSize(),
                    p.multiprocessors(),
                    p.maxBlockThreads(),
                    p.gridThreads(),
                    p.sharedBytes(),
                    p.memoryBytes(),
                    p.driverVersion());
        } else if (name.equals("joins")) {
            return joins;
        } else if (name.equals("addChild") && refusesChildren) {
            throw new GpuException("addChild", 801, "NOT_SUPPORTED", "no children today");
        } else if (NOTED.contains(name)) {
            calls.add(ordinal + " " + name);
        }
        try {
            return method.invoke(watched.driver(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Three parts: on the first device, on the second one, and on the first one again. */
    private Graph chain() {
        DoubleView x = a;
        return Graph.define(
                "chain",
                root -> root.thenParallelFor("grow", RangePolicy.of(8), i -> x.set(i, 2 * x.get(i)))
                        .on(two)
                        .thenDeepCopy("send", b, x)
                        .on(one)
                        .thenDeepCopy("back", x, b));
    }

    private List<String> callsOf(Runnable action) {
        calls.clear();
        action.run();
        return List.copyOf(calls);
    }

    @Test
    void parts_are_child_graphs_in_the_order_of_their_edges() {
        try (ExecutableGraph exec = chain().instantiate(one)) {
            assertThat(recorder.lastGraph().text().lines().filter(line -> !line.startsWith(" ")))
                    .containsExactly("1 CHILD", "2 CHILD after 1", "3 CHILD after 2, 1");
            assertThat(recorder.lastGraph().bodies()).hasSize(3);
            assertThat(recorder.lastGraph().text()).containsPattern("body 0\n +1 KERNEL .*grow");
            assertThat(exec.explain())
                    .contains("in 3 parts, child graphs of one native graph, which is one launch\n")
                    .contains("part 1 on cuda:1 after 0");
        }
    }

    @Test
    void a_submit_is_one_launch_that_streams_of_other_devices_follow() {
        try (ExecutableGraph exec = chain().instantiate(one);
                ExecutionStream side = one.stream("side")) {
            List<String> plain = List.of("0 launchGraph", "0 record", "1 await");
            assertThat(callsOf(exec::submit)).isEqualTo(plain);
            assertThat(callsOf(exec::submit)).isEqualTo(plain);
            assertThat(callsOf(() -> exec.submit(side)).subList(4, 7)).isEqualTo(plain);
            assertThat(calls.subList(0, 4)).containsExactly("0 record", "0 await", "0 record", "0 await");
            assertThat(callsOf(() -> exec.submitTracked(side).await())).isEqualTo(plain);
            one.fence();
        }
    }

    @Test
    void a_launch_follows_the_copy_of_params_on_another_device() {
        DoubleParam factor = DoubleParam.of("factor", 3);
        DoubleView y = b;
        Graph graph = Graph.define("scale", root -> {
            root.thenFill("zero", a, 0);
            root.on(two).thenParallelFor("scale", RangePolicy.of(8), i -> y.set(i, factor.get()));
        });
        try (ExecutableGraph exec = graph.instantiate(one)) {
            List<String> copied = List.of("1 copy", "1 record", "0 await", "0 launchGraph", "0 record", "1 await");
            assertThat(callsOf(exec::submit)).isEqualTo(copied);
            assertThat(callsOf(exec::submit)).isEqualTo(copied.subList(3, 6));
            factor.set(4);
            assertThat(callsOf(exec::submit)).isEqualTo(copied);
        }
    }

    private void assertApart(Graph graph, String obstacle) {
        try (ExecutableGraph exec = graph.instantiate(one)) {
            assertThat(exec.explain())
                    .contains("each a launch of its own; events order parts of different spaces")
                    .contains(obstacle.isEmpty() ? "" : "; no native graph over all devices: " + obstacle + "\n");
            assertThat(exec.explain().contains("no native graph over")).isEqualTo(!obstacle.isEmpty());
            assertThat(callsOf(exec::submit))
                    .filteredOn(call -> call.endsWith("launchGraph"))
                    .hasSizeGreaterThan(1);
            one.fence();
        }
    }

    @Test
    void parts_that_cannot_be_child_graphs_are_launched_one_by_one() {
        Event event = Event.of("go");
        try (PrintLogRecorder log = new PrintLogRecorder(10)) {
            assertApart(
                    beside(root -> root.thenParallelFor("say", RangePolicy.of(2), i -> Debug.print("at {}", i))),
                    "part 1 prints");
            assertThat(log.taken()).isEmpty();
        }
        assertApart(beside(root -> root.thenWaitEvent("wait", event)), "part 1 waits for an event");
        assertApart(
                beside(root -> {
                    AllocateNodeRef<DoubleView> room = root.thenAllocate("room", DoubleView.spec(8));
                    return room.thenFree("free", room.view());
                }),
                "part 1 allocates memory");
        try (IntView go = IntView.of("go", two);
                ViewRing<DoubleView> ring = ViewRing.of(2, j -> DoubleView.of("level", two, 8))) {
            Graph body = Graph.define("body", root -> root.thenFill("stop", go, 0));
            assertApart(beside(root -> root.thenIf("if", () -> go.get() > 0, body)), "part 1 branches or loops");
            assertApart(beside(root -> root.thenFill("first", ring.level(0), 1)), "part 1 uses a ring");
        }
        Graph nowhere = Graph.define("g", root -> {
            NodeRef first = root.on(two).thenFill("b", b, 1);
            first.thenFill("again", b, 2);
        });
        try (ExecutableGraph exec = nowhere.instantiate(one)) {
            assertThat(exec.explain()).contains("no native graph over all devices: no node runs on cuda:0");
        }
    }

    private interface OnTwo {
        NodeRef nodes(NodeRef root);
    }

    /** A fill on the first device beside nodes of the second one. */
    private Graph beside(OnTwo nodes) {
        return Graph.define("beside", root -> {
            root.thenFill("a", a, 1);
            nodes.nodes(root.on(two));
        });
    }

    @Test
    void a_driver_that_refuses_is_named() {
        refusesChildren = true;
        assertApart(
                chain(), "the driver refuses it: D401: addChild failed with NOT_SUPPORTED (801): no children today");
        joins = false;
        assertApart(chain(), "");
    }

    @Test
    void a_launch_that_fails_leaves_the_next_one_as_it_was() {
        try (ExecutableGraph exec = chain().instantiate(one)) {
            exec.submit();
            for (int good = 0; good < 3; good++) {
                watched.failAfter(good);
                assertThatThrownBy(exec::submit).hasMessageContaining("INJECTED");
            }
            assertThat(callsOf(exec::submit)).containsExactly("0 launchGraph", "0 record", "1 await");
            one.fence();
        }
    }
}
