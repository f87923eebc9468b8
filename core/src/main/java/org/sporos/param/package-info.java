/**
 * Params: scalars that kernels read and that host code sets between submits. A run uses the values at its submit, so a
 * changed param needs no new graph and no new executable.
 *
 * <pre>{@code
 * DoubleParam dt = DoubleParam.of("dt", 0.1);
 * Graph step = Graph.define(
 *         "step",
 *         root -> root.thenParallelFor("move", RangePolicy.of(n), i -> x.set(i, x.get(i) + dt.get() * y.get(i))));
 * try (ExecutableGraph exec = step.instantiate(space)) {
 *     exec.submit();
 *     dt.set(0.05);
 *     exec.submit();
 *     space.fence();
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.param;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
