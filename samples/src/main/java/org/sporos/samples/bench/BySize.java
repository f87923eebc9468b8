package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** A table of measurements for several sizes, on the default space. */
final class BySize {
    private BySize() {}

    /**
     * Prints a title and a table.
     *
     * @param what the measured work
     * @param head the first line of the table
     * @param usual the default sizes
     * @param rows measures one size and prints its rows
     */
    static void print(String what, String head, int[] usual, String[] args, ObjIntConsumer<ExecutionSpace> rows) {
        int[] sizes = args.length == 0
                ? usual
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println(what + " on " + space.description() + ", JDK " + Runtime.version());
            System.out.println(head);
            System.out.println(head.replaceAll("[^|]+", " --- "));
            for (int n : sizes) {
                rows.accept(space, n);
            }
        }
    }
}
