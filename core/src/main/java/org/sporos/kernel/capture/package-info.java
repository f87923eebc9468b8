/**
 * Finds what stands behind a kernel body: the method that it runs and the values that it captured.
 *
 * <p>A lambda is serialised into nowhere through a stream that sees its {@link java.lang.invoke.SerializedLambda} go
 * by: this needs no flags and no opened packages. Nothing here reads method code.
 */
@NullMarked
package org.sporos.kernel.capture;

import org.jspecify.annotations.NullMarked;
