/**
 * The bytecode tier: loop classes generated from the IR and shared by kernels of equal code, loops that call a lambda,
 * and the selection between bytecode and C++ by measured times.
 */
@NullMarked
package org.sporos.host.jit;

import org.jspecify.annotations.NullMarked;
