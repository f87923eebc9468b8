package org.sporos.kernel.compile;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.KernelCall.Role;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;

/**
 * A body of a node, with its kernel and facts. The IR may be shared by nodes with the same code: captures are those of
 * the facts' binding, not of the IR's instructions.
 *
 * @param role the role of the body in its node
 * @param facts the facts of the body over its indexes
 * @param code the kernel to execute, with its proofs; over an index set its index is a position
 * @param set the index set, or null
 */
public record CompiledKernel(
        Role role,
        KernelBody body,
        KernelFacts facts,
        KernelFacts code,
        @Nullable IndexSet set) {}
