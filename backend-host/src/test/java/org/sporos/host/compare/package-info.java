/** A program that runs the same task graphs here and in C++ with oneTBB and OpenMP, in turns. See {@link Compare}. */
@NullMarked
package org.sporos.host.compare;

import org.jspecify.annotations.NullMarked;
