package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.run.Footprint;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.Proofs;

/**
 * Summarizes the accesses of a kernel to distinct sites. Between nodes, an atomic read is part of an atomic update of
 * the same elements (a compare-and-set loop), or else a read.
 */
record AccessSites(Binding binding, Proofs proofs) {
    static List<AccessSite> of(Binding binding, Proofs proofs, List<KernelAccess> accesses) {
        AccessSites sites = new AccessSites(binding, proofs);
        // Kernels have few sites: a linear search is faster than a map.
        List<AccessSite> once = new ArrayList<>();
        for (KernelAccess access : accesses) {
            AccessSite site = sites.site(access);
            if (!contains(once, site)) {
                once.add(site);
            }
        }
        return List.copyOf(amongNodes(once));
    }

    private static List<AccessSite> amongNodes(List<AccessSite> sites) {
        List<AccessSite> others = new ArrayList<>();
        List<AccessSite> reads = new ArrayList<>();
        for (AccessSite site : sites) {
            (site.mode() == AccessMode.ATOMIC_READ ? reads : others).add(site);
        }
        for (AccessSite site : reads) {
            AccessSite read = new AccessSite(
                    site.view(), AccessMode.READ, site.certain(), site.occurs(), site.elements(), site.position());
            boolean isPart = others.stream()
                    .anyMatch(other -> other.mode().isAtomic()
                            && other.view() == site.view()
                            && other.elements().equals(site.elements()));
            if (!isPart && !contains(others, read)) {
                others.add(read);
            }
        }
        return others;
    }

    private static boolean contains(List<AccessSite> sites, AccessSite wanted) {
        for (AccessSite site : sites) {
            if (isSame(site, wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(AccessSite one, AccessSite other) {
        return one.view() == other.view()
                && one.mode() == other.mode()
                && one.certain() == other.certain()
                && one.occurs() == other.occurs()
                && one.elements().equals(other.elements());
    }

    private AccessSite site(KernelAccess access) {
        StridedRegion region = binding.views().get(access.view()).region();
        Footprint exact = proofs.isInBounds(access.instruction()) ? affine(access, region) : null;
        Footprint elements = exact != null ? exact : reached(access, region);
        boolean certain = exact != null && access.certain();
        return new AccessSite(
                access.view(), access.mode(), certain, certain || occurs(access), elements, access.position());
    }

    /** Returns whether at least one item executes an access. The sizes of nested ranges may be zero. */
    private static boolean occurs(KernelAccess access) {
        return access.executed()
                && access.nest().ranges().isEmpty()
                && access.ranges().values().stream().noneMatch(Interval::isEmpty);
    }

    /** Returns the exact footprint of affine indexes over their ranges, or null if unknown. */
    private static @Nullable Footprint affine(KernelAccess access, StridedRegion region) {
        if (!access.isAffine()) {
            return null;
        }
        AffineExpr<Symbol> position =
                AffineExpr.fitting(() -> ItemRaces.sum(access, region.offset(), region.strides()));
        return position == null || Symbol.Kind.UNIFORM.isIn(position) || Symbol.Kind.QUOTIENT.isIn(position)
                ? null
                : over(position, access.ranges());
    }

    private static @Nullable Footprint over(AffineExpr<Symbol> position, Map<Symbol, Interval> ranges) {
        long offset = position.constant();
        long[] extents = new long[position.size()];
        long[] strides = new long[extents.length];
        try {
            for (int d = 0; d < extents.length; d++) {
                Interval range = ranges.get(position.unknownAt(d));
                if (range == null || range.isEmpty()) {
                    return null;
                }
                offset = Math.addExact(offset, Math.multiplyExact(position.factorAt(d), range.low()));
                extents[d] = Math.addExact(Math.subtractExact(range.high(), range.low()), 1);
                strides[d] = position.factorAt(d);
            }
            return Footprint.of(offset, extents, strides);
        } catch (ArithmeticException e) {
            return null;
        }
    }

    /** Returns a conservative footprint: the intervals of the indexes, clamped to the view. */
    private static Footprint reached(KernelAccess access, StridedRegion region) {
        long offset = region.offset();
        long[] extents = region.extents().clone();
        for (int d = 0; d < extents.length; d++) {
            Interval index = access.reach().get(d).meet(new Interval(0, extents[d] - 1));
            offset += (index.isEmpty() ? 0 : index.low()) * region.strides()[d];
            extents[d] = index.isEmpty() ? 0 : index.high() - index.low() + 1;
        }
        return Footprint.of(offset, extents, region.strides());
    }
}
