/**
 * Submission of runs: executables, streams, the inline path of short runs, failures, and the order that strict spaces
 * check.
 */
@NullMarked
package org.sporos.host.submit;

import org.jspecify.annotations.NullMarked;
