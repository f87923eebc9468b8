package org.sporos.kernel.cpp;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A transformation of loops that preserves their results. Each pass is a class with its precondition and its cost
 * model.
 */
interface LoopPass {
    /**
     * Returns the loops after the pass, equal ones if nothing changes.
     *
     * @param names returns a name for a new variable, the wanted one or one close to it
     */
    List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names);
}
