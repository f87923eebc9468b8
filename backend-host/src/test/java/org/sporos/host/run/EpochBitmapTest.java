package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.Planner;

/** Which tasks of queues are claimed, run after run. */
class EpochBitmapTest {
    private final EpochBitmap claims = new EpochBitmap(new int[] {0, 40, 45});

    @Test
    void before_the_first_run_nothing_is_free() {
        for (int slot = 0; slot < 2; slot++) {
            for (int word = claims.firstWord(slot); word < claims.endWord(slot); word++) {
                assertThat(claims.free(slot, word, 0)).isZero();
            }
        }
    }

    @Test
    void before_the_first_run_no_list_has_a_ready_task() {
        Graph graph = Graph.define("wide", root -> IntStream.range(0, 100).forEach(i -> root.then("n", () -> {})));
        StaticSchedule schedule =
                ListScheduler.of(ProgramBuilder.build(Planner.plan(graph), new TaskContext(2, false)), 2);
        EpochBitmap some = new EpochBitmap(schedule.firstOfQueue());
        CompletionStamps state = new CompletionStamps(schedule);
        for (int slot = 0; slot < 2; slot++) {
            TaskQueue queue = new TaskQueue(slot, schedule, some, state);
            assertThat(queue.hasReady(0)).isFalse();
            assertThat(queue.claim(0, 0, 1)).isEqualTo(TaskQueue.NONE);
            assertThat(queue.stealTail(0, 0)).isEqualTo(TaskQueue.NONE);
            assertThat(queue.hasReady(1)).isTrue();
        }
    }

    @Test
    void in_a_run_each_place_is_free_once() {
        int word = claims.firstWord(0) + 1;
        assertThat(claims.free(0, word, 1)).isEqualTo(0b1111_1111);
        assertThat(claims.claim(word, 0b110, 1)).isTrue();
        assertThat(claims.free(0, word, 1)).isEqualTo(0b1111_1001);
        assertThat(claims.claim(word, 0b1100, 1)).isFalse();
        assertThat(claims.free(0, word, 1)).isEqualTo(0b1111_1001);
        assertThat(claims.free(0, word - 1, 1)).isEqualTo(-1);
        assertThat(claims.free(1, claims.firstWord(1), 1)).isEqualTo(0b11111);
    }

    @Test
    void who_is_late_finds_and_claims_nothing_in_a_run_that_has_ended() {
        int word = claims.firstWord(1);
        assertThat(claims.claim(word, 0b11111, 1)).isTrue();
        assertThat(claims.free(1, word, 2)).isEqualTo(0b11111);
        assertThat(claims.claim(word, 0b1, 2)).isTrue();
        assertThat(claims.free(1, word, 1)).isZero();
        assertThat(claims.claim(word, 0b10, 1)).isFalse();
        assertThat(claims.free(1, word, 2)).isEqualTo(0b11110);
    }

    @Test
    void four_threads_claim_each_place_once() throws InterruptedException {
        int places = 320;
        EpochBitmap many = new EpochBitmap(new int[] {0, places});
        AtomicIntegerArray taken = new AtomicIntegerArray(places);
        Thread[] threads = new Thread[4];
        int runs = 200;
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int run = 1; run <= runs; run++) {
                    for (int word = many.firstWord(0); word < many.endWord(0); word++) {
                        for (int free = many.free(0, word, run); free != 0; free = many.free(0, word, run)) {
                            int bits = Integer.lowestOneBit(free) | Integer.highestOneBit(free);
                            if (many.claim(word, bits, run)) {
                                for (int rest = bits; rest != 0; rest &= rest - 1) {
                                    taken.incrementAndGet(
                                            many.firstIndex(0, word) + Integer.numberOfTrailingZeros(rest));
                                }
                            }
                        }
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int index = 0; index < places; index++) {
            assertThat(taken.get(index)).isEqualTo(runs);
        }
    }
}
