package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.IntParam;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;

class StreamTest {

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
    @ValueSource(ints = {1, 2})
    void host_nodes_that_all_wait_for_the_last_of_them_finish(int threads) {
        int n = 20;
        CountDownLatch all = new CountDownLatch(n);
        try (ExecutionSpace space = open(threads)) {
            Graph graph = Graph.define("rendezvous", root -> {
                for (int i = 0; i < n; i++) {
                    root.thenHost("h", Access.reads(), () -> {
                        all.countDown();
                        Patience.await(all);
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
                        Patience.await(all);
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

    /** A record that is refused must not be one that others wait for. */
    @ParameterizedTest
    @ValueSource(strings = {"host,threads=1", "host,threads=3", "host,threads=1,strict", "host,threads=3,strict"})
    void a_record_on_a_closed_stream_holds_up_nobody(String name) {
        try (ExecutionSpace space = ExecutionSpaces.open(name)) {
            ExecutionStream closed = space.stream("closed");
            closed.close();
            Event event = Event.of("event");
            assertThatThrownBy(() -> closed.record(event)).hasMessageStartingWith("S219");
            try (ExecutionStream open = space.stream("open")) {
                open.await(event);
                open.fence();
            }
        }
    }

    static Graph host(String label, Runnable body) {
        return Graph.define(label, root -> root.thenHost(label, Access.reads(), body));
    }

    private static ExecutionSpace open(int threads) {
        return ExecutionSpaces.open("host,threads=" + threads);
    }
}
