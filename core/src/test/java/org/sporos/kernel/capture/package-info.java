/** Tests of finding what stands behind a kernel body. */
@NullMarked
package org.sporos.kernel.capture;

import org.jspecify.annotations.NullMarked;
