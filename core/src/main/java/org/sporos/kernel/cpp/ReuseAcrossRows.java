package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.view.View;

/** The loads of a body that is run for two rows at once: some of one row are those of the other. */
final class ReuseAcrossRows {
    /** Two rows that share less than this part of their loads are slower than one after the other. */
    private static final int PART = 4;

    private final Value row;
    private final Map<View, Integer> views = new IdentityHashMap<>();
    private final List<Place> places = new ArrayList<>();

    /** The operands of a load: constants, or values with a constant added. */
    private record Place(int view, List<AffineExpr<Integer>> indexes) {}

    /** @param row the index that counts rows */
    ReuseAcrossRows(Value row) {
        this.row = row;
    }

    /** Adds a load of a view. */
    void add(View view, List<Value> operands) {
        int number = views.computeIfAbsent(view, v -> views.size());
        places.add(
                new Place(number, operands.stream().map(ReuseAcrossRows::index).toList()));
    }

    private static AffineExpr<Integer> index(Value operand) {
        AffineExpr<Integer> sum = operand instanceof Instruction at
                ? AffineExpr.fitting(() -> AffineExpr.of(at, ReuseAcrossRows::valueOrLiteral))
                : null;
        return sum != null && sum.size() == 1 && sum.factorAt(0) == 1 ? sum : valueOrLiteral(operand);
    }

    private static AffineExpr<Integer> valueOrLiteral(Value operand) {
        Long literal = ConstantFolding.literal(operand);
        return literal == null ? AffineExpr.unknown(operand.id()) : AffineExpr.of(literal);
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
        return new Place(
                place.view(),
                place.indexes().stream()
                        .map(index -> index.factor(row.id()) == 0 ? index : index.plus(1))
                        .toList());
    }
}
