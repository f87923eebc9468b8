/**
 * Decisions from measured times of runs: inline, serial or parallel, and how long to spin. Pure: times are passed in.
 */
@NullMarked
package org.sporos.host.tune;

import org.jspecify.annotations.NullMarked;
