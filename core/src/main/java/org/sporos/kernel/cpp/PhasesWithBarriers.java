package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Lowers phases, with a barrier between a phase and the next, unless the phase ends with one. In one block, a function
 * that is called repeatedly has a barrier after the last phase, too; in a wave of blocks its caller has that barrier.
 */
record PhasesWithBarriers(LoopIr barrier, boolean repeatsWithBarrier) implements LoopPass {
    static PhasesWithBarriers ofBlock() {
        return new PhasesWithBarriers(new LoopIr.Barrier(), true);
    }

    /** @param wave the variable of the wave */
    static PhasesWithBarriers ofWave(String wave) {
        return new PhasesWithBarriers(new LoopIr.Prelude(wave + ".barrier", List.of(), null), false);
    }

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return lowered(loops, false);
    }

    private List<LoopIr> lowered(List<LoopIr> nodes, boolean isRepeated) {
        List<LoopIr> out = new ArrayList<>();
        boolean follows = false;
        for (LoopIr node : nodes) {
            if (node instanceof LoopIr.Phase phase) {
                if (follows) {
                    out.add(barrier);
                }
                out.addAll(phase.body());
                follows = !phase.endsWithBarrier();
            } else if (node instanceof LoopIr.Prelude call && call.last() != null) {
                LoopIr.Lambda function = (LoopIr.Lambda) call.last().inside(body -> lowered(body, true));
                out.add(new LoopIr.Prelude(call.target(), call.function(), call.arguments(), function));
            } else {
                out.add(node);
            }
        }
        if (isRepeated && repeatsWithBarrier && follows) {
            out.add(barrier);
        }
        return out;
    }
}
