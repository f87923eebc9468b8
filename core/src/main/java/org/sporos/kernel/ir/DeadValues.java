package org.sporos.kernel.ir;

import com.google.common.collect.ListMultimap;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Dead code elimination: drops pure instructions and block arguments that nothing which matters uses, also around
 * loops; loads where another one fails in their place; and prints, with what was computed and loaded for them alone.
 */
final class DeadValues {
    private final KernelBuilder kernel;
    private final Set<Value> live;
    private final Deque<Value> work = new ArrayDeque<>();
    private final Map<Argument, List<DraftEdge>> entering = new IdentityHashMap<>();
    private final Map<Argument, Integer> place = new IdentityHashMap<>();

    private DeadValues(KernelBuilder kernel) {
        this.kernel = kernel;
        this.live = Collections.newSetFromMap(new IdentityHashMap<>(kernel.size()));
    }

    static void drop(KernelBuilder kernel) {
        DeadValues pass = new DeadValues(kernel);
        List<DraftRegion> regions = kernel.regions();
        for (DraftRegion region : regions) {
            pass.index(region);
            pass.roots(region);
        }
        pass.spread();
        if (!kernel.alternatives.isEmpty()) {
            regions.forEach(pass::oneOfEach);
            pass.spread();
        }
        for (DraftRegion region : regions) {
            pass.sweep(region);
        }
    }

    /** Of loads that fail together and that nothing uses, the first one stays for its failure. */
    private void oneOfEach(DraftRegion region) {
        for (DraftBlock block : region.blocks()) {
            for (Instruction instruction : block.instructions) {
                List<Instruction> others = kernel.alternatives.getOrDefault(instruction, List.of());
                if (!others.isEmpty() && others.stream().noneMatch(live::contains)) {
                    mark(instruction);
                }
            }
        }
    }

    /** Drops all prints: no value may be computed, and no access checked, for nothing but a print. */
    static void dropPrints(KernelBuilder kernel) {
        DeadValues printed = new DeadValues(kernel);
        List<DraftRegion> regions = kernel.regions();
        for (DraftRegion region : regions) {
            printed.index(region);
            printed.prints(region);
        }
        printed.spread();
        DeadValues pass = new DeadValues(kernel);
        pass.entering.putAll(printed.entering);
        pass.place.putAll(printed.place);
        for (DraftRegion region : regions) {
            pass.roots(region, printed.live);
        }
        pass.spread();
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

    /** An instruction that changes nothing counts only if something other than a print uses it. */
    private void roots(DraftRegion region, Set<Value> printed) {
        for (DraftBlock block : region.blocks()) {
            for (Instruction instruction : block.instructions) {
                boolean serves = printed.contains(instruction) && changesNothing(instruction.op());
                if (isRoot(instruction) && !serves) {
                    mark(instruction);
                }
            }
            if (block.end().value != null) {
                mark(block.end().value);
            }
        }
    }

    private static boolean changesNothing(Op op) {
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
                entering.put(block.arguments.get(k), incoming.get(block));
                place.put(block.arguments.get(k), k);
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
        if (live.add(value)) {
            work.push(value);
        }
    }

    private void spread() {
        while (!work.isEmpty()) {
            Value value = work.pop();
            if (value instanceof Instruction instruction) {
                for (Value operand : instruction.operands()) {
                    mark(operand);
                }
            } else {
                int k = place.getOrDefault(value, 0);
                for (DraftEdge edge : entering.getOrDefault(value, List.of())) {
                    mark(edge.arguments.get(k));
                }
            }
        }
    }

    private void sweep(DraftRegion region) {
        ListMultimap<DraftBlock, DraftEdge> incoming = TrivialArguments.incoming(region);
        for (DraftBlock block : region.blocks()) {
            block.instructions.removeIf(instruction -> !live.contains(instruction));
            for (int k = block.arguments.size() - 1; k >= 0 && block != region.entry(); k--) {
                if (!live.contains(block.arguments.get(k))) {
                    TrivialArguments.remove(block, k, incoming.get(block));
                }
            }
        }
    }
}
