package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Distributes a range of several kernels (loop fission in strips): a kernel with branches gets its own loop, so that a
 * misprediction discards no work of other kernels. Adjacent kernels without branches stay fused and share their loads;
 * docs/benchmarks/host-kernels.md, "Loops of several steps", measures it.
 */
final class DistributeBranches implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.innermost(loops, loop -> List.of(distributed(loop, names)));
    }

    private static LoopIr distributed(LoopIr.Loop loop, UnaryOperator<String> names) {
        boolean isRange = loop.stage() == LoopIr.Stage.OPEN && rank(loop.body().get(0)) == 1;
        List<List<LoopIr>> groups = isRange ? groups(loop.body()) : List.of();
        if (groups.size() < 2) {
            return loop;
        }
        String k = names.apply("k");
        Strips strips = Strips.of(loop.axis(), names);
        List<LoopIr> each = new ArrayList<>();
        for (List<LoopIr> group : groups) {
            each.add(LoopIr.Loop.over(strips.axis(k), LoopIr.at(group, List.of(k)))
                    .with(LoopIr.Stage.FINAL));
        }
        return strips.loop(each);
    }

    private static int rank(LoopIr step) {
        return step instanceof LoopIr.Call call
                ? call.indexes().size()
                : step instanceof LoopIr.Elements elements ? elements.indexes().size() : 0;
    }

    /** Returns the groups of steps that share a loop. */
    private static List<List<LoopIr>> groups(List<LoopIr> steps) {
        List<List<LoopIr>> groups = new ArrayList<>();
        boolean alone = true;
        for (LoopIr step : steps) {
            boolean branches = step instanceof LoopIr.Call call
                    && VectorizationHeuristics.branches(call.version().body());
            if (alone || branches) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(step);
            alone = branches;
        }
        return groups;
    }
}
