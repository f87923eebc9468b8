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
 * Makes the touches of a kernel out of its accesses: the same elements in the same way once. Among nodes, an atomic read
 * is a part of the atomic changes of the same elements, such as those of a compare-and-set loop, or else a read.
 */
final class AccessSites {
    private final Binding binding;
    private final Proofs proofs;

    private AccessSites(Binding binding, Proofs proofs) {
        this.binding = binding;
        this.proofs = proofs;
    }

    static List<AccessSite> of(Binding binding, Proofs proofs, List<KernelAccess> accesses) {
        AccessSites touches = new AccessSites(binding, proofs);
        // Kernels touch few sets of elements: looking through them is faster than a map with its keys.
        List<AccessSite> once = new ArrayList<>();
        for (KernelAccess access : accesses) {
            AccessSite touch = touches.touch(access);
            if (!contains(once, touch)) {
                once.add(touch);
            }
        }
        return List.copyOf(amongNodes(once));
    }

    private static List<AccessSite> amongNodes(List<AccessSite> touches) {
        List<AccessSite> others = new ArrayList<>();
        List<AccessSite> reads = new ArrayList<>();
        for (AccessSite touch : touches) {
            (touch.mode() == AccessMode.ATOMIC_READ ? reads : others).add(touch);
        }
        for (AccessSite touch : reads) {
            AccessSite read =
                    new AccessSite(touch.view(), AccessMode.READ, touch.certain(), touch.elements(), touch.position());
            boolean isPart = others.stream()
                    .anyMatch(other -> other.mode().isAtomic()
                            && other.view() == touch.view()
                            && other.elements().equals(touch.elements()));
            if (!isPart && !contains(others, read)) {
                others.add(read);
            }
        }
        return others;
    }

    private static boolean contains(List<AccessSite> touches, AccessSite wanted) {
        for (AccessSite touch : touches) {
            if (isSame(touch, wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(AccessSite one, AccessSite other) {
        return one.view() == other.view()
                && one.mode() == other.mode()
                && one.certain() == other.certain()
                && one.elements().equals(other.elements());
    }

    private AccessSite touch(KernelAccess access) {
        StridedRegion region = binding.views().get(access.view()).region();
        Footprint exact = proofs.isInBounds(access.instruction()) ? affine(access, region) : null;
        Footprint elements = exact != null ? exact : reached(access, region);
        return new AccessSite(
                access.view(), access.mode(), exact != null && access.certain(), elements, access.position());
    }

    /** Returns the positions that the forms take over their ranges, or null where those are not known. */
    private static @Nullable Footprint affine(KernelAccess access, StridedRegion region) {
        if (!access.isAffine()) {
            return null;
        }
        AffineExpr<Symbol> position =
                AffineExpr.fitting(() -> ItemRaces.sum(access, region.offset(), region.strides()));
        return position == null || Symbol.Kind.SHARED.isIn(position) || Symbol.Kind.QUOTIENT.isIn(position)
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

    /** Returns the box of the view that the indexes cannot leave without being out of bounds. */
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
