package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** Prints a table of measurements for several sizes, on the space that the library takes by itself. */
final class BySize {
    private BySize() {}

    /**
     * Prints a title and a table.
     *
     * @param what is measured
     * @param head the first line of the table
     * @param usual the sizes, if the arguments name none
     * @param rows measures for a size, and prints its rows
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
