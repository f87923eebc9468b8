package org.sporos.kernel.ir;

import org.sporos.kernel.SourcePosition;

/**
 * That a kernel has calls of {@code Debug.print}.
 *
 * @param position where the first one stands
 * @param silent whether they were dropped, as nothing prints
 */
public record Printing(SourcePosition position, boolean silent) {}
