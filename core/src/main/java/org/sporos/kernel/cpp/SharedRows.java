package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Value;
import org.sporos.view.View;

/** The loads of a body that is run for two rows at once: some of one row are those of the other. */
final class SharedRows {
    /** Two rows that share less than this part of their loads are slower than one after the other. */
    private static final int PART = 4;

    private final Value row;
    private final Map<View, Integer> views = new IdentityHashMap<>();
    private final List<Place> places = new ArrayList<>();

    /** The operands of a load, each as a value and what is added to it. */
    private record Place(int view, List<Integer> bases, List<Long> offsets) {}

    /** @param row the index that counts rows */
    SharedRows(Value row) {
        this.row = row;
    }

    /** Adds a load of a view. */
    void add(View view, List<Value> operands) {
        List<Integer> bases = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        for (Value operand : operands) {
            Value base = operand;
            long offset = 0;
            if (operand instanceof Instruction sum && (sum.op() == Binary.ADD || sum.op() == Binary.SUB)) {
                long sign = sum.op() == Binary.ADD ? 1 : -1;
                if (sum.operand(1) instanceof Instruction by && by.op() instanceof Op.Constant literal) {
                    base = sum.operand(0);
                    offset = sign * (int) literal.bits();
                } else if (sign > 0
                        && sum.operand(0) instanceof Instruction by
                        && by.op() instanceof Op.Constant literal) {
                    base = sum.operand(1);
                    offset = (int) literal.bits();
                }
            }
            // Constants are places of their own, each its value.
            if (base instanceof Instruction at && at.op() instanceof Op.Constant literal) {
                bases.add(-1);
                offsets.add(offset + literal.bits());
            } else {
                bases.add(base.id());
                offsets.add(offset);
            }
        }
        places.add(new Place(views.computeIfAbsent(view, v -> views.size()), bases, offsets));
    }

    /** Returns whether enough of the loads of a row are loads of the row before, too. */
    boolean areMany() {
        Set<Place> all = new HashSet<>(places);
        long shared = places.stream()
                .filter(place -> all.contains(inRowBefore(place)))
                .count();
        return shared * PART >= places.size();
    }

    private Place inRowBefore(Place place) {
        List<Long> offsets = new ArrayList<>(place.offsets());
        for (int d = 0; d < offsets.size(); d++) {
            if (place.bases().get(d) == row.id()) {
                offsets.set(d, offsets.get(d) + 1);
            }
        }
        return new Place(place.view(), place.bases(), offsets);
    }
}
