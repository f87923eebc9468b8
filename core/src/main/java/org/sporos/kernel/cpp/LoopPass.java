package org.sporos.kernel.cpp;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A transformation of loops that preserves their results. Each pass is a class of its own, which also holds its
 * precondition and its cost question.
 */
interface LoopPass {
    /**
     * Returns the loops after the pass, which are equal if it has nothing to do.
     *
     * @param names returns a name for a new variable, the wanted one or one close to it
     */
    List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names);
}
