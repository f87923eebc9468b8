package org.sporos.internal.run;

import org.jspecify.annotations.Nullable;

/**
 * The work item of this thread's current lambda call, if that may print. Set by backends that run Java code, for one
 * call. Immutable.
 *
 * @param lines the receiver of printed lines
 * @param node the number of the node
 * @param i the first index of the work item, or the rank of its team
 * @param j the second index, or the rank of the member in its team
 * @param k the third index
 * @param l the fourth index
 */
public record PrintScope(PrintedLines lines, int node, long i, long j, long k, long l) {
    private static final ThreadLocal<@Nullable PrintScope> CURRENT = new ThreadLocal<>();

    /** Returns the scope of this thread, or null if nothing prints. */
    public static @Nullable PrintScope current() {
        return CURRENT.get();
    }

    /** Sets this thread's scope, or null for none; returns the previous one, to be restored later. */
    public static @Nullable PrintScope enter(@Nullable PrintScope scope) {
        PrintScope before = CURRENT.get();
        CURRENT.set(scope);
        return before;
    }

    /** Prints a line; see {@link PrintedLine}. */
    public void print(String format, int doubles, long first, long second, long third) {
        lines.add(new PrintedLine(node, i, j, k, l, format, doubles, first, second, third));
    }
}
