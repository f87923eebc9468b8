/** All kernels of a graph: lifted, each kind of lambda once, with their facts. */
@NullMarked
package org.sporos.kernel.index;

import org.jspecify.annotations.NullMarked;
