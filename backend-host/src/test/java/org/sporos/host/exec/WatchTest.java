package org.sporos.host.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.Planner;

/** When the holder of a list counts as one that has lost its core. */
class WatchTest {
    private static final int OWN = 0;
    private static final long PATIENCE = 100;

    @Test
    void a_holder_that_gets_on_has_not_lost_its_core() {
        TapeList[] lists = lists(2);
        Watch watch = new Watch(lists, OWN);
        for (int now = 0; now < 1000; now += 60) {
            watch.look(now, PATIENCE, 0);
            lists[1].goesOn(now + 1);
            assertThat(watch.isLost()).isFalse();
        }
    }

    @Test
    void a_holder_that_does_not_get_on_for_longer_than_one_waits_has_lost_its_core_until_it_gets_on() {
        TapeList[] lists = lists(2);
        Watch watch = new Watch(lists, OWN);
        watch.look(0, PATIENCE, 0);
        watch.look(100, PATIENCE, 0);
        assertThat(watch.isLost()).isFalse();
        watch.look(101, PATIENCE, 0);
        assertThat(watch.list()).isEqualTo(1);
        assertThat(watch.isLost()).isTrue();
        lists[1].goesOn(1);
        assertThat(watch.isLost()).isFalse();
        watch.look(102, PATIENCE, 0);
        watch.look(150, PATIENCE, 0);
        assertThat(watch.isLost()).isFalse();
    }

    @Test
    void of_many_it_watches_one_after_the_other_and_never_its_own() {
        TapeList[] lists = lists(3);
        Watch watch = new Watch(lists, OWN);
        int[] seen = new int[3];
        for (int turn = 0; turn < 10; turn++) {
            watch.look(1000L * turn, PATIENCE, turn);
            watch.look(1000L * turn + 500, PATIENCE, turn);
            assertThat(watch.isLost()).isTrue();
            seen[watch.list()]++;
        }
        assertThat(seen).containsExactly(0, 5, 5);
    }

    private static TapeList[] lists(int count) {
        Graph wide = Graph.define("wide", root -> IntStream.range(0, count).forEach(i -> root.then("n" + i, () -> {})));
        Tapes tapes = TapesBuilder.of(ProgramBuilder.build(Planner.plan(wide), new TaskContext(count, false)), count);
        Claims claims = new Claims(tapes.firstOfSlot());
        TapeState state = new TapeState(tapes);
        return IntStream.range(0, count)
                .mapToObj(slot -> new TapeList(slot, tapes, claims, state))
                .toArray(TapeList[]::new);
    }
}
