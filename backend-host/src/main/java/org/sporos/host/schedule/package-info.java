/**
 * The program that a plan becomes: its steps, and which queue each of its tasks is in. Made once, when a graph is
 * instantiated. Immutable.
 */
@NullMarked
package org.sporos.host.schedule;

import org.jspecify.annotations.NullMarked;
