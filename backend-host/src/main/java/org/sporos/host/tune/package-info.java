/**
 * Decisions by the measured times of runs: whether to do them inline, serially or in parallel, and how long to spin.
 * Pure: times are passed in.
 */
@NullMarked
package org.sporos.host.tune;

import org.jspecify.annotations.NullMarked;
