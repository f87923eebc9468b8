package org.sporos.kernel.ir;

import com.google.common.collect.ListMultimap;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Dead code elimination: removes unused pure instructions and block arguments, also cyclic ones; unused loads with an
 * alternative that fails at the same indexes; and prints with the values computed for them alone.
 */
final class DeadCodeElimination {
    private final KernelBuilder kernel;
    /** By number. */
    private final BitSet live = new BitSet();

    private final Deque<Value> work = new ArrayDeque<>();
    private final Map<Argument, List<DraftEdge>> incomingEdges = new IdentityHashMap<>();
    private final Map<Argument, Integer> index = new IdentityHashMap<>();

    private DeadCodeElimination(KernelBuilder kernel) {
        this.kernel = kernel;
    }

    static void drop(KernelBuilder kernel) {
        DeadCodeElimination pass = new DeadCodeElimination(kernel);
        List<DraftRegion> regions = kernel.regions();
        for (DraftRegion region : regions) {
            pass.index(region);
            pass.roots(region);
        }
        pass.propagate();
        if (!kernel.alternatives.isEmpty()) {
            regions.forEach(pass::keepAlternatives);
            pass.propagate();
        }
        for (DraftRegion region : regions) {
            pass.sweep(region);
        }
    }

    /** Keeps the first of several unused loads that fail together. */
    private void keepAlternatives(DraftRegion region) {
        for (DraftBlock block : region.blocks()) {
            for (Instruction instruction : block.instructions) {
                List<Instruction> others = kernel.alternatives.getOrDefault(instruction, List.of());
                if (!others.isEmpty() && others.stream().noneMatch(load -> live.get(load.id()))) {
                    mark(instruction);
                }
            }
        }
    }

    /** Removes all prints, with computations and checks used by prints alone. */
    static void dropPrints(KernelBuilder kernel) {
        DeadCodeElimination printed = new DeadCodeElimination(kernel);
        List<DraftRegion> regions = kernel.regions();
        for (DraftRegion region : regions) {
            printed.index(region);
            printed.prints(region);
        }
        printed.propagate();
        DeadCodeElimination pass = new DeadCodeElimination(kernel);
        pass.incomingEdges.putAll(printed.incomingEdges);
        pass.index.putAll(printed.index);
        for (DraftRegion region : regions) {
            pass.roots(region, printed.live);
        }
        pass.propagate();
        for (DraftRegion region : regions) {
            pass.sweep(region);
        }
    }

    private void prints(DraftRegion region) {
        for (DraftBlock block : region.blocks()) {
            for (Instruction instruction : block.instructions) {
                if (instruction.op() instanceof Op.Print) {
                    mark(instruction);
                }
            }
        }
    }

    /** Marks the roots; an instruction without side effects that only prints use is none. */
    private void roots(DraftRegion region, BitSet printed) {
        for (DraftBlock block : region.blocks()) {
            for (Instruction instruction : block.instructions) {
                boolean isPrintOnly = printed.get(instruction.id()) && hasNoSideEffect(instruction.op());
                if (isRoot(instruction) && !isPrintOnly) {
                    mark(instruction);
                }
            }
            if (block.end().value != null) {
                mark(block.end().value);
            }
        }
    }

    private static boolean hasNoSideEffect(Op op) {
        return op instanceof Op.Print
                || op instanceof Op.Load
                || op instanceof Op.ArrayLoad
                || op instanceof Op.Check
                || op instanceof Binary
                || op instanceof MathFunction;
    }

    private void index(DraftRegion region) {
        ListMultimap<DraftBlock, DraftEdge> incoming = TrivialArguments.incoming(region);
        for (DraftBlock block : region.blocks()) {
            for (int k = 0; k < block.arguments.size(); k++) {
                incomingEdges.put(block.arguments.get(k), incoming.get(block));
                index.put(block.arguments.get(k), k);
            }
        }
    }

    private void roots(DraftRegion region) {
        for (DraftBlock block : region.blocks()) {
            for (Instruction instruction : block.instructions) {
                if (isRoot(instruction)) {
                    mark(instruction);
                }
            }
            if (block.end().value != null) {
                mark(block.end().value);
            }
        }
    }

    private boolean isRoot(Instruction instruction) {
        return !instruction.isPure() && !kernel.alternatives.containsKey(instruction);
    }

    private void mark(Value unresolved) {
        Value value = kernel.resolve(unresolved);
        if (!live.get(value.id())) {
            live.set(value.id());
            work.push(value);
        }
    }

    private void propagate() {
        while (!work.isEmpty()) {
            Value value = work.pop();
            if (value instanceof Instruction instruction) {
                for (Value operand : instruction.operands()) {
                    mark(operand);
                }
            } else {
                int k = index.getOrDefault(value, 0);
                for (DraftEdge edge : incomingEdges.getOrDefault(value, List.of())) {
                    mark(edge.arguments.get(k));
                }
            }
        }
    }

    private void sweep(DraftRegion region) {
        ListMultimap<DraftBlock, DraftEdge> incoming = TrivialArguments.incoming(region);
        for (DraftBlock block : region.blocks()) {
            block.instructions.removeIf(instruction -> !live.get(instruction.id()));
            for (int k = block.arguments.size() - 1; k >= 0 && block != region.entry(); k--) {
                if (!live.get(block.arguments.get(k).id())) {
                    TrivialArguments.remove(block, k, incoming.get(block));
                }
            }
        }
    }
}
