package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;

/**
 * A kernel body that a node calls, and its iteration space.
 *
 * @param role its role in the node
 * @param policy the iteration space; null for a single call
 */
public record KernelCall(
        Role role, KernelBody body, @Nullable Policy policy) {

    /** The roles of kernel bodies in a node. */
    public enum Role {
        /** The body of a parallel for. */
        FOR,
        /** The value that each index contributes to a reduction. */
        CONTRIBUTION,
        /** The operator of a custom reduction. */
        JOIN,
        /** The value that each index contributes to a prefix sum. */
        ADDEND,
        /** The consumer of each index's prefix sum. */
        CONSUMER,
        /** A single call. */
        SINGLE,
        /** The condition of a branch or loop. */
        CONDITION,
        /** The selector of a switch. */
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
