package org.sporos.kernel.cpp;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Marks loops of independent iterations that store to several elements of a view, such as planes: otherwise compilers
 * check each pair for overlap at run time, and do not vectorize if there are many;
 * docs/benchmarks/applications-on-host.md, "Nineteen planes of one view", measures it.
 */
final class MarkIndependent implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.innermost(loops, loop -> List.of(marked(loop)));
    }

    private static LoopIr.Loop marked(LoopIr.Loop loop) {
        if (loop.stage() == LoopIr.Stage.FINAL) {
            return loop;
        }
        boolean isIndependent = true;
        int steps = 0;
        for (LoopIr node : loop.body()) {
            boolean isStep = node instanceof LoopIr.Call || node instanceof LoopIr.Elements;
            steps += isStep ? 1 : 0;
            isIndependent &= !isStep || node instanceof LoopIr.Call call && isIndependent(call);
        }
        return isIndependent && steps > 0 ? loop.with(LoopIr.Hint.INDEPENDENT) : loop;
    }

    static boolean isIndependent(LoopIr.Call call) {
        return !call.version().canFail()
                && IndependentIndexes.of(
                        call.version().body().views(), call.version().body().stride);
    }
}
