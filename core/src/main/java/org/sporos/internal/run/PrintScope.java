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

    /** Sets this thread's scope, or null for none; returns the previous one, to be restored later. */
    public static @Nullable PrintScope enter(@Nullable PrintScope scope) {
        PrintScope before = CURRENT.get();
        CURRENT.set(scope);
        return before;
    }

    /** Prints a line in this thread's scope, if it has one; see {@link PrintedLine}. */
    public static void print(String format, int doubles, long first, long second, long third) {
        PrintScope at = CURRENT.get();
        if (at != null) {
            at.lines.add(new PrintedLine(at.node, at.i, at.j, at.k, at.l, format, doubles, first, second, third));
        }
    }
}
