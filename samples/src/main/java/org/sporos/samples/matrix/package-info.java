/** Sparse matrices: in memory, from files, made up, and solved by a library. */
@NullMarked
package org.sporos.samples.matrix;

import org.jspecify.annotations.NullMarked;
