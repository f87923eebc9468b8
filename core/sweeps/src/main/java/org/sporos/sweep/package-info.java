/**
 * Parameter sweeps: one function, called for many sets of parameters by threads that each own a space.
 *
 * <p>{@link org.sporos.sweep.Sweep} runs it, {@link org.sporos.sweep.SweepTable} has the results in the order of the
 * cases. The package uses the public API only.
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.sweep;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
