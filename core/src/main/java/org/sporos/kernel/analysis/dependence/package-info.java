/** Dependence analysis: the elements accessed by a kernel, and races among its work items and between kernels. */
@NullMarked
package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.NullMarked;
