package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.dependence.CollisionEquation.Ternary;
import org.sporos.kernel.analysis.dependence.Symbol.Kind;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.policy.IndexSet;
import org.sporos.view.View;

/**
 * Finds data races among the work items of a kernel: two items access one element, one of them writes.
 *
 * <p>Affine accesses are decided by an equation of their offsets, others that depend on indexes only by enumeration of
 * items. If neither proves independence or a definite race, the {@link DependenceTest} is applied, which includes
 * guards. A remaining race is definite if enumeration finds two items that execute the accesses and collide.
 */
final class ItemRaces {
    private static final int MAX_FOUND = 4;

    private final AnalyzedKernel code;
    private final IterationSpace launch;
    private final AccessAnalysis analysis;
    private final List<StridedRegion> regions;
    private final @Nullable IndexSet set;
    private final List<ItemRace> found = new ArrayList<>();

    private ItemRaces(AnalyzedKernel code, AccessAnalysis analysis, @Nullable IndexSet set) {
        this.set = set;
        this.code = code;
        this.launch = code.launch();
        this.analysis = analysis;
        this.regions = new ArrayList<>();
        for (View view : code.binding().views()) {
            regions.add(view.region());
        }
    }

    /** @param set the index set of the items, or null if unknown */
    static List<ItemRace> of(AnalyzedKernel code, AccessAnalysis analysis, @Nullable IndexSet set) {
        ItemRaces races = new ItemRaces(code, analysis, set);
        if (races.isParallel()) {
            races.compareAll(false);
            races.compareAll(true);
        }
        return races.found;
    }

    private boolean isParallel() {
        if (launch.items() == IterationSpace.Items.ONE) {
            return false;
        }
        boolean several = launch.league().high() > launch.league().low()
                || launch.teamSize().high() > 1;
        for (Interval index : launch.indexes()) {
            several |= index.high() > index.low();
        }
        return several;
    }

    /** Compares pairs of atomics, or other pairs; data races are reported before races of atomics. */
    private void compareAll(boolean atomics) {
        List<KernelAccess> all = analysis.accesses();
        for (int p = 0; p < all.size(); p++) {
            for (int q = p; q < all.size() && found.size() < MAX_FOUND; q++) {
                KernelAccess one = all.get(p);
                KernelAccess other = all.get(q);
                boolean sameMemory = regions.get(one.view()).allocation()
                        == regions.get(other.view()).allocation();
                boolean isPair =
                        atomics == (one.mode().isAtomic() && other.mode().isAtomic());
                if (isPair && sameMemory && !one.agreesWith(other)) {
                    compare(one, other);
                }
            }
        }
    }

    private void compare(KernelAccess one, KernelAccess other) {
        Ternary answer = launch.isTeams() ? teams(one, other) : items(one, other);
        if (answer == Ternary.NO) {
            return;
        }
        boolean certain = isCertain(answer, one, other) || collideInSet(one, other);
        if (!certain && storesUniform(one, other)) {
            return;
        }
        certain |= !launch.isTeams()
                && CollisionEnumeration.mustCollide(
                        code, one, other, regions.get(one.view()), regions.get(other.view()));
        found.add(new ItemRace(one.view(), access(one), access(other), certain));
    }

    private static boolean isCertain(Ternary answer, KernelAccess one, KernelAccess other) {
        // Without affine forms the result is from an enumeration of all items.
        boolean isExact = (one.certain() && other.certain()) || !hasForms(one) || !hasForms(other);
        return answer == Ternary.YES && isExact && one.executed() && other.executed();
    }

    private static boolean hasForms(KernelAccess access) {
        return access.shape() != KernelAccess.Shape.COMPUTED && access.isAffine();
    }

    /** Stores of one uniform value commute. */
    private boolean storesUniform(KernelAccess one, KernelAccess other) {
        Value stored = one.stored();
        return one == other && stored != null && analysis.dependences().of(stored) == 0;
    }

    static ItemRace.Access access(KernelAccess access) {
        return new ItemRace.Access(access.mode(), access.position());
    }

    /** Returns the linearized index of an access as an affine form, or null. */
    private static @Nullable AffineExpr<Symbol> position(KernelAccess access, long offset, long[] weights) {
        return access.isAffine() ? AffineExpr.fitting(() -> sum(access, offset, weights)) : null;
    }

    static AffineExpr<Symbol> sum(KernelAccess access, long offset, long[] weights) {
        AffineExpr<Symbol> sum = AffineExpr.of(offset);
        for (int d = 0; d < access.indexes().size(); d++) {
            sum = sum.plus(Objects.requireNonNull(access.indexes().get(d)), weights[d]);
        }
        return sum;
    }

    /** The linearized indexes of two accesses, equal for equal elements. */
    record Positions(AffineExpr<Symbol> one, AffineExpr<Symbol> other) {}

    private @Nullable Positions positions(KernelAccess one, KernelAccess other) {
        return positions(one, regions.get(one.view()), other, regions.get(other.view()), one.view() == other.view());
    }

    static @Nullable Positions positions(
            KernelAccess one, StridedRegion first, KernelAccess other, StridedRegion second, boolean sameView) {
        long[] weights = sameView ? weights(one, other) : null;
        AffineExpr<Symbol> p =
                position(one, weights == null ? first.offset() : 0, weights == null ? first.strides() : weights);
        AffineExpr<Symbol> q =
                position(other, weights == null ? second.offset() : 0, weights == null ? second.strides() : weights);
        return p == null || q == null ? null : new Positions(p, q);
    }

    /**
     * Returns weights from the spans of the indexes in place of strides: in one view, an index beyond its row must not
     * alias the next row.
     */
    private static long @Nullable [] weights(KernelAccess one, KernelAccess other) {
        long[] weights = new long[one.indexes().size()];
        long weight = 1;
        try {
            for (int d = weights.length - 1; d >= 0; d--) {
                weights[d] = weight;
                Interval both = one.reach().get(d).join(other.reach().get(d));
                long span = Math.addExact(Math.subtractExact(both.high(), both.low()), 1);
                weight = d == 0 ? weight : Math.multiplyExact(weight, span);
            }
        } catch (ArithmeticException e) {
            return null;
        }
        return weight > 1L << 50 ? null : weights;
    }

    /** Returns whether no two elements of the set have the dependence distance of two accesses. */
    private boolean areDistant(KernelAccess one, KernelAccess other) {
        for (int d = 0;
                set != null && one.view() == other.view() && d < one.indexes().size();
                d++) {
            Distance distance = Distance.of(one, other, d);
            boolean meet =
                    distance == null || distance.isWhole() && distance.items() != 0 && set.meets(set, distance.items());
            if (!meet) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether two elements of the set definitely collide in a view of rank 1. */
    private boolean collideInSet(KernelAccess one, KernelAccess other) {
        boolean sure = set != null && one.view() == other.view() && one.executed() && other.executed();
        Distance distance = sure && one.indexes().size() == 1 ? Distance.of(one, other, 0) : null;
        return set != null
                && distance != null
                && distance.isWhole()
                && distance.items() != 0
                && code.proofs().isInBounds(one.instruction())
                && code.proofs().isInBounds(other.instruction())
                && set.meets(set, distance.items());
    }

    private Ternary items(KernelAccess one, KernelAccess other) {
        if (areDistant(one, other)) {
            return Ternary.NO;
        }
        Positions positions = positions(one, other);
        Ternary answer = positions == null ? Ternary.UNKNOWN : equation(positions, one, other);
        boolean isAffine = positions != null && !hasQuotient(positions);
        if (answer == Ternary.NO || (isAffine && isCertain(answer, one, other))) {
            return answer;
        }
        if (DependenceTest.areIndependent(code, one, code, other)) {
            return Ternary.NO;
        }
        return isAffine ? answer : enumerate(one, other);
    }

    private static boolean hasQuotient(Positions positions) {
        return Kind.QUOTIENT.isIn(positions.one()) || Kind.QUOTIENT.isIn(positions.other());
    }

    private Ternary equation(Positions positions, KernelAccess one, KernelAccess other) {
        AffineExpr<Symbol> p = positions.one();
        AffineExpr<Symbol> q = positions.other();
        CollisionEquation collision = new CollisionEquation();
        for (int d = 0; d < launch.indexes().size(); d++) {
            pair(collision, Symbol.item(d), p, q, one, other, d);
        }
        return solve(collision, p, q, one, other, Kind.ITEM);
    }

    static void pair(
            CollisionEquation collision,
            Symbol symbol,
            AffineExpr<Symbol> p,
            AffineExpr<Symbol> q,
            KernelAccess one,
            KernelAccess other,
            int pair) {
        Interval x = range(one, symbol);
        Interval y = range(other, symbol);
        if (p.factor(symbol) == q.factor(symbol)) {
            collision.difference(p.factor(symbol), x, y, pair);
        } else {
            collision.sides(p.factor(symbol), x, -q.factor(symbol), y, pair);
        }
    }

    private static Interval range(KernelAccess access, Symbol symbol) {
        return access.ranges().getOrDefault(symbol, Interval.LONGS);
    }

    /** Adds the unpaired symbols and solves. */
    static Ternary solve(
            CollisionEquation collision,
            AffineExpr<Symbol> p,
            AffineExpr<Symbol> q,
            KernelAccess one,
            KernelAccess other,
            Kind... paired) {
        List<Kind> done = List.of(paired);
        TreeSet<Symbol> symbols = new TreeSet<>(p.unknowns());
        symbols.addAll(q.unknowns());
        for (Symbol symbol : symbols) {
            if (done.contains(symbol.kind())) {
                continue;
            }
            if (symbol.kind() == Kind.UNIFORM) {
                long factor = p.factor(symbol) - q.factor(symbol);
                if (factor != 0) {
                    return Ternary.UNKNOWN;
                }
                continue;
            }
            collision.apart(p.factor(symbol), range(one, symbol), -q.factor(symbol), range(other, symbol));
        }
        return collision.solve(q.constant() - p.constant());
    }

    private Ternary enumerate(KernelAccess one, KernelAccess other) {
        StridedRegion first = regions.get(one.view());
        StridedRegion second = regions.get(other.view());
        Ternary answer = CollisionEnumeration.of(code, one, other, first, second);
        // The colliding items may not exist.
        boolean some = launch.items() == IterationSpace.Items.SUBSET || launch.items() == IterationSpace.Items.DYNAMIC;
        return answer == Ternary.YES && some ? Ternary.UNKNOWN : answer;
    }

    /**
     * Races between teams; inside of a team, between indexes of one nested range, or between members without a barrier.
     */
    private Ternary teams(KernelAccess one, KernelAccess other) {
        Positions positions = positions(one, other);
        if (positions == null) {
            return Ternary.UNKNOWN;
        }
        AffineExpr<Symbol> p = positions.one();
        AffineExpr<Symbol> q = positions.other();
        CollisionEquation leagues = new CollisionEquation();
        pair(leagues, Symbol.item(0), p, q, one, other, 0);
        Ternary answer = solve(leagues, p, q, one, other, Kind.ITEM);
        return answer == Ternary.YES ? answer : or(answer, inTeam(p, q, one, other));
    }

    private static Ternary or(Ternary a, Ternary b) {
        return a == Ternary.YES || b == Ternary.YES ? Ternary.YES : a == Ternary.UNKNOWN ? a : b;
    }

    private Ternary inTeam(AffineExpr<Symbol> p, AffineExpr<Symbol> q, KernelAccess one, KernelAccess other) {
        List<Instruction> ranges = one.nest().ranges();
        if (one.nest().single() || other.nest().single()) {
            return Ternary.NO;
        }
        boolean sameRanges = ranges.equals(other.nest().ranges());
        if (sameRanges && !ranges.isEmpty()) {
            return inOneRange(p, q, one, other);
        }
        // Barriers are assumed to order all accesses of members.
        if (analysis.hasBarrier() || launch.teamSize().high() == 1 || isUniformInTeam(one, other)) {
            return Ternary.NO;
        }
        CollisionEquation members = new CollisionEquation();
        Symbol league = Symbol.item(0);
        if (p.factor(league) != q.factor(league)) {
            return Ternary.UNKNOWN;
        }
        pair(members, Symbol.member(), p, q, one, other, 1);
        Ternary answer = solve(members, p, q, one, other, Kind.ITEM, Kind.MEMBER);
        return answer == Ternary.NO ? answer : Ternary.UNKNOWN;
    }

    /** Stores of a value uniform in the team commute. */
    private boolean isUniformInTeam(KernelAccess one, KernelAccess other) {
        Value stored = one.stored();
        return one == other
                && stored instanceof Instruction instruction
                && ((instruction.op() instanceof Op.Reduce || instruction.op() instanceof Op.Scan)
                                && !Op.isVector(instruction.op())
                        || analysis.dependences().of(stored) == 0);
    }

    private static Ternary inOneRange(
            AffineExpr<Symbol> p, AffineExpr<Symbol> q, KernelAccess one, KernelAccess other) {
        CollisionEquation indexes = new CollisionEquation();
        Symbol league = Symbol.item(0);
        if (p.factor(league) != q.factor(league)) {
            return Ternary.UNKNOWN;
        }
        int pair = 1;
        if (Op.isVector(one.nest().ranges().get(0).op())) {
            // Each member has all indexes of its own vector range.
            pair(indexes, Symbol.member(), p, q, one, other, pair++);
        }
        for (Instruction range : one.nest().ranges()) {
            Value argument = Objects.requireNonNull(range.region().arguments().get(0));
            pair(indexes, Symbol.of(Kind.RANGE, argument), p, q, one, other, pair++);
        }
        return solve(indexes, p, q, one, other, Kind.ITEM, Kind.RANGE, Kind.MEMBER);
    }
}
