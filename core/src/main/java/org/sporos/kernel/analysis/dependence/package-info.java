/**
 * Facts about a kernel's accesses to its views: where it reads and writes, whether its work items disturb each other.
 */
@NullMarked
package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.NullMarked;
