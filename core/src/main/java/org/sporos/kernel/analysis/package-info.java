/**
 * Analyses of the kernel IR that more than one part of the compiler takes: uses and liveness of values, loops and their
 * induction variables, affine expressions. Control flow and the meaning of operators on constants are with the IR.
 */
@NullMarked
package org.sporos.kernel.analysis;

import org.jspecify.annotations.NullMarked;
