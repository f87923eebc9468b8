package org.sporos.kernel.analysis.interval;

import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;

/** The number of operations and accesses of a kernel, and of those that were proven. */
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

    /** Returns whether an instruction touches an element of a view or local array, or checks an index by itself. */
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

    /** Returns whether all proofs were made. */
    public boolean isComplete() {
        return exact == operations && inBounds == accesses && nonZero == divisions;
    }

    /** Returns the integer additions, subtractions, multiplications, negations and left shifts that can be reached. */
    public int operations() {
        return operations;
    }

    /** Returns how many of them cannot overflow. */
    public int exact() {
        return exact;
    }

    /** Returns the accesses to views and local arrays that can be reached. */
    public int accesses() {
        return accesses;
    }

    /** Returns how many of them stay inside. */
    public int inBounds() {
        return inBounds;
    }

    @Override
    public String toString() {
        return exact + " of " + operations + " operations cannot overflow, " + inBounds + " of " + accesses
                + " accesses are in bounds, " + nonZero + " of " + divisions + " divisions are safe";
    }
}
