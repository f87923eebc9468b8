package org.sporos.kernel.ir;

import org.sporos.kernel.SourcePosition;

/**
 * The calls of {@code Debug.print} in a kernel.
 *
 * @param position where the first one stands
 * @param silent whether they were dropped, as nothing prints
 */
public record Printing(SourcePosition position, boolean silent) {}
