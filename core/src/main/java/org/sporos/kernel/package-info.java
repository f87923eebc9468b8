/**
 * The kernel compiler, from a Java lambda to checked code, and the types its packages share.
 *
 * <p>The phases are packages: {@code capture} finds the method of a lambda and its captured values, {@code bytecode}
 * lifts the method to the IR of {@code ir}, {@code transform} optimizes the IR, {@code analysis.interval} bounds
 * values, {@code analysis.dependence} finds the accessed elements, and {@code cpp} emits C++. {@code compile} runs the
 * phases up to the dependence facts for all kernels of a graph, and {@code diskcache} stores compiled programs. The
 * host backend emits bytecode from the same IR. Code outside of the kernel language is reported as a
 * {@link KernelProblem} with a {@link KernelCode}.
 */
@NullMarked
package org.sporos.kernel;

import org.jspecify.annotations.NullMarked;
