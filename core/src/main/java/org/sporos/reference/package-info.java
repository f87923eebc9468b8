/**
 * The reference implementation: runs graphs in plain Java on one thread, lambdas directly, nodes in order of
 * definition, and contributions in the fixed orders. Shares no code with a backend.
 */
@NullMarked
package org.sporos.reference;

import org.jspecify.annotations.NullMarked;
