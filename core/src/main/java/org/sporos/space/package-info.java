/** Where work runs and where memory lives: execution spaces, streams, memory spaces and allocations. */
@NullMarked
package org.sporos.space;

import org.jspecify.annotations.NullMarked;
