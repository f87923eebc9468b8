/**
 * Passes over the loops and branches inside of kernels: SSA form in, SSA form out. {@link
 * org.sporos.kernel.transform.KernelPipeline} lists them.
 */
@NullMarked
package org.sporos.kernel.transform;

import org.jspecify.annotations.NullMarked;
