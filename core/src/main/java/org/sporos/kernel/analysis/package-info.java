/**
 * Analyses of the kernel IR with several users: uses and liveness of values, loops and their induction variables,
 * affine expressions. Control flow and constant folding are in the package of the IR.
 */
@NullMarked
package org.sporos.kernel.analysis;

import org.jspecify.annotations.NullMarked;
