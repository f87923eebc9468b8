/**
 * Passes over kernels in the {@link org.sporos.kernel.ir IR}: each makes another kernel that gives the same results.
 * Each is a file with its precondition and its cost question. {@link org.sporos.kernel.transform.KernelPipeline} lists
 * those of C++, and {@code host.jit} those of bytecode.
 */
@NullMarked
package org.sporos.kernel.transform;

import org.jspecify.annotations.NullMarked;
