package org.sporos.kernel.analysis.dependence;

import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.interval.Interval;

/** A definite fault in each run of a kernel. */
public sealed interface Fault {

    /** Returns the source position. */
    SourcePosition position();

    /**
     * An index out of bounds.
     *
     * @param view the index of the view in the binding
     * @param dimension the dimension of the index
     * @param indexes the range of the index
     */
    record OutOfBounds(int view, int dimension, Interval indexes, SourcePosition position) implements Fault {}

    /** An integer division by zero. */
    record ZeroDivisor(SourcePosition position) implements Fault {}
}
