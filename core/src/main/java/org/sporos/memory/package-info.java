/**
 * The memory plan of a graph: what its executable will have, before it is allocated.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.memory;

import org.jspecify.annotations.NullMarked;
