/**
 * Help to find out what a kernel does: lines that its work items print.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.debug;

import org.jspecify.annotations.NullMarked;
