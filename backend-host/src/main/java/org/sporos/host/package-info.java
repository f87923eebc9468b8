/**
 * The host backend: spaces that run graphs on threads of this process. {@code natives}, {@code jit} and {@code task}
 * make the code of kernels and the tasks that call it; {@code schedule} makes a program of a plan; {@code run} and
 * {@code threads} do one run of it; {@code submit} has the executable, and takes runs from their submit to their end.
 */
@NullMarked
package org.sporos.host;

import org.jspecify.annotations.NullMarked;
