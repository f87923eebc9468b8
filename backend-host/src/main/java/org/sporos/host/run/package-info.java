/**
 * One run of a program: what is ready, who takes it, and how its end is found. Knows of threads only what {@code
 * WorkerPool} says.
 */
@NullMarked
package org.sporos.host.run;

import org.jspecify.annotations.NullMarked;
