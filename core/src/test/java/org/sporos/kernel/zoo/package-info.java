/** Named kernels that every stage of the compiler and every backend is tested with. */
@NullMarked
package org.sporos.kernel.zoo;

import org.jspecify.annotations.NullMarked;
