package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A C++ program with OpenMP as two processes that never run concurrently: one with threads bound to cores that spin at
 * the end of a loop, and one with threads that sleep at once. The better one counts: with shared cores, or beside other
 * work, either can be far behind.
 */
final class OpenMpSide implements AutoCloseable {
    private static final List<String> POLICIES = List.of("OMP_PROC_BIND=true", "OMP_WAIT_POLICY=passive");

    private final List<Counterpart> processes = new ArrayList<>();

    /**
     * Starts a program.
     *
     * @param command the program and its arguments, after assignments of environment variables
     */
    OpenMpSide(String... command) throws IOException {
        for (String policy : POLICIES) {
            List<String> all = new ArrayList<>(List.of("env", policy));
            Collections.addAll(all, command);
            processes.add(new Counterpart("C++", all));
        }
    }

    /**
     * Returns the answers to a line: one per policy, or a single one with one thread, for which the policies are equal.
     */
    List<String> ask(String line, int threads) {
        List<String> answers = new ArrayList<>();
        for (Counterpart process : threads == 1 ? processes.subList(0, 1) : processes) {
            rest();
            answers.add(process.ask(line));
        }
        return answers;
    }

    /** Waits until spinning threads sleep, before others are measured. */
    static void rest() {
        try {
            Thread.sleep(15);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        processes.forEach(Counterpart::close);
    }
}
