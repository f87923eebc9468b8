package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Lowers phases for one block, with a barrier between a phase and the next. A function that is called repeatedly has a
 * barrier after the last phase, too.
 */
final class PhasesInBlock implements LoopPass {

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return lowered(loops, false);
    }

    private static List<LoopIr> lowered(List<LoopIr> nodes, boolean isRepeated) {
        List<LoopIr> out = new ArrayList<>();
        boolean follows = false;
        for (LoopIr node : nodes) {
            if (node instanceof LoopIr.Phase phase) {
                if (follows) {
                    out.add(new LoopIr.Barrier());
                }
                out.addAll(phase.body());
                follows = true;
            } else if (node instanceof LoopIr.Prelude call && call.last() != null) {
                LoopIr.Lambda function = (LoopIr.Lambda) call.last().inside(body -> lowered(body, true));
                out.add(new LoopIr.Prelude(call.target(), call.function(), call.arguments(), function));
            } else {
                out.add(node);
            }
        }
        if (isRepeated && follows) {
            out.add(new LoopIr.Barrier());
        }
        return out;
    }
}
