package org.sporos.kernel.analysis.dependence;

import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * The values of one work item: the unknowns that stand for them, and what is proven of them.
 *
 * @param copy what tells the unknowns of this item from those of another
 * @param shared what tells the values that all items of the run have in common from those of another kernel
 */
record ItemValues(AnalyzedKernel code, Unknowns unknowns, Object copy, Object shared) {

    private record Key(Object scope, Object what) {}

    /** Returns the key of something that each item has for itself. */
    Object key(Object what) {
        return new Key(copy, what);
    }

    /** Returns the unknown that stands for a value, in this item or in all. */
    AffineExpr<Integer> unknown(Value value) {
        if (value instanceof Instruction i && i.op() instanceof Op.Param param) {
            // One run sees one value of a param, in all of its kernels.
            return unknowns.of(code.binding().params().get(param.param().index()));
        }
        return unknowns.of(new Key(isShared(value) ? shared : copy, value));
    }

    Interval interval(Value value) {
        return code.proofs().interval(value);
    }

    boolean isExact(Instruction instruction) {
        return code.proofs().isExact(instruction);
    }

    boolean isShared(Value value) {
        return code.dependences().isShared(value);
    }
}
