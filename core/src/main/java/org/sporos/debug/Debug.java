package org.sporos.debug;

import org.sporos.internal.run.PrintScope;

/**
 * Lines that the work items of kernels print. They are collected while a graph runs, and logged when the run has ended,
 * at the latest by the fence, sorted by node and indexes; each space prints the same ones. Without the system property
 * {@code sporos.debug} a call is nothing: the kernel is the one that it would be without it.
 *
 * <p>The format is a constant. Each <code>{}</code> in it stands for one value, of which there may be three, longs or
 * doubles: an int is widened to a long, a float to a double. A run keeps as many lines as the property {@code
 * sporos.debug.lines} says, 1000 if it is not set, and counts the others.
 *
 * <pre>{@code
 * root.thenParallelFor("fill", RangePolicy.of(n), i -> {
 *     u.set(i, Math.sqrt(i));
 *     Debug.print("u = {}", u.get(i));
 * });
 * }</pre>
 *
 * <p>It prints in loops, contributions of reductions, teams and single calls; a condition, a scan, the join of a custom
 * reduction and a nested range of a team refuse it with the code K219, and a format that is wrong has the code K218. In
 * code that no graph runs it does nothing. Stateless; any thread may call it.
 */
public final class Debug {
    private Debug() {}

    /** Prints a line without values. */
    public static void print(String format) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 0, 0, 0, 0);
        }
    }

    /** Prints a line with one value. */
    public static void print(String format, long first) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 0, first, 0, 0);
        }
    }

    /** Prints a line with one value. */
    public static void print(String format, double first) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 1, Double.doubleToRawLongBits(first), 0, 0);
        }
    }

    /** Prints a line with two values. */
    public static void print(String format, long first, long second) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 0, first, second, 0);
        }
    }

    /** Prints a line with two values. */
    public static void print(String format, long first, double second) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 2, first, Double.doubleToRawLongBits(second), 0);
        }
    }

    /** Prints a line with two values. */
    public static void print(String format, double first, long second) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 1, Double.doubleToRawLongBits(first), second, 0);
        }
    }

    /** Prints a line with two values. */
    public static void print(String format, double first, double second) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 3, Double.doubleToRawLongBits(first), Double.doubleToRawLongBits(second), 0);
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, long second, long third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 0, first, second, third);
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, long second, double third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 4, first, second, Double.doubleToRawLongBits(third));
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, double second, long third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 2, first, Double.doubleToRawLongBits(second), third);
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, long first, double second, double third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 6, first, Double.doubleToRawLongBits(second), Double.doubleToRawLongBits(third));
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, long second, long third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 1, Double.doubleToRawLongBits(first), second, third);
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, long second, double third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 5, Double.doubleToRawLongBits(first), second, Double.doubleToRawLongBits(third));
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, double second, long third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(format, 3, Double.doubleToRawLongBits(first), Double.doubleToRawLongBits(second), third);
        }
    }

    /** Prints a line with three values. */
    public static void print(String format, double first, double second, double third) {
        PrintScope scope = PrintScope.current();
        if (scope != null) {
            scope.print(
                    format,
                    7,
                    Double.doubleToRawLongBits(first),
                    Double.doubleToRawLongBits(second),
                    Double.doubleToRawLongBits(third));
        }
    }
}
