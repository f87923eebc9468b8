package org.sporos.kernel.analysis.dependence;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.view.View;

/**
 * An access of a kernel to a captured view.
 *
 * @param instruction the load, store or atomic
 * @param view the index of the view in the binding
 * @param kind read, write or atomic
 * @param shape the access pattern
 * @param indexes the affine forms of the indexes, null for other indexes
 * @param reach the interval of each index
 * @param ranges the range of each symbol of the forms
 * @param executed whether exactly the items of the ranges execute it in each run
 * @param certain whether the forms take all values over the ranges in each run
 * @param nest the enclosing team operations
 */
record KernelAccess(
        Instruction instruction,
        int view,
        Kind kind,
        Shape shape,
        List<@Nullable AffineExpr<Symbol>> indexes,
        List<Interval> reach,
        Map<Symbol, Interval> ranges,
        boolean executed,
        boolean certain,
        Nest nest) {

    /** The kind of an access. */
    enum Kind {
        READ,
        WRITE,
        ATOMIC
    }

    /** The access pattern relative to the index of the work item. */
    enum Shape {
        AT_INDEX("at its index"),
        AT_OFFSET("at an offset"),
        STRIDED("strided"),
        UNIFORM("uniform"),
        COMPUTED("computed from its index"),
        INDIRECT("indirect");

        private final String words;

        Shape(String words) {
            this.words = words;
        }

        /** Returns the pattern in words. */
        public String words() {
            return words;
        }
    }

    /**
     * The team operations around an access.
     *
     * @param ranges the nested ranges, outermost first
     * @param single whether only the first member of the team executes it
     */
    record Nest(List<Instruction> ranges, boolean single) {
        static final Nest NONE = new Nest(List.of(), false);
    }

    /** Returns the bytes between the elements of neighbours along an index, or {@link Long#MAX_VALUE} if unknown. */
    long stride(Symbol index, View of) {
        if (!isAffine()) {
            return shape == Shape.UNIFORM ? 0 : Long.MAX_VALUE;
        }
        long elements = 0;
        for (int d = 0; d < indexes.size(); d++) {
            elements += Objects.requireNonNull(indexes.get(d)).factor(index) * of.stride(d);
        }
        return Math.abs(elements) * of.elementType().bytes();
    }

    boolean isAffine() {
        return !indexes.contains(null);
    }

    boolean changes() {
        return mode().changes();
    }

    /** Returns the kind of an atomic, or null. */
    @Nullable
    AtomicKind atomic() {
        return instruction.op() instanceof org.sporos.kernel.ir.Op.Atomic atomic ? atomic.kind() : null;
    }

    AccessMode mode() {
        return AccessMode.of(kind == Kind.WRITE, atomic());
    }

    /** Returns whether accesses to one element by different items need no order. */
    boolean agreesWith(KernelAccess other) {
        return mode().agreesWith(other.mode());
    }

    /** Returns the stored value of a plain store, or null. */
    @Nullable
    Value stored() {
        List<Value> operands = instruction.operands();
        return kind == Kind.WRITE ? operands.get(operands.size() - 1) : null;
    }

    SourcePosition position() {
        return instruction.position();
    }
}
