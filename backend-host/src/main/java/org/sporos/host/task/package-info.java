/** The work of launch units on host threads: loops, reductions, scans, teams, copies and fills. */
@NullMarked
package org.sporos.host.task;

import org.jspecify.annotations.NullMarked;
