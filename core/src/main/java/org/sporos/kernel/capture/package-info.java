/**
 * Finds the method and the captured values of kernel bodies.
 *
 * <p>The {@link java.lang.invoke.SerializedLambda} of a lambda is intercepted in an object stream, which needs no JVM
 * flags and no opened packages. Bytecode is not read here.
 */
@NullMarked
package org.sporos.kernel.capture;

import org.jspecify.annotations.NullMarked;
