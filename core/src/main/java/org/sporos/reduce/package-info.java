/** Reductions: an operator, a result view and a contribution. */
@NullMarked
package org.sporos.reduce;

import org.jspecify.annotations.NullMarked;
