package org.sporos.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** The ranks of a program: processes that a launcher has started, or threads of this one, each with its own space. */
public final class Ranks {
    private Ranks() {}

    /** A program of one rank. */
    @FunctionalInterface
    public interface Program {
        /** Runs it on the space of the rank. */
        void run(ExecutionSpace space, Communicator world);
    }

    /** Runs a program on each rank, by the options {@code ranks} and {@code space}. */
    static void run(Arguments arguments, Program program) {
        run(arguments.number("ranks"), arguments.text("space"), program);
    }

    /**
     * Runs a program on each rank, and waits.
     *
     * @param threads the number of ranks that are threads of this process, or 0 for the processes of a launcher
     * @param space the name of the spaces; {@code cuda} is the GPU of each rank, {@code cuda:0} is one for all
     * @throws IllegalStateException if a rank has failed
     */
    public static void run(int threads, String space, Program program) {
        if (threads == 0) {
            run(Communicators.open(), space, program);
            return;
        }
        Map<Integer, Throwable> failures = new ConcurrentSkipListMap<>();
        List<Thread> all = new ArrayList<>();
        for (Communicator world : Communicators.ofThreads(threads)) {
            int rank = world.rank();
            Thread thread = new Thread(() -> run(world, space, program), "rank " + rank);
            thread.setUncaughtExceptionHandler((own, failure) -> failures.put(rank, failure));
            all.add(thread);
            thread.start();
        }
        all.forEach(Ranks::join);
        if (!failures.isEmpty()) {
            IllegalStateException failed = new IllegalStateException("ranks that failed: " + failures);
            failures.values().forEach(failed::addSuppressed);
            throw failed;
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Communicator all, String name, Program program) {
        try (all;
                ExecutionSpace space = open(all, name);
                Communicator world = all.on(space)) {
            program.run(space, world);
        }
    }

    private static ExecutionSpace open(Communicator all, String name) {
        if (name.isEmpty()) {
            ExecutionSpace first = ExecutionSpaces.open();
            if (all.size() == 1 || first.name().startsWith("host")) {
                return first;
            }
            first.close();
            return open(all, first.name().split(":", 2)[0]);
        }
        return ExecutionSpaces.open(name.matches("cuda|hip") ? name + ":" + all.localRank() : name);
    }
}
