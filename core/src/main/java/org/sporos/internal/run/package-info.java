/**
 * The context of runs: the environment of code on a thread, overlap tests of accesses, and the order of eager calls and
 * runs. Not visible to users.
 */
@NullMarked
package org.sporos.internal.run;

import org.jspecify.annotations.NullMarked;
