/**
 * Execution of one run of a program: the ready tasks, their claims by threads, and the detection of the end. The run
 * knows its threads only as a {@code WorkerPool}.
 */
@NullMarked
package org.sporos.host.run;

import org.jspecify.annotations.NullMarked;
