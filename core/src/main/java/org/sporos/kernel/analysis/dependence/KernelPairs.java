package org.sporos.kernel.analysis.dependence;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.policy.IndexSet;

/** Proves accesses of two kernels disjoint by guards and parities, if their footprints overlap. Not thread-safe. */
public final class KernelPairs {
    /** A limit: a test takes some tens to hundreds of microseconds. */
    private static final int MAX_ASKED = 1000;

    private final Map<KernelFacts, AnalyzedKernel> codes = new HashMap<>();
    private int asked;

    /** Returns whether two access sites are proven disjoint; false beyond the limit of tests. */
    public boolean areDisjoint(KernelFacts first, AccessSite one, KernelFacts second, AccessSite other) {
        if (++asked > MAX_ASKED) {
            return false;
        }
        AnalyzedKernel code = codes.computeIfAbsent(first, KernelFacts::analyzed);
        AnalyzedKernel otherCode = codes.computeIfAbsent(second, KernelFacts::analyzed);
        List<KernelAccess> accesses = accesses(first, one);
        List<KernelAccess> otherAccesses = accesses(second, other);
        if (accesses.isEmpty() || otherAccesses.isEmpty()) {
            // A site without an access of the kernel is the read of an index list.
            return false;
        }
        for (KernelAccess access : accesses) {
            for (KernelAccess otherAccess : otherAccesses) {
                if (!DependenceTest.areDisjoint(code, access, otherCode, otherAccess)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean mayBe(AccessMode mode, AccessMode ofSite) {
        return mode == ofSite || (mode == AccessMode.ATOMIC_READ && ofSite != AccessMode.WRITE);
    }

    /** Returns a superset of the accesses of a site. */
    static List<KernelAccess> accesses(KernelFacts facts, AccessSite site) {
        return facts.accesses().stream()
                .filter(access -> access.view() == site.view() && mayBe(access.mode(), site.mode()))
                .toList();
    }

    /**
     * Decides whether accesses of two kernels are disjoint or definitely overlap, by the elements of their index sets: two
     * colours of a mesh are disjoint if each writes at its own index. Immutable.
     */
    public record ListedPairs(Side one, Side other) {
        /**
         * An access site of a kernel.
         *
         * @param set the index set of the kernel, or null
         */
        public record Side(
                KernelFacts facts,
                AccessSite site,
                @Nullable IndexSet set) {
            private List<KernelAccess> accesses() {
                return KernelPairs.accesses(facts, site);
            }

            private StridedRegion region() {
                return facts.view(site.view()).region();
            }

            /** Returns whether a form takes a value for an item; null if unknown. */
            private @Nullable Boolean reaches(AffineExpr<Symbol> form, long value) {
                Symbol item = Symbol.item(0);
                if (!item.equals(form.only())) {
                    return null;
                }
                long difference = value - form.constant();
                long index = difference / form.factor(item);
                boolean there = set != null
                        ? set.meets(index, index)
                        : facts.launch().indexes().get(0).contains(index);
                return difference % form.factor(item) == 0 && there;
            }

            private boolean isKnown() {
                return set != null
                        ? !set.isPromised()
                        : facts.launch().indexes().size() == 1;
            }
        }

        /** Returns whether the sites are proven disjoint. */
        public boolean areDisjoint() {
            List<KernelAccess> accesses = one.accesses();
            List<KernelAccess> others = other.accesses();
            return isComparable()
                    && !accesses.isEmpty()
                    && !others.isEmpty()
                    && accesses.stream()
                            .allMatch(access -> others.stream().allMatch(with -> areIndependent(access, with)));
        }

        /** Returns whether the sites overlap in each run. */
        public boolean mustOverlap() {
            return isComparable()
                    && one.accesses().stream()
                            .filter(isSure(one))
                            .anyMatch(access -> other.accesses().stream()
                                    .filter(isSure(other))
                                    .anyMatch(with -> Boolean.TRUE.equals(meet(access, with, 0))));
        }

        private boolean isComparable() {
            return (one.set() != null || other.set() != null)
                    && one.isKnown()
                    && other.isKnown()
                    && isSamePlace(one.region(), other.region());
        }

        private static boolean isSamePlace(StridedRegion a, StridedRegion b) {
            return a.allocation() == b.allocation()
                    && a.offset() == b.offset()
                    && Arrays.equals(a.extents(), b.extents())
                    && Arrays.equals(a.strides(), b.strides());
        }

        /** All items execute the access, in bounds. */
        private static Predicate<KernelAccess> isSure(Side side) {
            return access -> access.indexes().size() == 1
                    && access.executed()
                    && side.facts().proofs().isInBounds(access.instruction());
        }

        private boolean areIndependent(KernelAccess access, KernelAccess with) {
            for (int d = 0; d < access.indexes().size(); d++) {
                if (Boolean.FALSE.equals(meet(access, with, d))) {
                    return true;
                }
            }
            return false;
        }

        /** Returns whether two items have an equal index in a dimension; null if unknown. */
        private @Nullable Boolean meet(KernelAccess access, KernelAccess with, int dimension) {
            Distance distance = Distance.of(access, with, dimension);
            if (distance != null) {
                return distance.isWhole() && meet(distance.items());
            }
            AffineExpr<Symbol> p = access.indexes().get(dimension);
            AffineExpr<Symbol> q = with.indexes().get(dimension);
            if (p == null || q == null || p.isConstant() == q.isConstant()) {
                return null;
            }
            return q.isConstant() ? one.reaches(p, q.constant()) : other.reaches(q, p.constant());
        }

        /** Returns whether an item of one side equals an item of the other plus a distance. */
        private boolean meet(long distance) {
            IndexSet set = one.set();
            IndexSet with = other.set();
            if (set != null) {
                Interval all = with == null ? other.facts().launch().indexes().get(0) : Interval.NONE;
                return with != null
                        ? set.meets(with, distance)
                        : set.meets(all.low() + distance, all.high() + distance);
            }
            Interval all = one.facts().launch().indexes().get(0);
            return with != null && with.meets(all.low() - distance, all.high() - distance);
        }
    }
}
