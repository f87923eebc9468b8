/** Proofs about the values of a kernel before it runs: intervals, and what follows from them. */
@NullMarked
package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.NullMarked;
