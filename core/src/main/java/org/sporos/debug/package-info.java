/**
 * Debugging of kernels: lines printed by their work items.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.debug;

import org.jspecify.annotations.NullMarked;
