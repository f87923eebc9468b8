package org.sporos.kernel.transform;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/** Adds instructions to the end of a block; all have one position. */
record Code(KernelEdit edit, DraftBlock block, SourcePosition position) {
    Instruction add(Op op, Type type, Value... operands) {
        return block.add(op, type, position, List.of(operands));
    }

    Instruction literal(Type type, long bits) {
        return add(new Op.Constant(type, bits), type);
    }

    /** Adds arithmetic that does not overflow. */
    Instruction exact(Op op, Value a, Value b) {
        Instruction made = add(op, a.type(), a, b);
        edit.setExact(made);
        return made;
    }

    Instruction compare(Compare compare, Value a, Value b) {
        return add(compare, Type.BOOL, a, b);
    }

    /** Adds the conjunction of two conditions. */
    Value both(Value a, Value b) {
        return ConstantFolding.is(a, 1) ? b : add(Binary.AND, Type.BOOL, a, b);
    }

    /** Returns an integer as an I64 or as an I32, into which it fits. */
    Value converted(Type type, Value value) {
        if (type == value.type()) {
            return value;
        }
        Instruction made = add(type == Type.I64 ? Conversion.I2L : Conversion.L2I, type, value);
        edit.setExact(made);
        return made;
    }

    /** Adds the extent of a view of one dimension. */
    Value extent(ViewRef.Captured view, Type type) {
        return converted(type, add(new Op.Extent(view, 0), Type.I64));
    }

    /** Adds the condition that accesses at a counter are in bounds for all its values up to a bound. */
    Value areInBounds(LaunchedKernel kernel, Set<Instruction> accesses, Value counter, Value bound) {
        Value inside = literal(Type.BOOL, 1);
        Long first = ConstantFolding.literal(counter);
        if (!accesses.isEmpty() && (first == null || first < 0)) {
            inside = compare(Compare.GE, counter, literal(Type.I32, 0));
        }
        Set<Object> known = new HashSet<>();
        for (Instruction access : accesses) {
            ViewRef.Captured view = (ViewRef.Captured) RuntimeChecks.viewOf(access.op());
            if (known.add(kernel.launch().extentKey(view))) {
                Type type = kernel.isInt(view) ? Type.I32 : Type.I64;
                inside = both(inside, compare(Compare.LE, converted(type, bound), extent(view, type)));
            }
        }
        return inside;
    }

    /** Adds a load from an array at an index in bounds. */
    Instruction load(LocalArray array, Value index) {
        Instruction load = add(new Op.ArrayLoad(array), array.element().value(), index);
        edit.setInBounds(load);
        return load;
    }

    /** Adds a store to an array at an index in bounds. */
    void store(LocalArray array, Value index, Value value) {
        edit.setInBounds(add(new Op.ArrayStore(array), Type.VOID, index, value));
    }
}
