package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.Policy;

/** Writes the loops of a phase: some threads of a block stride over the positions of a policy. */
final class PhaseLoops {
    private PhaseLoops() {}

    /** @param live the dynamic bounds, or null if they are static */
    static CppGeometry write(EntryFunction entry, Policy policy, List<LoopIr> steps, @Nullable DynamicRange live) {
        Positions positions = new Positions(entry, policy, live);
        Positions.Indexes indexes = positions.indexes();
        List<LoopIr> body = new ArrayList<>(indexes.lets());
        body.addAll(LoopIr.at(steps, indexes.parts()));
        // Most threads have one position at most; unrolling would only add exit tests.
        List<LoopIr> loops = List.of(LoopIr.Loop.over(positions.axis(), body).with(LoopIr.Hint.ROLLED));
        List<MapToGrid.GridAxis> threads = List.of(MapToGrid.GridAxis.striding("thread", "threads"));
        LoopPrinter.print(entry, 1, LoopPipeline.gpu(threads, null).run(loops, entry::local));
        return CppGeometry.block(policy.size());
    }
}
