package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;

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
