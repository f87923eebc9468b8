package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.dependence.CollisionEquation.Ternary;
import org.sporos.kernel.analysis.dependence.ItemRaces.Positions;
import org.sporos.kernel.analysis.dependence.Symbol.Kind;
import org.sporos.kernel.analysis.interval.IterationSpace;

/**
 * Finds data races between two unordered kernels over the same indexes, the contribution and the consumer of a scan:
 * different items access one element, one of them writes. Accesses of the same item are ordered.
 */
public final class PairRaces {
    private static final int MAX_FOUND = 4;

    private PairRaces() {}

    /** Returns the first races between items of two kernels over one range. */
    public static List<ItemRace> between(KernelFacts first, KernelFacts second) {
        List<ItemRace> found = new ArrayList<>();
        if (first.launch().items() == IterationSpace.Items.ONE) {
            return found;
        }
        for (KernelAccess one : first.accesses()) {
            for (KernelAccess other : second.accesses()) {
                StridedRegion region = first.view(one.view()).region();
                boolean sameMemory = region.allocation()
                        == second.view(other.view()).region().allocation();
                if (found.size() < MAX_FOUND && sameMemory && !one.agreesWith(other)) {
                    Ternary answer = answer(first, one, second, other);
                    ItemRace race = race(one, other, answer);
                    if (answer != Ternary.NO && (race.certain() || !areIndependent(first, one, second, other))) {
                        found.add(race);
                    }
                }
            }
        }
        return found;
    }

    private static boolean areIndependent(KernelFacts first, KernelAccess one, KernelFacts second, KernelAccess other) {
        return DependenceTest.areIndependent(first.analyzed(), one, second.analyzed(), other);
    }

    private static ItemRace race(KernelAccess one, KernelAccess other, Ternary answer) {
        boolean all = one.certain() && other.certain() && one.executed() && other.executed();
        return new ItemRace(one.view(), ItemRaces.access(one), ItemRaces.access(other), answer == Ternary.YES && all);
    }

    private static Ternary answer(KernelFacts first, KernelAccess one, KernelFacts second, KernelAccess other) {
        boolean sameView = first.view(one.view()) == second.view(other.view());
        StridedRegion region = first.view(one.view()).region();
        Positions positions = ItemRaces.positions(
                one, region, other, second.view(other.view()).region(), sameView);
        if (positions == null || isOfOneKernel(positions.one()) || isOfOneKernel(positions.other())) {
            return Ternary.UNKNOWN;
        }
        CollisionEquation collision = new CollisionEquation();
        ItemRaces.pair(collision, Symbol.item(0), positions.one(), positions.other(), one, other, 0);
        return ItemRaces.solve(collision, positions.one(), positions.other(), one, other, Kind.ITEM);
    }

    /** These symbols are numbered per kernel and cannot be compared. */
    private static boolean isOfOneKernel(AffineExpr<Symbol> form) {
        return Kind.UNIFORM.isIn(form) || Kind.QUOTIENT.isIn(form);
    }
}
