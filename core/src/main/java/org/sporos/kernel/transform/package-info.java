/**
 * Passes over kernels in the IR of {@code kernel.ir}: each returns another kernel with the same results. Each is a file
 * with its precondition and its cost model. {@code KernelPipeline} lists the passes for C++, and {@code host.jit} those
 * for bytecode.
 */
@NullMarked
package org.sporos.kernel.transform;

import org.jspecify.annotations.NullMarked;
