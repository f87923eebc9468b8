/**
 * From a submit to its end: streams, the path of runs that their submit does itself, failures, and the order that
 * strict spaces check.
 */
@NullMarked
package org.sporos.host.submit;

import org.jspecify.annotations.NullMarked;
