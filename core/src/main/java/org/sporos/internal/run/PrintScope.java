package org.sporos.internal.run;

import org.jspecify.annotations.Nullable;

/**
 * The work item that this thread runs a lambda for, where that may print. Set by backends that run Java code, for the
 * call of one lambda. Immutable.
 *
 * @param lines takes what is printed
 * @param node the number of the node
 * @param i the first index of the work item, or the rank of its team
 * @param j the second index, or the rank of the member in its team
 * @param k the third index
 * @param l the fourth index
 */
public record PrintScope(PrintedLines lines, int node, long i, long j, long k, long l) {
    private static final ThreadLocal<@Nullable PrintScope> CURRENT = new ThreadLocal<>();

    /** Returns the scope of this thread, or null where nothing prints. */
    public static @Nullable PrintScope current() {
        return CURRENT.get();
    }

    /** Makes a scope this thread's own, null for none, and returns the one before, to be given back in the end. */
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
