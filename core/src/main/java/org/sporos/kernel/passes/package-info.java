/** Proofs about the values of a kernel before it runs: intervals, and what follows from them. */
@NullMarked
package org.sporos.kernel.passes;

import org.jspecify.annotations.NullMarked;
