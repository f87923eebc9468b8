package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.param.Param;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.View;

/** Makes the forms of loops; loops with equal captures share their list. Used by one thread. */
final class LoopForms {
    /** In one dimension, extents from this on are equivalent; only their equality with others matters. */
    private static final long FEW = 2;

    private @Nullable List<View> lastViews;
    private @Nullable List<Param> lastParams;
    private List<Object> lastCaptures = List.of();

    /** Returns the form of a unit, or null if its text is not cached. */
    @Nullable
    LoopForm of(CppUnit unit, BlockIndexing blocks) {
        // A form has no dynamic bounds, on which the text of a dynamic range depends.
        if (!(unit instanceof CppUnit.For loop)
                || loop.policy().isDynamic()
                || PrivatizeAtomics.isPossible(loop.body().kernel().body())) {
            return null;
        } else if (loop.policy() instanceof RangePolicy range) {
            return of(loop, blocks, false, range.begin(), range.end());
        } else if (loop.policy() instanceof LongRangePolicy range) {
            return of(loop, blocks, true, range.begin(), range.end());
        }
        return null;
    }

    private LoopForm of(CppUnit.For loop, BlockIndexing blocks, boolean isLong, long begin, long end) {
        long[] bounds = {begin, end, end - begin, end - begin + CppGeometry.MOST_THREADS};
        int wide = 0;
        for (int k = 0; k < bounds.length; k++) {
            wide |= bounds[k] == (int) bounds[k] ? 0 : 1 << k;
        }
        ProvenKernel body = loop.body();
        return new LoopForm(
                body.kernel().body(),
                blocks,
                loop.isGated(),
                isLong,
                LaunchConfig.of(loop.policy()),
                begin == 0,
                wide,
                captures(body));
    }

    private List<Object> captures(ProvenKernel body) {
        if (body.views() != lastViews || body.params() != lastParams) {
            lastViews = body.views();
            lastParams = body.params();
            lastCaptures = found(body);
        }
        return lastCaptures;
    }

    private static List<Object> found(ProvenKernel body) {
        List<Object> found = new ArrayList<>();
        List<Long> extents = new ArrayList<>();
        for (View view : body.views()) {
            found.add(first(body.views(), view));
            found.add(view.elementType());
            found.add(Aliasing.isAlone(view, body.views()));
            for (int d = 0; d < view.rank(); d++) {
                long extent = view.extent(d);
                extents.add(extent);
                found.add(extents.indexOf(extent));
                found.add(view.rank() == 1 && extent == (int) extent ? Math.min(extent, FEW) : extent);
                found.add(view.stride(d));
            }
        }
        for (Param param : body.params()) {
            found.add(first(body.params(), param));
            found.add(param.getClass());
        }
        return found;
    }

    private static int first(List<?> all, Object one) {
        int k = 0;
        while (all.get(k) != one) {
            k++;
        }
        return k;
    }
}
