package org.sporos.kernel.analysis.dependence;

import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * The unknowns of the values of one work item, and their proofs.
 *
 * @param copy the scope of the unknowns of this item
 * @param shared the scope of uniform values of this kernel
 */
record ItemValues(AnalyzedKernel code, Unknowns unknowns, Object copy, Object shared) {

    private record Key(Object scope, Object what) {}

    /** Returns the key of a per-item unknown. */
    Object key(Object what) {
        return new Key(copy, what);
    }

    /** Returns the unknown of a value, per item or uniform. */
    AffineExpr<Integer> unknown(Value value) {
        if (value instanceof Instruction i && i.op() instanceof Op.Param param) {
            // A param has one value per run, in all kernels.
            return unknowns.of(code.binding().params().get(param.param().index()));
        }
        return unknowns.of(new Key(isUniform(value) ? shared : copy, value));
    }

    Interval interval(Value value) {
        return code.proofs().interval(value);
    }

    boolean isExact(Instruction instruction) {
        return code.proofs().isExact(instruction);
    }

    boolean isUniform(Value value) {
        return code.dependences().isUniform(value);
    }
}
