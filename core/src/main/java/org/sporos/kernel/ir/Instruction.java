package org.sporos.kernel.ir;

import java.util.List;
import org.sporos.kernel.SourcePosition;

/** An operation with its operands and, for team operations, the regions that it runs. Immutable. */
public final class Instruction extends Value {
    private final Op op;
    private final List<Value> operands;
    private final List<Region> regions;

    /** @param id below the number of values of its kernel, and no other's */
    public Instruction(
            int id,
            Type type,
            String name,
            SourcePosition position,
            Op op,
            List<Value> operands,
            List<Region> regions) {
        super(id, type, name, position);
        this.op = op;
        this.operands = List.copyOf(operands);
        this.regions = List.copyOf(regions);
    }

    /** Returns what it does. */
    public Op op() {
        return op;
    }

    /** Returns its operands. */
    public List<Value> operands() {
        return operands;
    }

    /** Returns an operand. */
    public Value operand(int k) {
        return operands.get(k);
    }

    /** Returns the regions that it runs: one for nested ranges, reductions and single, two for scans, else none. */
    public List<Region> regions() {
        return regions;
    }

    /** Returns the first region that it runs. */
    public Region region() {
        return regions.get(0);
    }

    /**
     * Returns whether it may be dropped when nothing uses its result; floating division may, integer division may not.
     */
    public boolean isPure() {
        return op().isPure() || op() instanceof Binary && type().isFloating();
    }
}
