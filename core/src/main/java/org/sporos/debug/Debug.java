package org.sporos.debug;

import org.sporos.internal.run.PrintScope;

/**
 * Printing from the work items of kernels. Lines are collected during a run and logged after its end, at the latest by
 * the fence, sorted by node and indexes; each space prints the same ones. Without the system property {@code
 * sporos.debug} calls are removed from the kernel.
 *
 * <p>The format is a constant. Each <code>{}</code> in it is replaced by one value, of up to three longs or doubles: an
 * int is widened to a long, a float to a double. A run keeps up to {@code sporos.debug.lines} lines, a system property
 * with the default 1000, and counts the others.
 *
 * <pre>{@code
 * root.thenParallelFor("fill", RangePolicy.of(n), i -> {
 *     u.set(i, Math.sqrt(i));
 *     Debug.print("u = {}", u.get(i));
 * });
 * }</pre>
 *
 * <p>It is allowed in loops, contributions of reductions, teams and single calls; in a condition, a scan, the join of a
 * custom reduction and a nested range of a team it is refused with the code K219, and an invalid format with the code
 * K218. Outside of graphs it has no effect. Stateless; thread-safe.
 */
public final class Debug {
    private Debug() {}

    /** Prints a line without values. */
    public static void print(String format) {
        PrintScope.print(format, 0, 0, 0, 0);
    }

    /** Prints a line with one value. */
    public static void print(String format, long first) {
        PrintScope.print(format, 0, first, 0, 0);
    }

    /** Prints a line with one value. */
    public static void print(String format, double first) {
        PrintScope.print(format, 1, Double.doubleToRawLongBits(first), 0, 0);
    }

    /** Prints a line with two values. */
    public static void print(String format, long first, long second) {
        PrintScope.print(format, 0, first, second, 0);
    }

    /** Prints a line with two values. */
    public static void print(String format, long first, double second) {
        PrintScope.print(format, 2, first, Double.doubleToRawLongBits(second), 0);
    }

    /** Prints a line with two values. */
    public static void print(String format, double first, long second) {
        PrintScope.print(format, 1, Double.doubleToRawLongBits(first), second, 0);
    }

    /** Prints a line with two values. */
    public static void print(String format, double first, double second) {
        PrintScope.print(format, 3, Double.doubleToRawLongBits(first), Double.doubleToRawLongBits(second), 0);
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, long second, long third) {
        PrintScope.print(format, 0, first, second, third);
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, long second, double third) {
        PrintScope.print(format, 4, first, second, Double.doubleToRawLongBits(third));
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, double second, long third) {
        PrintScope.print(format, 2, first, Double.doubleToRawLongBits(second), third);
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, double second, double third) {
        PrintScope.print(format, 6, first, Double.doubleToRawLongBits(second), Double.doubleToRawLongBits(third));
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, long second, long third) {
        PrintScope.print(format, 1, Double.doubleToRawLongBits(first), second, third);
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, long second, double third) {
        PrintScope.print(format, 5, Double.doubleToRawLongBits(first), second, Double.doubleToRawLongBits(third));
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, double second, long third) {
        PrintScope.print(format, 3, Double.doubleToRawLongBits(first), Double.doubleToRawLongBits(second), third);
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, double second, double third) {
        PrintScope.print(
                format,
                7,
                Double.doubleToRawLongBits(first),
                Double.doubleToRawLongBits(second),
                Double.doubleToRawLongBits(third));
    }
}
