package org.sporos.kernel.ir;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sporos.error.InternalException;

/**
 * Says what is not well-formed in a kernel: uses that their definition does not dominate, edges that pass other values
 * than their block takes, operands of a wrong type or number. A flaw found here is a bug of the library.
 */
public final class Verifier {
    private final List<String> flaws = new ArrayList<>();
    private final Kernel kernel;

    private Verifier(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Returns the flaws, none for a well-formed kernel. */
    public static List<String> flaws(Kernel kernel) {
        Verifier verifier = new Verifier(kernel);
        verifier.region(kernel.body(), Set.of());
        return List.copyOf(verifier.flaws);
    }

    /**
     * Returns the kernel if it is well-formed.
     *
     * @throws IllegalStateException if it is not
     */
    public static Kernel verified(Kernel kernel) {
        List<String> flaws = flaws(kernel);
        if (!flaws.isEmpty()) {
            throw new InternalException("the IR is malformed: " + flaws + "\n" + kernel);
        }
        return kernel;
    }

    private void region(Region region, Set<Value> around) {
        ControlFlow flow = ControlFlow.of(region);
        List<Set<Value>> defined = new ArrayList<>();
        for (Block block : region.blocks()) {
            int above = flow.immediateDominator(block.id());
            require(above < block.id(), block + " stands before its dominator");
            Set<Value> known = Sets.newIdentityHashSet();
            known.addAll(above < 0 ? around : defined.get(above));
            block(region, block, known);
            defined.add(known);
        }
    }

    private void block(Region region, Block block, Set<Value> known) {
        known.addAll(block.arguments());
        for (Instruction instruction : block.instructions()) {
            operands(instruction.operands(), known, instruction);
            for (Region nested : instruction.regions()) {
                region(nested, known);
            }
            require(
                    OpTypes.fit(instruction),
                    instruction + " = " + instruction.op().mnemonic() + " has wrong types");
            boolean writesTable =
                    instruction.op() instanceof Op.ArrayNew make && make.array().isTable()
                            || instruction.op() instanceof Op.ArrayStore store
                                    && store.array().isTable();
            require(!writesTable, instruction + " writes a table");
            require(instruction.id() < kernel.valueCount(), instruction + " has a number beyond all values");
            known.add(instruction);
        }
        terminator(region, block, known);
    }

    private void terminator(Region region, Block block, Set<Value> known) {
        Terminator end = block.terminator();
        operands(end.operands(), known, block);
        for (Edge edge : end.edges()) {
            operands(edge.arguments(), known, block);
            List<Argument> arguments = region.block(edge.target()).arguments();
            require(edge.target() != 0, block + " leads to the entry");
            require(arguments.size() == edge.arguments().size(), block + " passes a wrong number of values");
            for (int k = 0; k < Math.min(arguments.size(), edge.arguments().size()); k++) {
                require(
                        arguments.get(k).type() == edge.arguments().get(k).type(),
                        block + " passes a wrong type for " + arguments.get(k));
            }
        }
        if (end instanceof Terminator.Branch branch) {
            require(branch.condition().type() == Type.BOOL, block + " branches on no BOOL");
        } else if (end instanceof Terminator.Return leave) {
            Type result = leave.value() == null ? Type.VOID : leave.value().type();
            require(result == region.result(), block + " returns " + result + " instead of " + region.result());
        }
    }

    private void operands(List<Value> operands, Set<Value> known, Object user) {
        for (Value operand : operands) {
            require(known.contains(operand), user + " uses " + operand + " which is not defined there");
        }
    }

    private void require(boolean holds, String flaw) {
        if (!holds) {
            flaws.add(flaw);
        }
    }
}
