package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.IntParam;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;

class StreamTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void each_run_sees_the_params_as_they_were_at_its_submit(int threads) {
        try (ExecutionSpace space = open(threads);
                IntView seen = IntView.of("seen", space, 1000);
                IntView at = IntView.of("at", space)) {
            IntParam value = IntParam.of("value", 0);
            Graph graph = Graph.define(
                    "g",
                    root -> root.then("n", () -> {
                        seen.set(at.get(), value.get());
                        at.set(at.get() + 1);
                    }));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int i = 0; i < 1000; i++) {
                    value.set(i * i);
                    exec.submit();
                }
                value.set(-1);
                space.fence();
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(seen.get(i)).isEqualTo(i * i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void runs_of_one_stream_are_in_order_also_of_different_graphs(int threads) {
        List<String> order = new CopyOnWriteArrayList<>();
        try (ExecutionSpace space = open(threads);
                ExecutionStream stream = space.stream("s")) {
            try (ExecutableGraph a = host("a", () -> order.add("a")).instantiate(space);
                    ExecutableGraph b = host("b", () -> order.add("b")).instantiate(space)) {
                for (int i = 0; i < 50; i++) {
                    a.submit(stream);
                    b.submit(stream);
                }
                stream.fence();
                assertThat(String.join("", order)).isEqualTo("ab".repeat(50));
            }
        }
    }

    /** Short runs are done by their submit: threads that use one stream must still wait for each other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void runs_of_several_threads_in_one_stream_do_not_meet(int threads) throws Exception {
        int submits = 20_000;
        try (ExecutionSpace space = open(threads);
                IntView count = IntView.of("count", space);
                IntView turns = IntView.of("turns", space)) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                IntView own = IntView.of("own", space);
                IntParam length = IntParam.of("length", 1);
                // Not atomic: two runs at the same time would lose counts.
                Graph graph = Graph.define(
                        "g" + t,
                        root -> root.then("a", () -> own.set(own.get() + 1)).then("b", () -> {
                            int before = count.get();
                            for (int k = 0; k < length.get(); k++) {
                                turns.set(turns.get() + 1);
                            }
                            count.set(before + 1);
                        }));
                ExecutableGraph exec = graph.instantiate(space);
                all.add(new Thread(() -> {
                    try {
                        for (int i = 1; i <= submits; i++) {
                            // Some take so long that a fence of another thread sleeps.
                            length.set(i % 500 == 0 ? 100_000 : 1);
                            exec.submit();
                            if (i % 7 == 0) {
                                space.fence();
                                assertThat(own.get()).isEqualTo(i);
                            }
                        }
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                }));
            }
            for (Thread thread : all) {
                thread.start();
            }
            for (Thread thread : all) {
                thread.join();
            }
            space.fence();
            assertThat(failure.get()).isNull();
            assertThat(count.get()).isEqualTo(2 * submits);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_graph_that_waits_for_another_streams_host_node_finishes(int threads) throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger result = new AtomicInteger();
        try (ExecutionSpace space = open(threads);
                ExecutionStream first = space.stream("first");
                ExecutionStream second = space.stream("second")) {
            Graph waits = host("waits", () -> {
                await(released);
                result.set(1);
            });
            try (ExecutableGraph a = waits.instantiate(space);
                    ExecutableGraph b = host("releases", released::countDown).instantiate(space)) {
                a.submit(first);
                b.submit(second);
                second.fence();
                first.fence();
                assertThat(result.get()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void host_nodes_that_all_wait_for_the_last_of_them_finish(int threads) {
        int n = 20;
        CountDownLatch all = new CountDownLatch(n);
        try (ExecutionSpace space = open(threads)) {
            Graph graph = Graph.define("rendezvous", root -> {
                for (int i = 0; i < n; i++) {
                    root.thenHost("h", Access.reads(), () -> {
                        all.countDown();
                        await(all);
                    });
                }
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                assertThat(all.getCount()).isZero();
            }
        }
    }

    @Test
    void spare_workers_end_when_they_are_idle() throws Exception {
        CountDownLatch all = new CountDownLatch(10);
        try (ExecutionSpace space = open(2)) {
            Graph graph = Graph.define("rendezvous", root -> {
                for (int i = 0; i < 10; i++) {
                    root.thenHost("h", Access.reads(), () -> {
                        all.countDown();
                        await(all);
                    });
                }
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                String prefix = Workers.prefixOfNewest();
                assertThat(Workers.count(prefix)).isGreaterThan(2);
                while (Workers.count(prefix) > 2) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void runs_of_one_executable_are_in_order_also_on_different_streams(int threads) {
        try (ExecutionSpace space = open(threads);
                ExecutionStream a = space.stream("a");
                ExecutionStream b = space.stream("b");
                IntView seen = IntView.of("seen", space, 400);
                IntView at = IntView.of("at", space)) {
            IntParam value = IntParam.of("value", 0);
            Graph graph = Graph.define(
                    "g",
                    root -> root.then("n", () -> {
                        seen.set(at.get(), value.get());
                        at.set(at.get() + 1);
                    }));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int i = 0; i < 400; i++) {
                    value.set(i);
                    exec.submit(i % 3 == 0 ? a : b);
                }
                space.fence();
            }
            for (int i = 0; i < 400; i++) {
                assertThat(seen.get(i)).isEqualTo(i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_stream_waits_for_an_event_of_another(int threads) {
        CountDownLatch gate = new CountDownLatch(1);
        List<String> order = new CopyOnWriteArrayList<>();
        try (ExecutionSpace space = open(threads);
                ExecutionStream first = space.stream("first");
                ExecutionStream second = space.stream("second")) {
            Event event = Event.of("event");
            try (ExecutableGraph a = host("a", () -> {
                                await(gate);
                                order.add("a");
                            })
                            .instantiate(space);
                    ExecutableGraph b = host("b", () -> order.add("b")).instantiate(space)) {
                second.await(event);
                b.submit(second);
                second.fence();
                a.submit(first);
                first.record(event);
                second.await(event);
                b.submit(second);
                gate.countDown();
                space.fence();
                assertThat(order).containsExactly("b", "a", "b");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void graphs_record_and_await_events(int threads) {
        Event ready = Event.of("ready");
        try (ExecutionSpace space = open(threads);
                ExecutionStream first = space.stream("first");
                ExecutionStream second = space.stream("second");
                IntView value = IntView.of("value", space);
                IntView seen = IntView.of("seen", space)) {
            IntParam i = IntParam.of("i", 0);
            Graph producer = Graph.define(
                    "producer",
                    root -> root.then("set", () -> value.set(i.get()))
                            .thenRecordEvent("ready", ready)
                            .then("after", () -> {}));
            Graph consumer = Graph.define(
                    "consumer", root -> root.thenWaitEvent("ready", ready).then("read", () -> seen.set(value.get())));
            try (ExecutableGraph produce = producer.instantiate(space);
                    ExecutableGraph consume = consumer.instantiate(space)) {
                for (int run = 1; run <= 500; run++) {
                    i.set(run);
                    produce.submit(first);
                    consume.submit(second);
                    second.fence();
                    assertThat(seen.get()).isEqualTo(run);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_wait_for_an_event_blocks_no_worker(int threads) {
        Event never = Event.of("late");
        CountDownLatch gate = new CountDownLatch(1);
        try (ExecutionSpace space = open(threads);
                ExecutionStream recorder = space.stream("recorder");
                IntView count = IntView.of("count", space)) {
            Graph waiter = Graph.define(
                    "waiter", root -> root.thenWaitEvent("await", never).then("n", () -> count.atomicAdd(1)));
            List<ExecutionStream> streams = new CopyOnWriteArrayList<>();
            try (ExecutableGraph late = host("late", () -> await(gate)).instantiate(space);
                    ExecutableGraph other = host("other", () -> {}).instantiate(space)) {
                late.submit(recorder);
                recorder.record(never);
                List<ExecutableGraph> waiting = new CopyOnWriteArrayList<>();
                for (int i = 0; i < 100; i++) {
                    ExecutionStream stream = space.stream("w" + i);
                    ExecutableGraph exec = waiter.instantiate(space);
                    exec.submit(stream);
                    streams.add(stream);
                    waiting.add(exec);
                }
                other.submit();
                space.defaultStream().fence();
                assertThat(count.get()).isZero();
                gate.countDown();
                space.fence();
                assertThat(count.get()).isEqualTo(100);
                waiting.forEach(ExecutableGraph::close);
                streams.forEach(ExecutionStream::close);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void semaphores_order_a_graph_against_other_threads(int threads) throws Exception {
        ExternalSemaphore begin = ExternalSemaphore.inProcess("begin");
        ExternalSemaphore end = ExternalSemaphore.inProcess("end");
        try (ExecutionSpace space = open(threads);
                IntView count = IntView.of("count", space)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenWaitSemaphore("wait", begin, 3)
                            .then("n", () -> count.set(count.get() + 1))
                            .thenSignalSemaphore("signal", end, 8));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                begin.signal(2);
                TimeUnit.MILLISECONDS.sleep(20);
                assertThat(end.value()).isZero();
                begin.signal(3);
                while (end.value() < 8) {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
                space.fence();
                assertThat(count.get()).isEqualTo(1);
                exec.submit();
                space.fence();
                assertThat(count.get()).isEqualTo(2);
            }
        }
    }

    @Test
    void a_stream_of_another_space_is_refused() {
        try (ExecutionSpace one = open(1);
                ExecutionSpace other = open(1);
                ExecutableGraph exec = host("h", () -> {}).instantiate(one)) {
            assertThatThrownBy(() -> exec.submit(other.defaultStream()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("S218: stream 'default' belongs to space 'host' and the executable to another space of"
                            + " that name; make a stream with stream() of that one");
        }
    }

    @Test
    void a_closed_stream_takes_no_more_runs() {
        try (ExecutionSpace space = open(1);
                ExecutableGraph exec = host("h", () -> {}).instantiate(space)) {
            ExecutionStream stream = space.stream("s");
            exec.submit(stream);
            stream.close();
            stream.close();
            assertThatThrownBy(() -> exec.submit(stream))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("S219: stream 's' is used after it was closed");
        }
    }

    static Graph host(String label, Runnable body) {
        return Graph.define(label, root -> root.thenHost(label, Access.reads(), body));
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ExecutionSpace open(int threads) {
        return ExecutionSpaces.open("host,threads=" + threads);
    }
}
