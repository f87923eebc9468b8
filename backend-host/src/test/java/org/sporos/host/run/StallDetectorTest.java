package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.Planner;

/** When the owner of a queue counts as preempted. */
class StallDetectorTest {
    private static final int OWN = 0;
    private static final long PATIENCE = 100;

    @Test
    void a_holder_that_gets_on_has_not_lost_its_core() {
        TaskQueue[] queues = queues(2);
        StallDetector stallDetector = new StallDetector(queues, OWN);
        for (int now = 0; now < 1000; now += 60) {
            stallDetector.look(now, PATIENCE, 0);
            queues[1].progresses(now + 1);
            assertThat(stallDetector.isPreempted()).isFalse();
        }
    }

    @Test
    void a_holder_that_does_not_get_on_for_longer_than_one_waits_has_lost_its_core_until_it_gets_on() {
        TaskQueue[] queues = queues(2);
        StallDetector stallDetector = new StallDetector(queues, OWN);
        stallDetector.look(0, PATIENCE, 0);
        stallDetector.look(100, PATIENCE, 0);
        assertThat(stallDetector.isPreempted()).isFalse();
        stallDetector.look(101, PATIENCE, 0);
        assertThat(stallDetector.queue()).isEqualTo(1);
        assertThat(stallDetector.isPreempted()).isTrue();
        queues[1].progresses(1);
        assertThat(stallDetector.isPreempted()).isFalse();
        stallDetector.look(102, PATIENCE, 0);
        stallDetector.look(150, PATIENCE, 0);
        assertThat(stallDetector.isPreempted()).isFalse();
    }

    @Test
    void of_many_it_watches_one_after_the_other_and_never_its_own() {
        TaskQueue[] queues = queues(3);
        StallDetector stallDetector = new StallDetector(queues, OWN);
        int[] seen = new int[3];
        for (int turn = 0; turn < 10; turn++) {
            stallDetector.look(1000L * turn, PATIENCE, turn);
            stallDetector.look(1000L * turn + 500, PATIENCE, turn);
            assertThat(stallDetector.isPreempted()).isTrue();
            seen[stallDetector.queue()]++;
        }
        assertThat(seen).containsExactly(0, 5, 5);
    }

    private static TaskQueue[] queues(int count) {
        Graph wide = Graph.define("wide", root -> IntStream.range(0, count).forEach(i -> root.then("n" + i, () -> {})));
        StaticSchedule schedule =
                ListScheduler.of(ProgramBuilder.build(Planner.plan(wide), new TaskContext(count, false)), count);
        EpochBitmap claims = new EpochBitmap(schedule.firstOfQueue());
        CompletionStamps state = new CompletionStamps(schedule);
        return IntStream.range(0, count)
                .mapToObj(slot -> new TaskQueue(slot, schedule, claims, state))
                .toArray(TaskQueue[]::new);
    }
}
