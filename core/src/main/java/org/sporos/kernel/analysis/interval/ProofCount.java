package org.sporos.kernel.analysis.interval;

import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;

/** The numbers of operations and accesses of a kernel, total and proven. */
public final class ProofCount {
    private int operations;
    private int exact;
    private int accesses;
    private int inBounds;
    private int divisions;
    private int nonZero;

    ProofCount() {}

    void note(Instruction instruction, boolean proven) {
        int made = proven ? 1 : 0;
        if (isAccess(instruction)) {
            accesses++;
            inBounds += made;
        } else if (instruction.isDivision()) {
            divisions++;
            nonZero += made;
        } else if (canOverflow(instruction)) {
            operations++;
            exact += made;
        }
    }

    /** Returns whether an instruction accesses an element of a view or local array, or is an index check. */
    public static boolean isAccess(Instruction instruction) {
        Op op = instruction.op();
        return op instanceof Op.Load
                || op instanceof Op.Store
                || op instanceof Op.Atomic
                || op instanceof Op.ArrayLoad
                || op instanceof Op.ArrayStore
                || op instanceof Op.Check;
    }

    /** Returns whether it is an integer addition, subtraction, multiplication, negation or left shift. */
    public static boolean canOverflow(Instruction instruction) {
        Op op = instruction.op();
        boolean can = op == Binary.ADD || op == Binary.SUB || op == Binary.MUL || op == Binary.SHL || op == Unary.NEG;
        return can && instruction.type().isInteger();
    }

    /** Returns whether all are proven. */
    public boolean isComplete() {
        return exact == operations && inBounds == accesses && nonZero == divisions;
    }

    /** Returns the number of reachable integer additions, subtractions, multiplications, negations and left shifts. */
    public int operations() {
        return operations;
    }

    /** Returns the number of operations that cannot overflow. */
    public int exact() {
        return exact;
    }

    /** Returns the number of reachable accesses to views and local arrays. */
    public int accesses() {
        return accesses;
    }

    /** Returns the number of accesses in bounds. */
    public int inBounds() {
        return inBounds;
    }

    @Override
    public String toString() {
        return exact + " of " + operations + " operations cannot overflow, " + inBounds + " of " + accesses
                + " accesses are in bounds, " + nonZero + " of " + divisions + " divisions are safe";
    }
}
