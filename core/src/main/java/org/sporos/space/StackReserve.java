package org.sporos.space;

/**
 * A look at how much stack a thread has left, before a call begins what it must also end. A {@code StackOverflowError} in the
 * midst of a submit or a fence would leave a queue locked; this has it thrown before anything was changed.
 *
 * <p>A level of the recursion has a frame of about 500 bytes, since so many values live at the same time in one of its
 * branches. That branch is taken once in {@value #PERIOD} calls, which is often enough for the JIT compiler to keep it, and so
 * the frame. All levels together have more than what the library needs below, without the code of users, which is guarded.
 */
public final class StackReserve {
    private static final int LEVELS = 16;
    private static final long PERIOD = 1024;

    /** As many calls take the wide branch at first, so that the JIT compiler never sees a profile without it. */
    private static final int FIRST = 2000;

    private static volatile long source;
    /** Written without order: about so many calls are enough. */
    private static int calls;

    private StackReserve() {}

    /**
     * Throws if there is too little stack left for a call of the library.
     *
     * @param turn any number that the caller counts up
     * @throws StackOverflowError if there is too little
     */
    public static void require(long turn) {
        boolean first = calls < FIRST;
        if (first) {
            calls++;
        }
        if (level(LEVELS, first || turn % PERIOD == 0) == Long.MIN_VALUE) {
            // Never: a result that nobody looks at is not computed.
            source = 0;
        }
    }

    private static long level(int left, boolean wide) {
        if (!wide) {
            return left == 0 ? 1 : 1 + level(left - 1, false);
        }
        long v0 = source, v1 = source, v2 = source, v3 = source, v4 = source, v5 = source, v6 = source, v7 = source;
        long v8 = source,
                v9 = source,
                v10 = source,
                v11 = source,
                v12 = source,
                v13 = source,
                v14 = source,
                v15 = source;
        long v16 = source,
                v17 = source,
                v18 = source,
                v19 = source,
                v20 = source,
                v21 = source,
                v22 = source,
                v23 = source;
        long v24 = source,
                v25 = source,
                v26 = source,
                v27 = source,
                v28 = source,
                v29 = source,
                v30 = source,
                v31 = source;
        long v32 = source,
                v33 = source,
                v34 = source,
                v35 = source,
                v36 = source,
                v37 = source,
                v38 = source,
                v39 = source;
        long v40 = source,
                v41 = source,
                v42 = source,
                v43 = source,
                v44 = source,
                v45 = source,
                v46 = source,
                v47 = source;
        long v48 = source,
                v49 = source,
                v50 = source,
                v51 = source,
                v52 = source,
                v53 = source,
                v54 = source,
                v55 = source;
        long v56 = source,
                v57 = source,
                v58 = source,
                v59 = source,
                v60 = source,
                v61 = source,
                v62 = source,
                v63 = source;
        long sum = left == 0 ? 1 : level(left - 1, true);
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v63) + v62) + v61) + v60) + v59) + v58) + v57) + v56;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v55) + v54) + v53) + v52) + v51) + v50) + v49) + v48;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v47) + v46) + v45) + v44) + v43) + v42) + v41) + v40;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v39) + v38) + v37) + v36) + v35) + v34) + v33) + v32;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v31) + v30) + v29) + v28) + v27) + v26) + v25) + v24;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v23) + v22) + v21) + v20) + v19) + v18) + v17) + v16;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v15) + v14) + v13) + v12) + v11) + v10) + v9) + v8;
        sum = 31 * (31 * (31 * (31 * (31 * (31 * (31 * (31 * sum + v7) + v6) + v5) + v4) + v3) + v2) + v1) + v0;
        return sum;
    }
}
