/**
 * Helpers shared by the backends' implementations of {@code org.sporos.spi}: effects and ends of runs, warnings about
 * long waits, names of work items, explanations of plans. Not visible to users.
 */
@NullMarked
package org.sporos.backend;

import org.jspecify.annotations.NullMarked;
