/**
 * Compiles the kernels of a graph up to their facts: capture, lifting, analysis. Lambdas with the same code and kinds
 * of captured values are lifted once.
 */
@NullMarked
package org.sporos.kernel.compile;

import org.jspecify.annotations.NullMarked;
