/** The executor of the host backend: a pool of threads that runs programs of flat steps, streams of runs, and events. */
@NullMarked
package org.sporos.host.exec;

import org.jspecify.annotations.NullMarked;
