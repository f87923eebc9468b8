package org.sporos.kernel.ir;

import org.sporos.policy.TeamPolicy;

/** The levels of scratch memory of a team, with their names in texts and in {@link TeamPolicy}. */
public enum ScratchLevel {
    /** The shared memory of a block. */
    SHARED("scratch", "withScratch") {
        @Override
        public int bytes(TeamPolicy policy) {
            return policy.scratchBytes();
        }
    },
    /** The memory of the device. */
    DEVICE("device scratch", "withDeviceScratch") {
        @Override
        public int bytes(TeamPolicy policy) {
            return policy.deviceScratchBytes();
        }
    };

    private final String noun;
    private final String method;

    ScratchLevel(String noun, String method) {
        this.noun = noun;
        this.method = method;
    }

    /** Returns the bytes of a team. */
    public abstract int bytes(TeamPolicy policy);

    /** Returns the error sentence about a node that requests a negative number of elements. */
    public String negative(long elements) {
        return "asks for " + noun + " of " + elements + " elements; use 0 or more";
    }

    /** Returns the error sentence about a node that requests more bytes than its policy has. */
    public String exceeded(long bytes, long limit) {
        return "asks for " + bytes + " bytes of " + noun + " for a team, and its policy has " + limit
                + "; ask for less, or give the TeamPolicy " + method + "(" + bytes + ")";
    }

    /** Returns its noun. */
    @Override
    public String toString() {
        return noun;
    }

    /** Returns a number of elements in its memory, as a request. */
    public String request(long elements, String type) {
        return noun + " of " + elements + " " + type + "s";
    }
}
