package org.sporos.kernel.ir;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Value;

/** Removes trivial phis: block arguments with one value on all edges other than the argument itself. */
final class TrivialArguments {

    private TrivialArguments() {}

    static void drop(KernelBuilder kernel) {
        Map<DraftBlock, List<DraftEdge>> entered = new LinkedHashMap<>();
        for (DraftRegion region : kernel.regions()) {
            ListMultimap<DraftBlock, DraftEdge> incoming = incoming(region);
            for (DraftBlock block : region.blocks()) {
                if (block != region.entry() && !block.arguments.isEmpty()) {
                    entered.put(block, incoming.get(block));
                }
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Map.Entry<DraftBlock, List<DraftEdge>> block : entered.entrySet()) {
                changed |= drop(kernel, block.getKey(), block.getValue());
            }
        }
    }

    static ListMultimap<DraftBlock, DraftEdge> incoming(DraftRegion region) {
        ListMultimap<DraftBlock, DraftEdge> incoming = ArrayListMultimap.create();
        for (DraftBlock block : region.blocks()) {
            for (DraftEdge edge : block.end().edges) {
                incoming.put(edge.target, edge);
            }
        }
        return incoming;
    }

    private static boolean drop(KernelBuilder kernel, DraftBlock block, List<DraftEdge> incoming) {
        boolean changed = false;
        for (int k = block.arguments.size() - 1; k >= 0; k--) {
            Argument argument = block.arguments.get(k);
            Value only = onlyValue(kernel, argument, k, incoming);
            if (only != null) {
                kernel.replaced.put(argument, only);
                kernel.name(only, kernel.nameOf(argument));
                remove(block, k, incoming);
                changed = true;
            }
        }
        return changed;
    }

    private static @Nullable Value onlyValue(KernelBuilder kernel, Argument argument, int k, List<DraftEdge> incoming) {
        Value only = null;
        for (DraftEdge edge : incoming) {
            Value value = kernel.resolve(edge.arguments.get(k));
            if (value != argument && value != only) {
                if (only != null) {
                    return null;
                }
                only = value;
            }
        }
        return only;
    }

    static void remove(DraftBlock block, int k, List<DraftEdge> incoming) {
        block.arguments.remove(k);
        for (DraftEdge edge : incoming) {
            edge.arguments.remove(k);
        }
    }
}
