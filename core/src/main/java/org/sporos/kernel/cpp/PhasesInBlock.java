package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Lowers phases for one block, with a barrier between a phase and the next. */
final class PhasesInBlock implements LoopPass {

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        List<LoopIr> out = new ArrayList<>();
        boolean follows = false;
        for (LoopIr node : loops) {
            if (node instanceof LoopIr.Phase phase) {
                if (follows) {
                    out.add(new LoopIr.Barrier());
                }
                out.addAll(phase.body());
                follows = true;
            } else {
                out.add(node);
            }
        }
        return out;
    }
}
