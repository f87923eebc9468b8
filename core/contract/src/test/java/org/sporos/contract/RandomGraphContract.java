package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeTasks;
import org.sporos.graph.RecordedOrder;
import org.sporos.graph.Task;
import org.sporos.matrix.Full;
import org.sporos.space.ExecutionSpace;

/** Random graphs against plain loops. {@code -Dsporos.contract.seed=...} repeats a run. */
abstract class RandomGraphContract extends Contract {
    private static final long MILLIS_TO_REDUCE = 60_000;

    @Test
    void random_graphs_do_what_plain_loops_do() {
        // Each kernel takes a compiler of C++ some tenths of a second.
        compare(isHost() ? 40 : Full.count(2, 4));
    }

    @Test
    @Tag("full")
    void many_random_graphs_do_what_plain_loops_do() {
        compare(isHost() ? 1500 : 100);
    }

    private void compare(int programs) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("random graphs on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < programs; number++) {
            Random random = new Random(seeds.nextLong());
            Program program = Program.random(random, 1 + random.nextInt(40));
            ProgramState state = new ProgramState();
            try (ProgramMemory memory = new ProgramMemory(space());
                    ExecutableGraph exec = program.graph("random", memory).instantiate(space())) {
                for (int run = 0; run < 3; run++) {
                    exec.submit();
                    program.runPlainly(state);
                }
                space().fence();
                memory.requireEqual(state, "program " + number + " of seed " + seed);
            }
        }
    }

    /**
     * The same works by eager calls, and by graphs that are recorded of them: with the order of the calls, and without.
     */
    @Test
    void random_eager_calls_and_what_is_recorded_of_them_do_what_plain_loops_do() {
        // Where each work is compiled by itself, by a compiler of C++, that takes longest.
        compareEager(isHost() ? 15 : Full.count(1, 2));
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
            ProgramState state = new ProgramState();
            for (int run = 0; run < 3; run++) {
                program.runPlainly(state);
            }
            try (ProgramMemory memory = new ProgramMemory(space())) {
                List<Task> tasks = NodeTasks.of(program.graph("eager", memory));
                for (int run = 0; run < 3; run++) {
                    tasks.forEach(space()::submit);
                }
                space().fence();
                memory.requireEqual(state, "eager program " + number + " of seed " + seed);
            }
            for (RecordedOrder order : RecordedOrder.values()) {
                try (ProgramMemory memory = new ProgramMemory(space());
                        ExecutableGraph exec = recorded(program, memory, order).instantiate(space())) {
                    submit(exec, 3);
                    space().fence();
                    memory.requireEqual(state, order + " of program " + number + " of seed " + seed);
                }
            }
        }
    }

    private Graph recorded(Program program, ProgramMemory memory, RecordedOrder order) {
        List<Task> tasks = NodeTasks.of(program.graph("recorded", memory));
        return Graph.record("recorded", order, () -> tasks.forEach(space()::submit));
    }

    /**
     * Sessions by the generator as it is compiled, without names of variables, and without all debugging tables in
     * turns. {@code -Dsporos.contract.fuzzMinutes=20} plays sessions for so long and tells all kinds of failures.
     */
    @Test
    void random_sessions_do_what_plain_loops_do() throws ReflectiveOperationException {
        play(isHost() ? 24 : 3, Integer.getInteger("sporos.contract.fuzzMinutes", 0));
    }

    @Test
    @Tag("full")
    void many_random_sessions_do_what_plain_loops_do() throws ReflectiveOperationException {
        play(isHost() ? 2_000 : 60, 0);
    }

    private void play(int sessions, int minutes) throws ReflectiveOperationException {
        long first = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("random sessions on " + spec() + ": -Dsporos.contract.seed=" + first);
        List<Method> players = players();
        long begin = System.nanoTime();
        long end = begin + TimeUnit.MINUTES.toNanos(minutes);
        Map<String, Integer> failures = new LinkedHashMap<>();
        int played = 0;
        for (long seed = first; minutes > 0 ? System.nanoTime() < end : played < sessions; seed++) {
            String found = play(players.get((int) Math.floorMod(seed, (long) players.size())), seed, failures.keySet());
            played++;
            if (found != null) {
                String kind = found.lines().findFirst().orElseThrow();
                int times = failures.merge(kind, 1, Integer::sum);
                long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
                System.out.println("session " + played + ", -Dsporos.contract.seed=" + seed + ", after " + seconds
                        + " s: " + (times == 1 ? found : kind));
                if (minutes == 0) {
                    throw new AssertionError("session of seed " + seed + ": " + found);
                }
            }
        }
        System.out.println(played + " sessions");
        assertThat(failures).isEmpty();
    }

    /** The seed decides how the generator is compiled, too, and so repeats a session by itself. */
    private @Nullable String play(Method player, long seed, Set<String> known) throws ReflectiveOperationException {
        String name = Thread.currentThread().getName();
        // A dump of the threads tells which session does not end.
        Thread.currentThread().setName("session of seed " + seed);
        try {
            return (String) player.invoke(null, space(), seed, known, MILLIS_TO_REDUCE);
        } finally {
            Thread.currentThread().setName(name);
        }
    }

    private static List<Method> players() throws ReflectiveOperationException {
        List<Method> players = new ArrayList<>();
        for (ClassLoader loader : List.of(
                RandomGraphContract.class.getClassLoader(), new StrippedClasses(true), new StrippedClasses(false))) {
            players.add(loader.loadClass(ProgramSession.class.getName())
                    .getMethod("failure", ExecutionSpace.class, long.class, Set.class, long.class));
        }
        return players;
    }
}
