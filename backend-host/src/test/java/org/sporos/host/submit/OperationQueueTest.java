package org.sporos.host.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Operations that join a stream from several threads. */
class OperationQueueTest {
    private final OperationQueue queue = new OperationQueue();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();

    /** An operation that ends as soon as it has begun. */
    private final class Counted extends StreamOperation {
        private final Runnable begun;
        private final AtomicInteger recycled = new AtomicInteger();

        Counted(Runnable begun) {
            this.begun = begun;
            reset();
            // It waits for its stream alone.
            release(2);
        }

        void submit() {
            if (queue.join(this) && release(1)) {
                StreamOperation.start(this, Origin.ELSEWHERE);
            }
        }

        @Override
        boolean begin(Origin where) {
            overlaps.addAndGet(running.getAndIncrement());
            begun.run();
            running.decrementAndGet();
            return true;
        }

        @Override
        @Nullable
        StreamOperation end() {
            StreamOperation next = queue.leave(this);
            letGo();
            return next;
        }

        @Override
        void recycle() {
            recycled.incrementAndGet();
        }
    }

    @Test
    void operations_of_several_threads_run_one_at_a_time_in_the_order_of_each_thread() throws InterruptedException {
        int threads = 4;
        int each = 20_000;
        AtomicIntegerArray last = new AtomicIntegerArray(threads);
        AtomicInteger outOfOrder = new AtomicInteger();
        List<Counted> all = new ArrayList<>();
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            List<Counted> own = new ArrayList<>();
            for (int k = 1; k <= each; k++) {
                int number = k;
                own.add(new Counted(() -> {
                    if (last.getAndSet(thread, number) != number - 1) {
                        outOfOrder.incrementAndGet();
                    }
                }));
            }
            all.addAll(own);
            running.add(new Thread(() -> own.forEach(Counted::submit)));
        }
        running.forEach(Thread::start);
        for (Thread thread : running) {
            thread.join();
        }
        assertThat(overlaps).hasValue(0);
        assertThat(outOfOrder).hasValue(0);
        assertThat(queue.submitted()).isEqualTo((long) threads * each);
        assertThat(queue.queued()).isZero();
        assertThat(queue.isDone((long) threads * each)).isTrue();
        assertThat(queue.last()).isNull();
        assertThat(all).allSatisfy(operation -> assertThat(operation.recycled).hasValue(1));
    }

    @Test
    void an_operation_behind_another_begins_at_its_end() {
        List<String> begun = new ArrayList<>();
        Counted first = new Counted(() -> begun.add("first"));
        Counted second = new Counted(() -> begun.add("second"));
        assertThat(queue.join(first)).isTrue();
        second.submit();
        assertThat(begun).isEmpty();
        assertThat(queue.queued()).isEqualTo(2);
        assertThat(first.release(1)).isTrue();
        StreamOperation.start(first, StreamOperation.Origin.ELSEWHERE);
        assertThat(begun).containsExactly("first", "second");
        assertThat(queue.done()).isEqualTo(2);
    }

    @Test
    void only_an_empty_stream_is_entered_past_the_queue() {
        Counted first = new Counted(() -> {});
        Counted inline = new Counted(() -> {});
        assertThat(queue.enter(inline)).isTrue();
        assertThat(queue.enter(inline)).isTrue();
        assertThat(queue.last()).isSameAs(inline);
        queue.remove(inline);
        assertThat(queue.last()).isNull();
        queue.join(first);
        assertThat(queue.enter(inline)).isFalse();
        queue.remove(inline);
        assertThat(queue.last()).isSameAs(first);
    }

    @Test
    void a_warm_up_leaves_the_queue_empty() {
        queue.warmUp();
        assertThat(queue.last()).isNull();
        assertThat(queue.queued()).isZero();
    }
}
