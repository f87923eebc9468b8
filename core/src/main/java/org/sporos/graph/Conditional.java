package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.view.IntView;

/** A kind of node that evaluates a condition on the device and runs one of several graphs, or none, by its result. */
public sealed interface Conditional extends Work permits Work.If, Work.While, Work.Switch {

    /** The mapping from the result to the graph. */
    enum Kind {
        /** The first graph if true, the second if false. */
        IF,
        /** The graph repeatedly, as long as the condition is true. */
        WHILE,
        /** The graph with the result as its index. */
        SWITCH
    }

    /** Returns the kind of conditional. */
    Kind kind();

    /** Evaluates the condition now, on this thread; returns the index of the graph to run, out of range for none. */
    int ask();

    /** Returns the largest number of iterations of a loop. */
    default int maxIterations() {
        return Integer.MAX_VALUE;
    }

    /** Returns the view for the number of iterations of a loop, or null. */
    default @Nullable IntView iterations() {
        return null;
    }

    @Override
    default Conditional conditional() {
        return this;
    }

    @Override
    default NodeEffects effects() {
        return NodeEffects.KERNELS;
    }
}
