package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.view.IntView;

/** A kind of node that asks a question on the device and runs one of several graphs, or none, by the answer. */
public sealed interface Conditional extends Work permits Work.If, Work.While, Work.Switch {

    /** The consequence of an answer. */
    enum Kind {
        /** The first graph for yes, the second for no. */
        IF,
        /** The graph for yes, and then the question again. */
        WHILE,
        /** The graph that has the answer for its number. */
        SWITCH
    }

    /** Returns what follows from its answers. */
    Kind kind();

    /** Asks the question now, on this thread; returns the number of the graph to run, or one that no graph has. */
    int ask();

    /** Returns the number of iterations that a loop may make. */
    default int maxIterations() {
        return Integer.MAX_VALUE;
    }

    /** Returns the view that takes the number of iterations of a loop, or null. */
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
