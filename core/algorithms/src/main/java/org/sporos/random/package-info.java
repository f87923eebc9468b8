/**
 * Random numbers for kernels. Each number is a pure function of a seed, a stream and a counter: nothing is stored, work
 * items share no state, and each backend, number of threads and launch shape gives the same bits.
 *
 * <p>A generator ({@link org.sporos.random.Philox}, or the cheaper {@link org.sporos.random.SplitMix}) gives 64 random
 * bits for each (seed, stream, counter). {@link org.sporos.random.Distributions} turns 64 bits into a number of a
 * distribution.
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.random;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
