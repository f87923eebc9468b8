package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;

abstract class EventContract extends Contract {
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    private NodeRef say(NodeRef after, String word) {
        return after.thenHost(word, Access.reads(), () -> log.add(word));
    }

    private static NodeRef hold(NodeRef after, CountDownLatch gate) {
        return after.thenHost("hold", Access.reads(), () -> Patience.await(gate));
    }

    @Test
    void an_await_node_waits_for_the_record_that_another_stream_submitted_before() {
        Event event = Event.of("e");
        CountDownLatch gate = new CountDownLatch(1);
        ExecutableGraph producer = instantiate(Graph.define(
                "producer", root -> say(hold(root, gate), "produced").thenRecordEvent("record", event)));
        ExecutableGraph consumer =
                instantiate(Graph.define("consumer", root -> say(root.thenWaitEvent("await", event), "consumed")));
        ExecutionStream one = stream("one");
        ExecutionStream two = stream("two");
        producer.submit(one);
        consumer.submit(two);
        assertThat(log).isEmpty();
        gate.countDown();
        two.fence();
        assertThat(log).containsExactly("produced", "consumed");
        one.fence();
    }

    @Test
    void an_await_of_an_event_that_was_never_recorded_does_not_wait() {
        Event event = Event.of("never");
        run(root -> say(root.thenWaitEvent("await", event), "went on"));
        assertThat(log).containsExactly("went on");
    }

    @Test
    void an_await_means_the_last_record_before_it_and_not_a_later_one() {
        Event event = Event.of("e");
        IntView x = ints("x");
        IntView seen = ints("seen");
        Gate gate = new Gate(this);
        ExecutableGraph record = instantiate(Graph.define(
                "record", root -> root.then("one", () -> x.set(1)).thenRecordEvent("record", event)));
        ExecutableGraph held = instantiate(Graph.define(
                "held", root -> gate.hold(root).then("two", () -> x.set(2)).thenRecordEvent("record", event)));
        ExecutableGraph await = instantiate(Graph.define(
                "await", root -> root.thenWaitEvent("await", event).then("look", () -> seen.set(x.get()))));
        ExecutionStream one = stream("one");
        ExecutionStream two = stream("two");
        record.submit(one);
        await.submit(two);
        held.submit(one);
        two.fence();
        assertThat(seen.toArray()).containsExactly(1);
        gate.open();
        one.fence();
        assertThat(x.toArray()).containsExactly(2);
    }

    @Test
    void streams_record_and_await_events_themselves() {
        Event event = Event.of("e");
        CountDownLatch gate = new CountDownLatch(1);
        ExecutableGraph first = instantiate(Graph.define("first", root -> say(hold(root, gate), "first")));
        ExecutableGraph second = instantiate(Graph.define("second", root -> say(root, "second")));
        ExecutionStream one = stream("one");
        ExecutionStream two = stream("two");
        first.submit(one);
        one.record(event);
        two.await(event);
        second.submit(two);
        assertThat(log).isEmpty();
        gate.countDown();
        two.fence();
        one.fence();
        assertThat(log).containsExactly("first", "second");
    }

    @Test
    void a_record_and_an_await_of_kernels_order_them_between_streams() {
        Event event = Event.of("e");
        IntView x = ints("x", 10_000);
        IntView y = ints("y", 10_000);
        ExecutableGraph write = instantiate(Graph.define(
                "write",
                root -> root.thenParallelFor("w", RangePolicy.of(10_000), i -> x.set(i, x.get(i) + 1))
                        .thenRecordEvent("record", event)));
        ExecutableGraph read = instantiate(Graph.define(
                "read",
                root -> root.thenWaitEvent("await", event)
                        .thenParallelFor("r", RangePolicy.of(10_000), i -> y.set(i, x.get(i)))));
        ExecutionStream one = stream("one");
        ExecutionStream two = stream("two");
        for (int run = 1; run <= 30; run++) {
            write.submit(one);
            read.submit(two);
            space().fence();
            assertThat(y.toArray()).containsOnly(run);
        }
    }

    @Test
    void many_waits_at_once_block_no_thread() {
        Event event = Event.of("e");
        CountDownLatch gate = new CountDownLatch(1);
        ExecutionStream one = stream("one");
        ExecutableGraph held =
                instantiate(Graph.define("held", root -> hold(root, gate).thenRecordEvent("record", event)));
        ExecutableGraph await =
                instantiate(Graph.define("await", root -> say(root.thenWaitEvent("await", event), "awaited")));
        ExecutableGraph free = instantiate(Graph.define("free", root -> root.then("k", () -> {})));
        held.submit(one);
        List<ExecutionStream> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(stream("s" + i));
            await.submit(waiting.get(i));
        }
        ExecutionStream other = stream("other");
        free.submit(other);
        other.fence();
        assertThat(log).isEmpty();
        gate.countDown();
        space().fence();
        assertThat(log).hasSize(20);
    }

    @Test
    void a_semaphore_of_this_process_is_waited_for_and_signalled() {
        Assumptions.assumeTrue(isHost(), "semaphores of this process are for host spaces");
        ExternalSemaphore in = ExternalSemaphore.inProcess("in");
        ExternalSemaphore out = ExternalSemaphore.inProcess("out");
        ExecutableGraph exec = instantiate(
                root -> say(root.thenWaitSemaphore("wait", in, 3), "went on").thenSignalSemaphore("signal", out, 8));
        exec.submit();
        in.signal(2);
        assertThat(out.value()).isZero();
        assertThat(log).isEmpty();
        in.signal(3);
        space().fence();
        assertThat(log).containsExactly("went on");
        assertThat(out.value()).isEqualTo(8);
        run(exec);
        assertThat(log).hasSize(2);
    }

    @Test
    void a_semaphore_joins_two_streams() {
        Assumptions.assumeTrue(isHost(), "semaphores of this process are for host spaces");
        ExternalSemaphore turn = ExternalSemaphore.inProcess("turn");
        ExecutableGraph ping = instantiate(Graph.define("ping", root -> {
            NodeRef last = root;
            for (int i = 0; i < 20; i++) {
                last = say(last.thenWaitSemaphore("wait", turn, 2L * i), "ping")
                        .thenSignalSemaphore("signal", turn, 2L * i + 1);
            }
        }));
        ExecutableGraph pong = instantiate(Graph.define("pong", root -> {
            NodeRef last = root;
            for (int i = 0; i < 20; i++) {
                last = say(last.thenWaitSemaphore("wait", turn, 2L * i + 1), "pong")
                        .thenSignalSemaphore("signal", turn, 2L * i + 2);
            }
        }));
        pong.submit(stream("pong"));
        ping.submit(stream("ping"));
        space().fence();
        for (int i = 0; i < 40; i++) {
            assertThat(log.get(i)).isEqualTo(i % 2 == 0 ? "ping" : "pong");
        }
    }
}
