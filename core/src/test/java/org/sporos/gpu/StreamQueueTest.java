package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sporos.contract.Patience;

class StreamQueueTest {
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    private final StreamQueue queue = new StreamQueue(failures::add);

    @Test
    void calls_are_made_in_order_on_another_thread() {
        CountDownLatch gate = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        queue.enqueue(() -> Patience.await(gate));
        StreamQueue.Ticket second = queue.enqueue(() -> log.add("second " + (Thread.currentThread() != caller)));
        queue.enqueue(() -> log.add("third"));

        assertThat(queue.isBusy()).isTrue();
        assertThat(second.isOpen()).isTrue();
        assertThat(log).isEmpty();
        gate.countDown();
        queue.drain();

        assertThat(queue.isBusy()).isFalse();
        assertThat(second.isOpen()).isFalse();
        assertThat(log).containsExactly("second true", "third");
    }

    @Test
    void a_call_that_fails_is_told_and_those_behind_it_are_made() {
        IllegalStateException failure = new IllegalStateException("it fails");
        StreamQueue.Ticket failing = queue.enqueue(() -> {
            throw failure;
        });
        queue.enqueue(() -> log.add("after"));
        failing.await();
        queue.drain();

        assertThat(failures).containsExactly(failure);
        assertThat(log).containsExactly("after");
    }

    @Test
    void a_call_that_ends_with_an_error_is_told_and_those_behind_it_are_made() {
        OutOfMemoryError error = new OutOfMemoryError("injected");
        StreamQueue.Ticket failing = queue.enqueue(() -> {
            throw error;
        });
        queue.enqueue(() -> log.add("after"));
        failing.await();
        queue.drain();

        assertThat(failures).containsExactly(error);
        assertThat(log).containsExactly("after");
    }

    @Test
    void a_queue_can_wait_for_what_is_in_another() {
        StreamQueue other = new StreamQueue(failures::add);
        CountDownLatch gate = new CountDownLatch(1);
        StreamQueue.Ticket first = queue.enqueue(() -> {
            Patience.await(gate);
            log.add("first");
        });
        other.enqueue(() -> {
            StreamQueue.await(first);
            log.add("second");
        });
        gate.countDown();
        other.drain();

        assertThat(log).containsExactly("first", "second");
        assertThat(failures).isEmpty();
    }

    @Test
    void waiting_for_nothing_returns() {
        StreamQueue.await(null);
        queue.drain();

        assertThat(queue.isBusy()).isFalse();
    }
}
