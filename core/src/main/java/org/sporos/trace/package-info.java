/**
 * Profiles from runs recorded by backends: statistics, a table, a trace, and pictures. Users see them as
 * {@link org.sporos.graph.Profile}.
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.trace;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
