package org.sporos.kernel.analysis.dependence;

import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.interval.Interval;

/** Something that surely goes wrong in each run of a kernel. */
public sealed interface Fault {

    /** Returns the place. */
    SourcePosition position();

    /**
     * An index that leaves its view.
     *
     * @param view the number of the view in the binding
     * @param dimension the dimension of the index
     * @param indexes the indexes that are used
     */
    record OutOfBounds(int view, int dimension, Interval indexes, SourcePosition position) implements Fault {}

    /** An integer division by zero. */
    record ZeroDivisor(SourcePosition position) implements Fault {}
}
