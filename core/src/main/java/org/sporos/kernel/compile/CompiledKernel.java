package org.sporos.kernel.compile;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.KernelCall.Role;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;

/**
 * A body of a node, with its kernel and what is known of it. The IR may be shared with other nodes that run the same
 * code: views, params and scalars are those of the facts' binding, not those that the IR's instructions remember.
 *
 * @param role the part that the body plays in its node
 * @param facts what the body does with its indexes
 * @param code the kernel to run with its proofs: that of the facts, or over an index set one that takes positions
 * @param set the set whose elements the indexes are, or null
 */
public record CompiledKernel(
        Role role,
        KernelBody body,
        KernelFacts facts,
        KernelFacts code,
        @Nullable IndexSet set) {}
