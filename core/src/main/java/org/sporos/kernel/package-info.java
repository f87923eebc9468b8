/**
 * From a Java lambda to checked code: the types that the parts of the kernel compiler share.
 *
 * <p>The packages in it are the steps: {@code capture} finds the method of a lambda and the values that it captured,
 * {@code bytecode} lifts the method to the intermediate form in {@code ir}, {@code passes} prove what values can be,
 * {@code facts} tell which elements a kernel touches, and {@code cpp} emits C++. {@code index} does the steps up to the
 * facts for all kernels of a graph, and {@code cache} keeps compiled programs on disk. Bytecode is written from the
 * same form by the host backend. What is not in the kernel language is a {@link KernelProblem} with one of the codes of
 * {@link KernelCode}.
 */
@NullMarked
package org.sporos.kernel;

import org.jspecify.annotations.NullMarked;
