package org.sporos.kernel.ir;

import org.sporos.kernel.SourcePosition;

/**
 * The calls of {@code Debug.print} in a kernel.
 *
 * @param position the source position of the first
 * @param silent whether they are removed, as printing is off
 */
public record Printing(SourcePosition position, boolean silent) {}
