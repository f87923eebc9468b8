package org.sporos.kernel.analysis.dependence;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * One place of a kernel that touches a captured view.
 *
 * @param instruction the load, store or atomic
 * @param view the number of the view in the binding
 * @param kind what it does
 * @param shape where it does so
 * @param indexes the indexes as affine forms; null for those that are none
 * @param reach what each index can be
 * @param ranges what each symbol of the forms can be there
 * @param executed whether exactly the items of the ranges come there, in each run
 * @param certain whether the forms take all values of the ranges, in each run
 * @param nest the regions of the team that it is in, outermost first: the ids of the instructions that run them
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

    /** The mode of an access. */
    enum Kind {
        READ,
        WRITE,
        ATOMIC
    }

    /** The place of an access, relative to a work item. */
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

        /** Returns it in words. */
        public String words() {
            return words;
        }
    }

    /**
     * The team operations around an access.
     *
     * @param ranges the nested ranges, outermost first
     * @param single whether only the first member of the team is there
     */
    record Nest(List<Instruction> ranges, boolean single) {
        static final Nest NONE = new Nest(List.of(), false);
    }

    boolean isAffine() {
        return !indexes.contains(null);
    }

    boolean changes() {
        return mode().changes();
    }

    /** Returns which atomic it is, or null. */
    @Nullable
    AtomicKind atomic() {
        return instruction.op() instanceof org.sporos.kernel.ir.Op.Atomic atomic ? atomic.kind() : null;
    }

    AccessMode mode() {
        return AccessMode.of(kind == Kind.WRITE, atomic());
    }

    /** Returns whether two accesses to one element by different items need no order. */
    boolean agreesWith(KernelAccess other) {
        return mode().agreesWith(other.mode());
    }

    /** Returns what it stores, if it is a plain store. */
    @Nullable
    Value stored() {
        List<Value> operands = instruction.operands();
        return kind == Kind.WRITE ? operands.get(operands.size() - 1) : null;
    }

    SourcePosition position() {
        return instruction.position();
    }
}
