package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeTasks;
import org.sporos.graph.RecordedOrder;
import org.sporos.graph.Task;

/** Random graphs against plain loops. {@code -Dsporos.contract.seed=...} repeats a run. */
abstract class RandomGraphContract extends Contract {

    @Test
    void random_graphs_do_what_plain_loops_do() {
        compare(40);
    }

    @Test
    @Tag("full")
    void many_random_graphs_do_what_plain_loops_do() {
        compare(1500);
    }

    private void compare(int programs) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("random graphs on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < programs; number++) {
            Random random = new Random(seeds.nextLong());
            Program program = Program.random(random, 1 + random.nextInt(40));
            Program.State state = new Program.State();
            try (Program.Memory memory = new Program.Memory(space());
                    ExecutableGraph exec = program.graph("random", memory).instantiate(space())) {
                for (int run = 0; run < 3; run++) {
                    exec.submit();
                    program.runPlainly(state);
                }
                space().fence();
                check(state, memory, "program " + number + " of seed " + seed);
            }
        }
    }

    /**
     * The same works by eager calls, and by graphs that are recorded of them: with the order of the calls, and without.
     */
    @Test
    void random_eager_calls_and_what_is_recorded_of_them_do_what_plain_loops_do() {
        // Where each work is compiled by itself, by a compiler of C++, that takes longest.
        compareEager(isHost() ? 15 : 2);
    }

    @Test
    @Tag("full")
    void many_random_eager_calls_do_what_plain_loops_do() {
        compareEager(isHost() ? 400 : 20);
    }

    private void compareEager(int programs) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("random eager calls on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < programs; number++) {
            Random random = new Random(seeds.nextLong());
            Program program = Program.random(random, 1 + random.nextInt(40));
            Program.State state = new Program.State();
            for (int run = 0; run < 3; run++) {
                program.runPlainly(state);
            }
            try (Program.Memory memory = new Program.Memory(space())) {
                List<Task> tasks = NodeTasks.of(program.graph("eager", memory));
                for (int run = 0; run < 3; run++) {
                    tasks.forEach(space()::submit);
                }
                space().fence();
                check(state, memory, "eager program " + number + " of seed " + seed);
            }
            for (RecordedOrder order : RecordedOrder.values()) {
                try (Program.Memory memory = new Program.Memory(space());
                        ExecutableGraph exec = recorded(program, memory, order).instantiate(space())) {
                    for (int run = 0; run < 3; run++) {
                        exec.submit();
                    }
                    space().fence();
                    check(state, memory, order + " of program " + number + " of seed " + seed);
                }
            }
        }
    }

    private Graph recorded(Program program, Program.Memory memory, RecordedOrder order) {
        List<Task> tasks = NodeTasks.of(program.graph("recorded", memory));
        return Graph.record("recorded", order, () -> tasks.forEach(space()::submit));
    }

    private static void check(Program.State state, Program.Memory memory, String what) {
        for (int i = 0; i < Program.ARRAYS; i++) {
            assertThat(memory.arrays[i].toArray()).as("array %d, %s", i, what).isEqualTo(state.arrays[i]);
        }
        for (int i = 0; i < Program.SCALARS; i++) {
            assertThat(memory.scalars[i].toArray()).as("scalar %d, %s", i, what).containsExactly(state.scalars[i]);
        }
        for (int i = 0; i < Program.MIRRORS; i++) {
            assertThat(memory.mirrors[i].toArray()).as("mirror %d, %s", i, what).isEqualTo(state.mirrors[i]);
        }
    }
}
