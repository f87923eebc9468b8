package org.sporos.kernel.analysis.interval;

import org.sporos.kernel.ir.ConstantTable;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/**
 * The intervals of elements of local arrays: zero joined with all stores; for tables their contents. Grows
 * monotonically. Not thread-safe.
 */
final class ArrayContents {
    private static final int MAX_GROWTH = 4;

    private final Interval[] contents;
    private final int[] growth;

    ArrayContents(Kernel kernel) {
        contents = new Interval[kernel.arrays().size()];
        growth = new int[contents.length];
        for (LocalArray array : kernel.arrays()) {
            contents[array.index()] = array.isTable() ? all(array.contents()) : Interval.of(0);
        }
        // Nested regions are analyzed last, so their stores are assumed to be arbitrary.
        nested(kernel.body(), false);
    }

    private static Interval all(ConstantTable table) {
        if (table.element().value().isFloating() || table.length() == 0) {
            return Interval.of(table.element());
        }
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int k = 0; k < table.length(); k++) {
            low = Math.min(low, table.bits(k));
            high = Math.max(high, table.bits(k));
        }
        return new Interval(low, high);
    }

    private void nested(Region region, boolean isNested) {
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                if (isNested && i.op() instanceof Op.ArrayStore store) {
                    contents[store.array().index()] = Interval.of(store.array().element());
                }
                for (Region inner : i.regions()) {
                    nested(inner, true);
                }
            }
        }
    }

    Interval of(LocalArray array) {
        return contents[array.index()];
    }

    /** Joins a store; returns whether the interval of the array has grown. */
    boolean store(LocalArray array, Interval value) {
        Interval before = contents[array.index()];
        Interval all = Interval.of(array.element());
        Interval after = before.join(value.isIn(all) ? value : all);
        if (after.equals(before)) {
            return false;
        }
        contents[array.index()] = ++growth[array.index()] > MAX_GROWTH ? all : after;
        return true;
    }
}
