package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * Verifies the IR: definitions dominate uses, edges pass the arguments of their target, operands are well-typed. A
 * violation is a bug of the library.
 */
public final class Verifier {
    private final List<String> violations = new ArrayList<>();
    private final Kernel kernel;

    private Verifier(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Returns the violations; empty for a well-formed kernel. */
    public static List<String> violations(Kernel kernel) {
        Verifier verifier = new Verifier(kernel);
        verifier.region(kernel.body(), value -> false);
        return List.copyOf(verifier.violations);
    }

    /**
     * Returns the kernel if it is well-formed.
     *
     * @throws IllegalStateException if it is malformed
     */
    public static Kernel verified(Kernel kernel) {
        List<String> violations = violations(kernel);
        if (!violations.isEmpty()) {
            throw new InternalException("the IR is malformed: " + violations + "\n" + kernel);
        }
        return kernel;
    }

    /** @param around returns whether a value of the enclosing regions dominates the region */
    private void region(Region region, Predicate<Value> around) {
        ControlFlow flow = ControlFlow.of(region);
        Map<Value, Integer> homes = new IdentityHashMap<>(kernel.valueCount());
        for (Block block : region.blocks()) {
            require(flow.immediateDominator(block.id()) < block.id(), () -> block + " stands before its dominator");
            block(region, block, homes, value -> {
                Integer home = homes.get(value);
                return home == null ? around.test(value) : flow.dominates(home, block.id());
            });
            boolean isShort = block.terminator() instanceof Terminator.Branch branch
                    && branch.hint() == Terminator.Hint.SHORT_LOOP;
            require(!isShort || flow.loopAt(block.id()) != null, () -> block + " heads no loop, but a short one");
        }
    }

    private void block(Region region, Block block, Map<Value, Integer> homes, Predicate<Value> known) {
        block.arguments().forEach(argument -> homes.put(argument, block.id()));
        for (Instruction instruction : block.instructions()) {
            operands(instruction.operands(), known, instruction);
            for (Region nested : instruction.regions()) {
                region(nested, known);
            }
            if (!OpTypes.fit(instruction)) {
                violations.add(instruction + " = " + Mnemonics.of(instruction.op()) + " has wrong types");
            }
            boolean writesTable =
                    instruction.op() instanceof Op.ArrayNew make && make.array().isTable()
                            || instruction.op() instanceof Op.ArrayStore store
                                    && store.array().isTable();
            require(!writesTable, () -> instruction + " writes a table");
            require(instruction.id() < kernel.valueCount(), () -> instruction + " has a number beyond all values");
            homes.put(instruction, block.id());
        }
        terminator(region, block, known);
    }

    private void terminator(Region region, Block block, Predicate<Value> known) {
        Terminator end = block.terminator();
        operands(end.operands(), known, block);
        for (Edge edge : end.edges()) {
            operands(edge.arguments(), known, block);
            List<Argument> arguments = region.block(edge.target()).arguments();
            require(edge.target() != 0, () -> block + " leads to the entry");
            require(arguments.size() == edge.arguments().size(), () -> block + " passes a wrong number of values");
            for (int k = 0; k < Math.min(arguments.size(), edge.arguments().size()); k++) {
                Argument taken = arguments.get(k);
                require(
                        taken.type() == edge.arguments().get(k).type(),
                        () -> block + " passes a wrong type for " + taken);
            }
        }
        if (end instanceof Terminator.Branch branch) {
            require(branch.condition().type() == Type.BOOL, () -> block + " branches on no BOOL");
        } else if (end instanceof Terminator.Return leave) {
            Type result = leave.value() == null ? Type.VOID : leave.value().type();
            require(result == region.result(), () -> block + " returns " + result + " instead of " + region.result());
        }
    }

    private void operands(List<Value> operands, Predicate<Value> known, Object user) {
        for (Value operand : operands) {
            if (!known.test(operand)) {
                violations.add(user + " uses " + operand + " which is not defined there");
            }
        }
    }

    private void require(boolean holds, Supplier<String> violation) {
        if (!holds) {
            violations.add(violation.get());
        }
    }
}
