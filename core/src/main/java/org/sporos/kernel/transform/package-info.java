/**
 * Passes over kernels in the IR of {@code kernel.ir}: each makes another kernel that gives the same results.
 * Each is a file with its precondition and its cost question. {@code KernelPipeline} lists those of C++, and
 * {@code host.jit} those of bytecode.
 */
@NullMarked
package org.sporos.kernel.transform;

import org.jspecify.annotations.NullMarked;
