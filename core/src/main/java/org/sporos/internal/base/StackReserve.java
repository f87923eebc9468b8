package org.sporos.internal.base;

/**
 * A check of a thread's remaining stack before a call that must not be interrupted. A {@code StackOverflowError} inside
 * a submit or a fence would leave a queue locked; this throws it before any change.
 *
 * <p>A level of the recursion has a frame of about 200 bytes, from the many live values in one of its branches. That
 * branch is executed once in {@value #PERIOD} calls, often enough for the JIT compiler to keep it, and so the frame.
 * All levels together exceed the stack that the library needs below, without user code, which is guarded separately.
 */
public final class StackReserve {
    private static final int LEVELS = 40;
    private static final long PERIOD = 1024;

    /**
     * The number of initial calls that execute the wide branch, so that the JIT compiler never sees a profile without
     * it.
     */
    private static final int FIRST = 2000;

    private static volatile long source;
    /** Written without order: an approximate count suffices. */
    private static int calls;

    private StackReserve() {}

    /**
     * Throws if the stack is too short for a call of the library.
     *
     * @param turn a counter of the caller
     * @throws StackOverflowError if it is too short
     */
    public static void require(long turn) {
        boolean first = calls < FIRST;
        if (first) {
            calls++;
        }
        if (level(LEVELS, first || turn % PERIOD == 0) == Long.MIN_VALUE) {
            // Never executed: it keeps the result from being optimized away.
            source = 0;
        }
    }

    private static long level(int left, boolean wide) {
        if (!wide) {
            return left == 0 ? 1 : 1 + level(left - 1, false);
        }
        long v0 = source;
        long v1 = source;
        long v2 = source;
        long v3 = source;
        long v4 = source;
        long v5 = source;
        long v6 = source;
        long v7 = source;
        long v8 = source;
        long v9 = source;
        long v10 = source;
        long v11 = source;
        long v12 = source;
        long v13 = source;
        long v14 = source;
        long v15 = source;
        long v16 = source;
        long v17 = source;
        long v18 = source;
        long v19 = source;
        long v20 = source;
        long v21 = source;
        long v22 = source;
        long v23 = source;
        long sum = left == 0 ? 1 : level(left - 1, true);
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v0) + v1) + v2) + v3) + v4) + v5) + v6) + v7;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v8) + v9) + v10) + v11) + v12) + v13) + v14) + v15;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v16) + v17) + v18) + v19) + v20) + v21) + v22) + v23;
        return sum;
    }
}
