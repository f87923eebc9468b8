/** The samples: one main class each. */
@NullMarked
package org.sporos.samples;

import org.jspecify.annotations.NullMarked;
