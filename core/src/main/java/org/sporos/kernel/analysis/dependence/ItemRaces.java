package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.dependence.CollisionEquation.Answer;
import org.sporos.kernel.analysis.dependence.Symbol.Kind;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.policy.IndexSet;
import org.sporos.view.View;

/**
 * Finds the data races among the work items of one kernel: two items at one element, one of which changes it.
 *
 * <p>Affine accesses are decided by an equation of positions; others, if they depend on the indexes alone, are tried
 * out on many items. What is not free of races by these, but not certain either, has the {@link DependenceTest} to
 * pass, which knows guards. What does not pass it is certain if two items that surely come there meet in a trial.
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

    /** @param set the elements that the items are, if they are known; else null */
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

    /** Compares the pairs of atomics, or the others: the few that are found are to be data races first. */
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
        Answer answer = launch.isTeams() ? teams(one, other) : items(one, other);
        if (answer == Answer.NO) {
            return;
        }
        boolean certain = isCertain(answer, one, other) || areNeighbours(one, other);
        if (!certain && writesTheSame(one, other)) {
            return;
        }
        certain |= !launch.isTeams()
                && CollisionTrial.surelyMeet(code, one, other, regions.get(one.view()), regions.get(other.view()));
        found.add(new ItemRace(one.view(), deed(one), deed(other), certain));
    }

    private static boolean isCertain(Answer answer, KernelAccess one, KernelAccess other) {
        // Without forms the answer comes from a trial of all items of the ranges.
        boolean formed = (one.certain() && other.certain()) || !hasForms(one) || !hasForms(other);
        return answer == Answer.YES && formed && one.executed() && other.executed();
    }

    private static boolean hasForms(KernelAccess access) {
        return access.shape() != KernelAccess.Shape.COMPUTED && access.isAffine();
    }

    /** Items that may all store the same value do not depend on their order. */
    private boolean writesTheSame(KernelAccess one, KernelAccess other) {
        Value stored = one.stored();
        return one == other && stored != null && analysis.dependences().of(stored) == 0;
    }

    static ItemRace.Deed deed(KernelAccess access) {
        return new ItemRace.Deed(access.mode(), access.position());
    }

    /** Returns the sum of an offset and of the indexes of an access times weights as an affine form, or null. */
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

    /** The positions of two accesses, which are equal where they touch one element; null where they have no form. */
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
     * In one view elements are the same only if all indexes are. Weights by what the indexes can be, instead of
     * strides, keep an index that may leave its row from being taken for one of the next.
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

    /** Returns whether no element of the set is as far from another one as two accesses of a view reach. */
    private boolean areFarApart(KernelAccess one, KernelAccess other) {
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

    /** Returns whether two elements of the set surely meet in a view of rank 1. */
    private boolean areNeighbours(KernelAccess one, KernelAccess other) {
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

    private Answer items(KernelAccess one, KernelAccess other) {
        if (areFarApart(one, other)) {
            return Answer.NO;
        }
        Positions positions = positions(one, other);
        Answer answer = positions == null ? Answer.UNKNOWN : equation(positions, one, other);
        boolean understood = positions != null && !hasQuotient(positions);
        if (answer == Answer.NO || (understood && isCertain(answer, one, other))) {
            return answer;
        }
        if (DependenceTest.areIndependent(code, one, code, other)) {
            return Answer.NO;
        }
        return understood ? answer : tryOut(one, other);
    }

    private static boolean hasQuotient(Positions positions) {
        return Kind.QUOTIENT.isIn(positions.one()) || Kind.QUOTIENT.isIn(positions.other());
    }

    private Answer equation(Positions positions, KernelAccess one, KernelAccess other) {
        AffineExpr<Symbol> p = positions.one();
        AffineExpr<Symbol> q = positions.other();
        CollisionEquation collision = new CollisionEquation();
        for (int d = 0; d < launch.indexes().size(); d++) {
            pair(collision, Symbol.item(d), p, q, one, other, d);
        }
        return rest(collision, p, q, one, other, Kind.ITEM);
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

    /** Adds what each item has for itself, or all have together, and solves. */
    static Answer rest(
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
            if (symbol.kind() == Kind.SHARED) {
                long factor = p.factor(symbol) - q.factor(symbol);
                if (factor != 0) {
                    return Answer.UNKNOWN;
                }
                continue;
            }
            collision.apart(p.factor(symbol), range(one, symbol), -q.factor(symbol), range(other, symbol));
        }
        return collision.solve(q.constant() - p.constant());
    }

    private Answer tryOut(KernelAccess one, KernelAccess other) {
        StridedRegion first = regions.get(one.view());
        StridedRegion second = regions.get(other.view());
        Answer answer = CollisionTrial.of(code, one, other, first, second);
        // The elements at which two items meet need not exist.
        boolean some = launch.items() == IterationSpace.Items.SUBSET || launch.items() == IterationSpace.Items.LIVE;
        return answer == Answer.YES && some ? Answer.UNKNOWN : answer;
    }

    /** Teams race with each other; inside of a team, the indexes of one nested range, or members that never wait. */
    private Answer teams(KernelAccess one, KernelAccess other) {
        Positions positions = positions(one, other);
        if (positions == null) {
            return Answer.UNKNOWN;
        }
        AffineExpr<Symbol> p = positions.one();
        AffineExpr<Symbol> q = positions.other();
        CollisionEquation leagues = new CollisionEquation();
        pair(leagues, Symbol.item(0), p, q, one, other, 0);
        Answer answer = rest(leagues, p, q, one, other, Kind.ITEM);
        return answer == Answer.YES ? answer : or(answer, insideOfTeam(p, q, one, other));
    }

    private static Answer or(Answer a, Answer b) {
        return a == Answer.YES || b == Answer.YES ? Answer.YES : a == Answer.UNKNOWN ? a : b;
    }

    private Answer insideOfTeam(AffineExpr<Symbol> p, AffineExpr<Symbol> q, KernelAccess one, KernelAccess other) {
        List<Instruction> ranges = one.nest().ranges();
        if (one.nest().single() || other.nest().single()) {
            return Answer.NO;
        }
        boolean sameRanges = ranges.equals(other.nest().ranges());
        if (sameRanges && !ranges.isEmpty()) {
            return inOneRange(p, q, one, other);
        }
        // Members that wait for each other somewhere are taken to do so at the right places.
        if (analysis.synchronises() || launch.teamSize().high() == 1 || sharedByTeam(one, other)) {
            return Answer.NO;
        }
        CollisionEquation members = new CollisionEquation();
        Symbol league = Symbol.item(0);
        if (p.factor(league) != q.factor(league)) {
            return Answer.UNKNOWN;
        }
        pair(members, Symbol.member(), p, q, one, other, 1);
        Answer answer = rest(members, p, q, one, other, Kind.ITEM, Kind.MEMBER);
        return answer == Answer.NO ? answer : Answer.UNKNOWN;
    }

    /** A value that all members of a team have may be stored by all of them. */
    private boolean sharedByTeam(KernelAccess one, KernelAccess other) {
        Value stored = one.stored();
        return one == other
                && stored instanceof Instruction instruction
                && ((instruction.op() instanceof Op.Reduce || instruction.op() instanceof Op.Scan)
                                && !Op.isVector(instruction.op())
                        || analysis.dependences().of(stored) == 0);
    }

    private static Answer inOneRange(AffineExpr<Symbol> p, AffineExpr<Symbol> q, KernelAccess one, KernelAccess other) {
        CollisionEquation indexes = new CollisionEquation();
        Symbol league = Symbol.item(0);
        if (p.factor(league) != q.factor(league)) {
            return Answer.UNKNOWN;
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
        return rest(indexes, p, q, one, other, Kind.ITEM, Kind.RANGE, Kind.MEMBER);
    }
}
