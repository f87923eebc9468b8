package org.sporos.kernel.ir;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
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
            if (!hasFittingTypes(instruction)) {
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

    /** Returns whether an instruction is well-typed. */
    private static boolean hasFittingTypes(Instruction instruction) {
        Op op = instruction.op();
        List<Type> types = Lists.transform(instruction.operands(), Value::type);
        Type result = instruction.type();
        if (op instanceof Binary binary) {
            return types.size() == 2
                    && types.get(0) == result
                    && types.get(1) == (binary.isShift() ? Type.I32 : result)
                    && (result != Type.BOOL || isLogical(binary));
        } else if (op instanceof Unary unary) {
            return types.equals(List.of(result)) && (unary == Unary.NOT) == (result == Type.BOOL);
        } else if (op instanceof Compare) {
            return types.size() == 2 && types.get(0) == types.get(1) && result == Type.BOOL;
        } else if (op instanceof Conversion conversion) {
            return types.equals(List.of(conversion.from())) && result == conversion.to();
        } else if (op instanceof MathFunction function) {
            return types.size() == function.arity();
        } else if (op instanceof Op.Select) {
            return types.equals(List.of(Type.BOOL, result, result));
        }
        return accessFits(op, types, result);
    }

    private static boolean isLogical(Binary binary) {
        return binary == Binary.AND || binary == Binary.OR || binary == Binary.XOR;
    }

    private static boolean accessFits(Op op, List<Type> types, Type result) {
        if (op instanceof Op.Load load) {
            return indexed(load.view(), types, List.of())
                    && result == load.view().storage().value();
        } else if (op instanceof Op.Store store) {
            return indexed(store.view(), types, List.of(store.view().storage().value())) && result == Type.VOID;
        } else if (op instanceof Op.Atomic atomic) {
            Type element = atomic.view().storage().value();
            boolean swap = atomic.kind() == AtomicKind.COMPARE_SET;
            return indexed(
                            atomic.view(),
                            types,
                            Collections.nCopies(atomic.kind().valueCount(), element))
                    && result == (swap ? Type.BOOL : element);
        } else if (op instanceof Op.ArrayLoad array) {
            return types.equals(List.of(Type.I32))
                    && result == array.array().element().value();
        } else if (op instanceof Op.ArrayStore array) {
            return types.equals(List.of(Type.I32, array.array().element().value())) && result == Type.VOID;
        } else if (op instanceof Op.Check) {
            return types.equals(List.of(Type.I32)) && result == Type.I32;
        } else if (op instanceof Op.Farthest) {
            return types.size() == 1 && types.get(0).isInteger() && result == Type.VOID;
        } else if (op instanceof Op.Print) {
            return types.stream().allMatch(type -> type == Type.I64) && result == Type.VOID;
        } else if (op instanceof Op.Range
                || op instanceof Op.Reduce
                || op instanceof Op.Scan
                || op instanceof Op.ScratchNew) {
            return types.equals(List.of(Type.I32));
        }
        return types.isEmpty();
    }

    private static boolean indexed(ViewRef view, List<Type> types, List<Type> values) {
        int indexes = types.size() - values.size();
        if (indexes != view.rank() || !types.subList(indexes, types.size()).equals(values)) {
            return false;
        }
        boolean ints = true;
        for (int d = 0; d < indexes; d++) {
            ints &= types.get(d) == Type.I32;
        }
        return ints || indexes == 1 && types.get(0) == Type.I64;
    }
}
