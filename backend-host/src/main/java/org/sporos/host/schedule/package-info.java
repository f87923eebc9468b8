/**
 * The steps of a program, and which thread each of its tasks is for: found out once, when a graph is instantiated.
 * Immutable.
 */
@NullMarked
package org.sporos.host.schedule;

import org.jspecify.annotations.NullMarked;
