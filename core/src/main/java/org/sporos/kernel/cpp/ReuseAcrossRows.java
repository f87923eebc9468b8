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

/** The loads that two adjacent rows of a body have in common. */
final class ReuseAcrossRows {
    /** Jammed rows that share fewer than one in so many loads are slower than single ones. */
    private static final int PART = 4;

    private final Value row;
    private final Map<View, Integer> views = new IdentityHashMap<>();
    private final List<Access> accesses = new ArrayList<>();

    /** The operands of a load: constants, or values with a constant added. */
    private record Access(int view, List<AffineExpr<Integer>> indexes) {}

    /** @param row the index that counts rows */
    ReuseAcrossRows(Value row) {
        this.row = row;
    }

    /** Adds a load of a view. */
    void add(View view, List<Value> operands) {
        int number = views.computeIfAbsent(view, v -> views.size());
        accesses.add(
                new Access(number, operands.stream().map(ReuseAcrossRows::index).toList()));
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

    /** Returns whether enough loads of a row are also loads of the previous row. */
    boolean areMany() {
        Set<Access> all = new HashSet<>(accesses);
        long shared = accesses.stream()
                .filter(access -> all.contains(inRowBefore(access)))
                .count();
        return shared * PART >= accesses.size();
    }

    private Access inRowBefore(Access access) {
        return new Access(
                access.view(),
                access.indexes().stream()
                        .map(index -> index.factor(row.id()) == 0 ? index : index.plus(1))
                        .toList());
    }
}
