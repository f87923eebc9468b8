package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** Prints tables of measurements. */
final class Table {
    private Table() {}

    /** Prints the first line of a table and the line below it. */
    static void head(String line) {
        System.out.println(line);
        System.out.println(line.replaceAll("[^|]+", " --- "));
    }

    /**
     * Prints a title and a table for several sizes, on the space that the library takes by itself.
     *
     * @param what the measured work
     * @param head the first line of the table
     * @param usual the default sizes
     * @param rows measures one size and prints its rows
     */
    static void bySize(String what, String head, int[] usual, String[] args, ObjIntConsumer<ExecutionSpace> rows) {
        int[] sizes = args.length == 0
                ? usual
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println(what + " on " + space.description() + ", JDK " + Runtime.version());
            head(head);
            for (int n : sizes) {
                rows.accept(space, n);
            }
        }
    }
}
