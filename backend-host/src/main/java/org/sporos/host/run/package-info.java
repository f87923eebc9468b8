/**
 * One run of a program: which tasks are ready, which thread takes them, and how the end is found. The run knows its
 * threads as a {@code WorkerPool} alone.
 */
@NullMarked
package org.sporos.host.run;

import org.jspecify.annotations.NullMarked;
