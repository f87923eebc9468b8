/** Interval analysis of kernels, and the proofs derived from it. */
@NullMarked
package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.NullMarked;
