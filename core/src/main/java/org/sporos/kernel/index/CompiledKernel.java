package org.sporos.kernel.index;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.KernelCall;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.policy.IndexSet;

/**
 * A body of a node, with its kernel and what is known of it. The IR may be shared with other nodes that run the same code:
 * views, params and scalars are those of the facts' binding, not those that the IR's instructions remember.
 *
 * @param call the body, and what it is called for
 * @param facts what the body does with its indexes
 * @param code the kernel to run with its proofs: that of the facts, or over an index set one that takes positions
 * @param set the set whose elements the indexes are, or null
 */
public record CompiledKernel(
        KernelCall call,
        KernelFacts facts,
        KernelFacts code,
        @Nullable IndexSet set) {

    /** Returns the part that it plays in its node. */
    public KernelCall.Role role() {
        return call.role();
    }
}
