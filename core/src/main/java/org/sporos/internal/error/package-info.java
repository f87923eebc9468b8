/** Checks of arguments, the display of labels, and loggers that never throw. */
@NullMarked
package org.sporos.internal.error;

import org.jspecify.annotations.NullMarked;
