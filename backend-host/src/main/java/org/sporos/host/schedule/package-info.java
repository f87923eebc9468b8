/**
 * The executable form of a plan: its program of steps, and the schedule of its tasks. Built once per instantiation.
 * Immutable.
 */
@NullMarked
package org.sporos.host.schedule;

import org.jspecify.annotations.NullMarked;
