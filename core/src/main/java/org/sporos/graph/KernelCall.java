package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;

/**
 * A kernel body that a node calls, and its iteration space.
 *
 * @param role the part that it plays in the node
 * @param policy the indexes that it is called for; null where it is called without an index
 */
public record KernelCall(
        Role role, KernelBody body, @Nullable Policy policy) {

    /** The parts that kernel bodies play. */
    public enum Role {
        /** The body of a parallel for. */
        FOR,
        /** The value that each index gives to a reduction. */
        CONTRIBUTION,
        /** The operator of a custom reduction. */
        JOIN,
        /** The value that each index adds to a prefix sum. */
        ADDEND,
        /** The consumer of each index's prefix sum. */
        CONSUMER,
        /** A single call. */
        SINGLE,
        /** The question whether a branch is taken, or a loop goes on. */
        CONDITION,
        /** The number of the graph to run. */
        SELECTOR
    }

    /** Returns the call of a body for each index of a policy. */
    static KernelCall over(Policy policy, Role role, KernelBody body) {
        return new KernelCall(role, body, policy);
    }

    /** Returns the call of a body without an index. */
    static KernelCall once(Role role, KernelBody body) {
        return new KernelCall(role, body, null);
    }
}
