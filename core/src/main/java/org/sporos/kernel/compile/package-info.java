/**
 * All kernels of a graph: captured, lifted and with their facts. Lambdas of the same code that captured values of the
 * same kinds are lifted once.
 */
@NullMarked
package org.sporos.kernel.compile;

import org.jspecify.annotations.NullMarked;
