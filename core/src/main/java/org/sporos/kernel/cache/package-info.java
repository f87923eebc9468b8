/** The on-disk cache of compiled programs. */
@NullMarked
package org.sporos.kernel.cache;

import org.jspecify.annotations.NullMarked;
