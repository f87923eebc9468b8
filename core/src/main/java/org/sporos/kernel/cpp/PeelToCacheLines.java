package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ViewRef;

/**
 * Peels a range up to a cache line of its first store, and unrolls the rest in the widest vectors, so that no stored
 * vector crosses a line. For ranges of kernels without branches that all store at the index;
 * docs/benchmarks/host-kernels.md, "Cache lines", measures it.
 */
final class PeelToCacheLines implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.innermost(loops, PeelToCacheLines::peeled);
    }

    private static List<LoopIr> peeled(LoopIr.Loop loop) {
        List<String> stored =
                loop.calls().stream().map(call -> stored(call.version())).toList();
        if (loop.stage() != LoopIr.Stage.OPEN || stored.isEmpty() || stored.contains("")) {
            return List.of(loop);
        }
        LoopIr.Axis axis = loop.axis();
        String i = axis.index();
        List<LoopIr> out = new ArrayList<>();
        out.add(new LoopIr.Let(axis.type(), i, axis.from()));
        String toLine = axis.isInside() + " && !java::begins_line(" + stored.get(0) + " + " + i + ")";
        out.add(new LoopIr.For("", toLine, i + "++", Set.of(LoopIr.Hint.WIDE), loop.body()));
        out.add(new LoopIr.For("", axis.isInside(), i + "++", Set.of(LoopIr.Hint.UNROLLED), loop.body()));
        return out;
    }

    /**
     * Returns a pointer to element 0 of a view that a kernel of a range stores to at its index, or the empty string.
     */
    private static String stored(CppFunction version) {
        FunctionContext body = version.body();
        Region region = body.kernel.body();
        if (region.arguments().size() != 1 || region.blocks().size() > 1 || version.canFail()) {
            return "";
        }
        for (Instruction at : region.entry().instructions()) {
            if (at.op() instanceof Op.Store store
                    && store.view() instanceof ViewRef.Captured to
                    && to.rank() == 1
                    && body.view(to).stride(0) == 1
                    && at.operand(0) == region.arguments().get(0)) {
                return body.pointer(to);
            }
        }
        return "";
    }
}
