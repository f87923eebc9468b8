/** Live parameters: scalars that kernels read and that change between submits. */
@NullMarked
package org.sporos.param;

import org.jspecify.annotations.NullMarked;
