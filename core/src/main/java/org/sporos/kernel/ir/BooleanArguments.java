package org.sporos.kernel.ir;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Retypes I32 block arguments that are always 0, 1 or a boolean to BOOL, for readable C++: bytecode has no booleans.
 * Optimistic: starts with all candidates and removes those refuted by an edge.
 */
final class BooleanArguments {
    private final KernelBuilder kernel;
    private final Map<Argument, Argument> booleans = new IdentityHashMap<>();

    private BooleanArguments(KernelBuilder kernel) {
        this.kernel = kernel;
    }

    static void infer(KernelBuilder kernel) {
        BooleanArguments pass = new BooleanArguments(kernel);
        List<DraftRegion> regions = kernel.regions();
        for (DraftRegion region : regions) {
            pass.collectTested(region);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (DraftRegion region : regions) {
                changed |= pass.collectFeeding(region);
            }
        }
        changed = !pass.booleans.isEmpty();
        while (changed) {
            changed = false;
            for (DraftRegion region : regions) {
                changed |= pass.disprove(region);
            }
        }
        for (DraftRegion region : regions) {
            pass.retypeArguments(region);
        }
        for (DraftRegion region : regions) {
            pass.convertEdges(region);
        }
    }

    /** Starts at arguments compared with 0; an int that happens to be 0 or 1 stays an int. */
    private void collectTested(DraftRegion region) {
        for (DraftBlock block : region.blocks()) {
            for (Instruction instruction : block.instructions) {
                boolean equality = instruction.op() == Compare.NE || instruction.op() == Compare.EQ;
                if (equality && ConstantFolding.is(kernel.resolve(instruction.operand(1)), 0)) {
                    collect(kernel.resolve(instruction.operand(0)));
                }
            }
        }
    }

    private boolean collectFeeding(DraftRegion region) {
        boolean changed = false;
        for (DraftBlock block : region.blocks()) {
            for (DraftEdge edge : block.end().edges) {
                for (int k = 0; k < edge.arguments.size(); k++) {
                    if (booleans.containsKey(edge.target.arguments.get(k))) {
                        changed |= collect(kernel.resolve(edge.arguments.get(k)));
                    }
                }
            }
        }
        return changed;
    }

    private boolean collect(Value value) {
        return value instanceof Argument argument
                && argument.type() == Type.I32
                && booleans.put(argument, argument) == null;
    }

    private boolean disprove(DraftRegion region) {
        boolean changed = booleans.keySet().removeAll(region.entry().arguments);
        for (DraftBlock block : region.blocks()) {
            for (DraftEdge edge : block.end().edges) {
                for (int k = 0; k < edge.arguments.size(); k++) {
                    Argument argument = edge.target.arguments.get(k);
                    if (booleans.containsKey(argument) && !isBoolean(edge.arguments.get(k))) {
                        booleans.remove(argument);
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    private boolean isBoolean(Value unresolved) {
        Value value = kernel.resolve(unresolved);
        if (value instanceof Argument) {
            return booleans.containsKey(value);
        }
        Op op = ((Instruction) value).op();
        return op == Conversion.BOOL2I || op instanceof Op.Constant constant && (constant.bits() & ~1L) == 0;
    }

    /** Replaces an argument by a BOOL, with a conversion at the head of the block for its uses as an int. */
    private void retypeArguments(DraftRegion region) {
        for (DraftBlock block : region.blocks()) {
            for (int k = 0; k < block.arguments.size(); k++) {
                Argument old = block.arguments.get(k);
                if (booleans.containsKey(old)) {
                    Argument twin = new Argument(kernel.nextId(), Type.BOOL, kernel.nameOf(old), old.position());
                    booleans.put(old, twin);
                    block.arguments.set(k, twin);
                    Instruction widened = new Instruction(
                            kernel.nextId(), Type.I32, "", old.position(), Conversion.BOOL2I, List.of(twin), List.of());
                    block.instructions.add(0, widened);
                    kernel.replaced.put(old, widened);
                }
            }
        }
    }

    private void convertEdges(DraftRegion region) {
        for (DraftBlock block : region.blocks()) {
            for (DraftEdge edge : block.end().edges) {
                for (int k = 0; k < edge.arguments.size(); k++) {
                    if (edge.target.arguments.get(k).type() == Type.BOOL) {
                        edge.arguments.set(k, narrowed(block, edge.arguments.get(k)));
                    }
                }
            }
        }
    }

    private Value narrowed(DraftBlock block, Value unresolved) {
        Value value = kernel.resolve(unresolved);
        if (value.type() == Type.BOOL) {
            return value;
        }
        Instruction instruction = (Instruction) value;
        if (instruction.op() == Conversion.BOOL2I) {
            return kernel.resolve(instruction.operand(0));
        }
        long bits = ((Op.Constant) instruction.op()).bits();
        return block.add(new Op.Constant(Type.BOOL, bits), Type.BOOL, value.position(), List.of());
    }
}
