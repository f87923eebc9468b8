/**
 * The memory plan of a graph, computed before its executable allocates.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.memory;

import org.jspecify.annotations.NullMarked;
