/** The on-disk cache of compiled programs. */
@NullMarked
package org.sporos.kernel.diskcache;

import org.jspecify.annotations.NullMarked;
