/** The part that CUDA and HIP share: the narrow interface to a GPU's driver, and all that is built on it. */
@NullMarked
package org.sporos.gpu;

import org.jspecify.annotations.NullMarked;
