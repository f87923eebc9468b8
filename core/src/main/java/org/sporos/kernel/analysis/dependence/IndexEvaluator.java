package org.sporos.kernel.analysis.dependence;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/** Evaluates integer values that depend on indexes and captured scalars only. Not thread-safe. */
final class IndexEvaluator {
    private final Kernel kernel;
    private final Binding binding;
    private final int indexes;
    private final Map<Value, Boolean> possible = new HashMap<>();

    /** @param indexes the number of indexes; further arguments, such as the sum of a scan, are unknown */
    IndexEvaluator(Kernel kernel, Binding binding, int indexes) {
        this.kernel = kernel;
        this.binding = binding;
        this.indexes = indexes;
    }

    /** Returns whether a value can be evaluated. */
    boolean canEvaluate(Value value) {
        Boolean known = possible.get(value);
        if (known == null) {
            possible.put(value, false);
            known = value instanceof Argument argument ? isIndex(argument) : isComputed((Instruction) value);
            possible.put(value, known);
        }
        return known;
    }

    private boolean isIndex(Argument argument) {
        int at = kernel.body().arguments().indexOf(argument);
        return at >= 0 && at < indexes;
    }

    private boolean isComputed(Instruction i) {
        Op op = i.op();
        boolean leaf = op instanceof Op.Constant
                || op instanceof Op.Scalar
                || (op instanceof Op.Extent extent && extent.view() instanceof ViewRef.Captured);
        boolean integer = i.type().isInteger() || i.type() == Type.BOOL;
        return leaf
                ? integer
                : !(op instanceof Op.Check)
                        && ConstantFolding.isFoldable(i)
                        && i.operands().stream().allMatch(this::canEvaluate);
    }

    /** Returns the value for a work item, or null on division by zero. */
    @Nullable
    Long evaluate(Value value, long[] item) {
        if (value instanceof Argument argument) {
            return item[kernel.body().arguments().indexOf(argument)];
        }
        Instruction i = (Instruction) value;
        if (i.op() instanceof Op.Scalar scalar) {
            return ConstantFolding.wrapped(
                    i.type(), binding.scalars().get(scalar.scalar().index()));
        } else if (i.op() instanceof Op.Extent extent) {
            var view = binding.view((ViewRef.Captured) extent.view());
            return extent.dimension() == Op.Extent.SIZE ? view.size() : view.extent(extent.dimension());
        }
        return ConstantFolding.evaluate(i, operand -> evaluate(operand, item));
    }
}
