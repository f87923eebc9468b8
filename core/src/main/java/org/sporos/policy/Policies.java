package org.sporos.policy;

import org.sporos.error.CodedArgumentException;

/** Checks shared by policies. */
final class Policies {
    static final int MAX_BLOCK = 1024;

    private Policies() {}

    static void checkRange(String policy, long begin, long end) {
        if (end < begin) {
            throw invalid(policy + " of [" + begin + ", " + end + ") has a negative size; use an end that is not before"
                    + " the begin"
                    + (begin >= 0 && end < 0
                            ? "; a product of ints wraps at 2147483648, so compute it as a long"
                            : ""));
        }
        if (end - begin < 0) {
            throw invalid(policy + " of [" + begin + ", " + end + ") has more indexes than a long can count");
        }
    }

    static void checkBlock(String policy, int threads) {
        if (threads < 0 || threads > MAX_BLOCK) {
            throw invalid(policy + " with a block of " + threads + " threads; use 1 to " + MAX_BLOCK
                    + ", or 0 to leave it to the library");
        }
    }

    static void checkGrid(String policy, int blocks) {
        if (blocks < 0) {
            throw invalid(policy + " with a grid of " + blocks + " blocks; use a positive number, or 0 to leave it to"
                    + " the library");
        }
    }

    static void checkChunk(String policy, long indexes) {
        if (indexes < 0) {
            throw invalid(policy + " with a chunk of " + indexes + " indexes; use a positive one, or 0 to leave it to"
                    + " the library");
        }
    }

    static IllegalArgumentException invalid(String what) {
        return new CodedArgumentException("G005", what);
    }
}
