package org.sporos.kernel.ir;

import com.google.common.collect.Lists;
import java.util.Collections;
import java.util.List;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The type rules of operations. */
final class OpTypes {

    private OpTypes() {}

    /** Returns whether an instruction is well-typed. */
    static boolean fit(Instruction instruction) {
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
