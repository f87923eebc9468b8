package org.sporos.kernel.index;

import org.sporos.kernel.facts.KernelFacts;
import org.sporos.policy.KernelBody;

/**
 * A body of a node, with its kernel and what is known of it. The IR may be shared with other nodes that run the same code:
 * views, params and scalars are those of the facts' binding, not those that the IR's instructions remember.
 */
public record CompiledKernel(KernelBody body, KernelFacts facts) {}
