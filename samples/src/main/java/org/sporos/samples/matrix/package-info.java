/** Sparse matrices: in memory, from files, generated, and solved by a library. */
@NullMarked
package org.sporos.samples.matrix;

import org.jspecify.annotations.NullMarked;
