/**
 * Events for Java's flight recorder (JFR), if the runtime has one and a recording enables them.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.internal.flight;

import org.jspecify.annotations.NullMarked;
