/**
 * From a Java lambda to checked C++: what the parts of the kernel compiler share.
 *
 * <p>The chain is {@code capture} (find the lambda's method and what it captured), {@code bytecode} (lift it to the
 * IR), {@code ir}, then passes, facts and C++ text. What is not in the kernel language is a {@link KernelProblem} with
 * one of the codes of {@link KernelCode}.
 */
@NullMarked
package org.sporos.kernel;

import org.jspecify.annotations.NullMarked;
