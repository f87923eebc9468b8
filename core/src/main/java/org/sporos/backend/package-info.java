/**
 * Helpers that backends share when they implement {@code org.sporos.spi}: effects and ends of runs, warnings about long
 * waits, names of work items, explanations of plans. Users do not see them.
 */
@NullMarked
package org.sporos.backend;

import org.jspecify.annotations.NullMarked;
