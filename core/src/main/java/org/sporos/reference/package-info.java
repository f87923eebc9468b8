/**
 * Graphs run by plain Java on one thread: each lambda is called as it is, nodes go in the order of their definition,
 * and contributions are combined in the fixed orders. Shares nothing with a backend.
 */
@NullMarked
package org.sporos.reference;

import org.jspecify.annotations.NullMarked;
