/**
 * Kernels as bytecode: classes that are generated from the IR, one for all kernels of the same code, loops that call a
 * lambda, and the selection of the tier of code that does the work.
 */
@NullMarked
package org.sporos.host.jit;

import org.jspecify.annotations.NullMarked;
