/**
 * The threads of a host space: worker threads, their search for runs, spinning, parking and wake-ups, and their CPU
 * affinity.
 */
@NullMarked
package org.sporos.host.threads;

import org.jspecify.annotations.NullMarked;
