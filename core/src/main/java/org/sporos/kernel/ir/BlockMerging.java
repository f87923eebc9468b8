package org.sporos.kernel.ir;

import com.google.common.collect.ListMultimap;
import java.util.List;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;

/** Merges a block with its only successor if that has no other predecessor. */
final class BlockMerging {

    private BlockMerging() {}

    static boolean join(KernelBuilder kernel) {
        boolean changed = false;
        for (DraftRegion region : kernel.regions()) {
            ListMultimap<DraftBlock, DraftEdge> incoming = TrivialArguments.incoming(region);
            for (DraftBlock block : region.blocks()) {
                boolean isReached = incoming.containsKey(block) || block == region.entry();
                changed |= isReached && join(kernel, region, block, incoming);
            }
        }
        return changed;
    }

    private static boolean join(
            KernelBuilder kernel, DraftRegion region, DraftBlock block, ListMultimap<DraftBlock, DraftEdge> incoming) {
        DraftEnd end = block.end();
        if (end.kind != DraftEnd.Kind.JUMP) {
            return false;
        }
        DraftEdge edge = end.edges.get(0);
        DraftBlock next = edge.target;
        if (next == block || next == region.entry() || incoming.get(next).size() != 1) {
            return false;
        }
        for (int k = 0; k < next.arguments.size(); k++) {
            kernel.replaced.put(next.arguments.get(k), edge.arguments.get(k));
        }
        incoming.removeAll(next);
        block.instructions.addAll(next.instructions);
        block.end = next.end;
        // A merged block is unreachable; its own terminator prevents a second merge.
        next.instructions.clear();
        next.arguments.clear();
        next.end = new DraftEnd(DraftEnd.Kind.RETURN, null, List.of(), end.position);
        return true;
    }
}
