package org.sporos.kernel.cpp;

import java.util.List;
import java.util.function.UnaryOperator;
import org.sporos.kernel.analysis.CongruenceGuard;
import org.sporos.kernel.ir.Guarantees;

/**
 * Gives a loop a stride if its kernel acts only on one residue class of indexes, such as one color. The guard of the
 * kernel is removed; docs/benchmarks/many-small-nodes-on-host.md measures it.
 */
final class SelectStrides implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.innermost(loops, loop -> List.of(strided(loop)));
    }

    private static LoopIr.Loop strided(LoopIr.Loop loop) {
        LoopIr.Call call = loop.onlyCall();
        ProvenKernel whole = call == null ? null : call.version().proven();
        CongruenceGuard guard = whole == null ? null : CongruenceGuard.of(whole.kernel(), whole.proofs());
        if (call == null || whole == null || guard == null) {
            return loop;
        }
        CppFunction every = call.version().replaced(whole.with(guard.selected()), guard.stride());
        CppFunction skipped = every.version("_skipped", whole.with(guard.skipped(), Guarantees.NONE));
        return new LoopIr.Loop(
                loop.axis(),
                new LoopIr.Stride(guard.stride(), skipped),
                loop.stage(),
                loop.hints(),
                List.of(call.of(every)));
    }
}
