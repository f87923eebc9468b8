package org.sporos.kernel.ir;

import org.sporos.policy.ReductionOp;

/**
 * The operation of an instruction. Binary, unary, comparing and converting operators and mathematical functions are
 * enums, all else are the records here; each says what its operands are.
 */
public sealed interface Op
        permits Binary,
                Unary,
                Compare,
                Conversion,
                MathFunction,
                TeamQuery,
                Op.Constant,
                Op.Scalar,
                Op.Param,
                Op.Select,
                Op.Load,
                Op.Store,
                Op.Atomic,
                Op.Extent,
                Op.ArrayNew,
                Op.ArrayLoad,
                Op.ArrayStore,
                Op.Check,
                Op.Farthest,
                Op.Print,
                Op.Barrier,
                Op.ScratchNew,
                Op.Range,
                Op.Reduce,
                Op.Scan,
                Op.Single {

    /** Returns its name in the printed IR. */
    String mnemonic();

    /**
     * Returns whether it may be dropped when nothing uses its result: it writes nothing, waits for nobody, cannot fail.
     */
    default boolean isPure() {
        return true;
    }

    /** A literal. No operands. Its bits are those of the type in the low half, as {@code doubleToRawLongBits} gives. */
    record Constant(Type type, long bits) implements Op {
        @Override
        public String mnemonic() {
            return "const";
        }
    }

    /** The value of a captured scalar, the same for all indexes. No operands. */
    record Scalar(ScalarRef scalar) implements Op {
        @Override
        public String mnemonic() {
            return "scalar";
        }
    }

    /** The value of a live param, the same for all indexes of one run. No operands. */
    record Param(ParamRef param) implements Op {
        @Override
        public String mnemonic() {
            return "param";
        }
    }

    /**
     * The second operand where the first, a BOOL, is true, else the third.
     *
     * @param isMasked whether compilers must not make a branch of it
     */
    record Select(boolean isMasked) implements Op {
        /** Makes one of which compilers may make a branch. */
        public Select() {
            this(false);
        }

        @Override
        public String mnemonic() {
            return isMasked ? "select.masked" : "select";
        }
    }

    /** An element of a view. The operands are its indexes, as many as its rank: I32, or one I64. Checked. */
    record Load(ViewRef view) implements Op {
        @Override
        public String mnemonic() {
            return "load";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /** Sets an element of a view. The operands are its indexes, then the value. Checked. */
    record Store(ViewRef view) implements Op {
        @Override
        public String mnemonic() {
            return "store";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /** Reads or changes an element of a view atomically. The operands are its indexes, then the values of its kind. */
    record Atomic(ViewRef view, AtomicKind kind) implements Op {
        @Override
        public String mnemonic() {
            return "atomic." + kind.mnemonic();
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * The extent of a dimension of a view, an I64; of dimension {@link #SIZE} the number of its elements. No operands.
     */
    record Extent(ViewRef view, int dimension) implements Op {
        /** Stands for all dimensions. */
        public static final int SIZE = -1;

        @Override
        public String mnemonic() {
            return dimension == SIZE ? "size" : "extent";
        }
    }

    /** Makes a local array anew, all zeros. It stands before all uses of the array on every path. No operands. */
    record ArrayNew(LocalArray array) implements Op {
        @Override
        public String mnemonic() {
            return "array.new";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /** An element of a local array or of a table. The operand is an I32 index. Checked. */
    record ArrayLoad(LocalArray array) implements Op {
        @Override
        public String mnemonic() {
            return "array.load";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * Sets an element of a local array, narrowed to its element. The operands are an I32 index and the value. Checked.
     */
    record ArrayStore(LocalArray array) implements Op {
        @Override
        public String mnemonic() {
            return "array.store";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * Its operand, an I32, where that lies in {@code [0, bound)}; else a failure, and 0.
     *
     * @param failure what has happened where it does not
     * @param subject the name of the array whose index it is, or the empty string
     */
    record Check(Failure failure, String subject, int bound) implements Op {
        /** The kinds of failures that it reports. */
        public enum Failure {
            /** An index is outside of a local array. */
            INDEX,
            /** The exact result of an operation does not fit into an int; the operand is 1 then, and the bound is 1. */
            INT_OVERFLOW,
            /** The exact result of an operation does not fit into a long; the operand is 1 then, and the bound is 1. */
            LONG_OVERFLOW
        }

        @Override
        public String mnemonic() {
            return "check." + failure.name().toLowerCase(java.util.Locale.ROOT);
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * Raises the largest index of a view, a variable of the caller, to its operand, an I32 or I64, where that is larger.
     * Both are compared as unsigned numbers: a negative index is out of bounds, too.
     */
    record Farthest(ViewRef.Captured view) implements Op {
        @Override
        public String mnemonic() {
            return "farthest";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * Prints a line. The operands are I64: the indexes of the work item, or the ranks of a team and its member, then
     * the values.
     *
     * @param format the text with a placeholder for each value
     * @param indexes how many operands are indexes
     * @param doubles a bit for each value whose operand is the raw bits of a double, the lowest for the first
     */
    record Print(String format, int indexes, int doubles) implements Op {
        @Override
        public String mnemonic() {
            return "print";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /** Waits for all members of the team. No operands. */
    record Barrier() implements Op {
        @Override
        public String mnemonic() {
            return "team.barrier";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /** Takes scratch memory of the team. The operand is its extent, an I32. It stands before all uses of the view. */
    record ScratchNew(ViewRef.Scratch view) implements Op {
        @Override
        public String mnemonic() {
            return "team.scratch";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * Runs its region for each index of {@code [0, n)}, spread over the team or over the vector lanes of the member.
     * The operand is n, an I32; the region has one I32 argument and returns nothing.
     */
    record Range(boolean vector) implements Op {
        @Override
        public String mnemonic() {
            return vector ? "team.vectorFor" : "team.parallelFor";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * Reduces what its region returns for each index of {@code [0, n)}, in the library's order, over the team or over
     * the vector lanes of the member, and gives each member the result. The operand is n, an I32; the region has one
     * I32 argument and returns a value of the instruction's type.
     */
    record Reduce(ReductionOp operator, boolean vector) implements Op {
        @Override
        public String mnemonic() {
            String range = vector ? "team.vectorReduce." : "team.parallelReduce.";
            return range + operator.name().toLowerCase(java.util.Locale.ROOT);
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /**
     * Sums up what its first region returns for each index of {@code [0, n)}, in the order of scans, over the team or
     * over the vector lanes of the member, and runs its second region with each index and its sum; gives each member
     * the total. The operand is n, an I32. The first region has one I32 argument and returns a value of the
     * instruction's type; the second has one more argument of that type and returns nothing.
     */
    record Scan(boolean inclusive, boolean vector) implements Op {
        @Override
        public String mnemonic() {
            if (vector) {
                return inclusive ? "team.vectorInclusiveScan" : "team.vectorExclusiveScan";
            }
            return inclusive ? "team.inclusiveScan" : "team.exclusiveScan";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }

    /** Returns whether it spreads a range of indexes over the vector lanes of a member. */
    static boolean isVector(Op op) {
        return op instanceof Range range && range.vector()
                || op instanceof Reduce reduce && reduce.vector()
                || op instanceof Scan scan && scan.vector();
    }

    /** Runs its region in the first member only, and is a barrier. No operands; the region has no argument. */
    record Single() implements Op {
        @Override
        public String mnemonic() {
            return "team.single";
        }

        @Override
        public boolean isPure() {
            return false;
        }
    }
}
