package org.sporos.host.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the same task graphs on the host backend and in C++ with oneTBB and OpenMP: all in turns, many rounds, so that
 * what disturbs one disturbs the others, and prints tables of medians and of the medians of the ratios of each round. A
 * program and not a test: it asserts nothing. Where no C++ compiler is found it says so and ends.
 *
 * <p>Options: {@code --rounds=N}, {@code --millis=N} (of each measurement), {@code --nodes=N}
 * (nanoseconds, only nodes of so much work), {@code --spinning=N} (only beside so many processes), and the names of
 * sections: graphs, pinned, busy, work, sizes; all of them if none is named. What follows the word {@code kernels} is
 * for {@link KernelCompare}, what follows {@code tiers} for {@link TierCompare}, {@code mesh} for {@link MeshCompare},
 * and {@code elements} for {@link ElementTimes}.
 */
public final class Compare {
    private static final List<String> SECTIONS = List.of("graphs", "pinned", "busy", "work", "sizes");

    private Compare() {}

    /** Prints the tables. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = option(args, "--rounds=", 7);
        int millis = option(args, "--millis=", 40);
        if (args.length > 0 && isProgram(args[0], Arrays.copyOfRange(args, 1, args.length))) {
            return;
        }
        List<String> sections = new ArrayList<>(Arrays.asList(args));
        sections.removeIf(arg -> arg.startsWith("--"));
        NativeSide compiled;
        try {
            compiled = NativeSide.compile();
        } catch (IOException e) {
            System.out.println("skipped: " + e.getMessage());
            return;
        }
        if (!compiled.hasTbb()) {
            System.out.println("without oneTBB: its headers or its library are not installed (libtbb-dev)\n");
        }
        Sections all =
                new Sections(compiled, rounds, millis, option(args, "--nodes=", -1), option(args, "--spinning=", -1));
        for (String section : sections.isEmpty() ? SECTIONS : sections) {
            switch (section) {
                case "graphs" -> all.graphs();
                case "pinned" -> all.pinned();
                case "busy" -> all.busy();
                case "work" -> all.work();
                case "sizes" -> all.sizes();
                default -> throw new IllegalArgumentException("no section " + section + ", but " + SECTIONS);
            }
        }
    }

    /** Returns whether a word is a program of its own, after it has run. */
    private static boolean isProgram(String word, String[] args) throws IOException, InterruptedException {
        switch (word) {
            case "kernels" -> KernelCompare.main(args);
            case "tiers" -> TierCompare.main(args);
            case "mesh" -> MeshCompare.main(args);
            case "elements" -> ElementTimes.main(args);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static int option(String[] args, String name, int otherwise) {
        for (String arg : args) {
            if (arg.startsWith(name)) {
                return Integer.parseInt(arg.substring(name.length()));
            }
        }
        return otherwise;
    }
}
