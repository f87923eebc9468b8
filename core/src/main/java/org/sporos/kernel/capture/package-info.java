/**
 * Capture: finds the method that a kernel body runs, and the values that the body captured.
 *
 * <p>A lambda is written to an object stream that keeps its {@link java.lang.invoke.SerializedLambda} and drops the
 * bytes: this needs no flags and no opened packages. The code of methods is not read here.
 */
@NullMarked
package org.sporos.kernel.capture;

import org.jspecify.annotations.NullMarked;
