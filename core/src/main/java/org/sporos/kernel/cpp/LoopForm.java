package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Region;
import org.sporos.param.Param;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.View;

/**
 * All that the text of a loop over a range depends on: loops of one form have one text, and differ in what is passed alone.
 * Code and proofs compare by identity, as they do for kernels that share them.
 *
 * @param wide which of the bounds do not fit into an int, and whether the number of a thread does
 * @param captures the views' types, shapes and overlaps, the params' types
 */
record LoopForm(
        Region code,
        Guarantees proofs,
        boolean isGated,
        boolean isLong,
        int block,
        boolean fromZero,
        int wide,
        List<Object> captures) {

    /** Returns the form of a unit, or null if it is none that is looked for. */
    static @Nullable LoopForm of(CppUnit unit) {
        if (!(unit instanceof CppUnit.For loop)) {
            return null;
        } else if (loop.policy() instanceof RangePolicy range) {
            return of(loop, false, range.block(), range.begin(), range.end());
        } else if (loop.policy() instanceof LongRangePolicy range) {
            return of(loop, true, range.block(), range.begin(), range.end());
        }
        return null;
    }

    private static LoopForm of(CppUnit.For loop, boolean isLong, int block, long begin, long end) {
        long[] bounds = {begin, end, end - begin, end - begin + ForEntry.MOST_THREADS};
        int wide = 0;
        for (int k = 0; k < bounds.length; k++) {
            wide |= bounds[k] == (int) bounds[k] ? 0 : 1 << k;
        }
        ProvenKernel body = loop.body();
        return new LoopForm(
                body.kernel().body(), body.proofs(), loop.isGated(), isLong, block, begin == 0, wide, captures(body));
    }

    private static List<Object> captures(ProvenKernel body) {
        List<Object> found = new ArrayList<>();
        for (View view : body.views()) {
            found.add(first(body.views(), view));
            found.add(view.elementType());
            found.add(Aliasing.isAlone(view, body.views()));
            found.add(view.region().lastOffset() - view.region().offset());
            for (int d = 0; d < view.rank(); d++) {
                found.add(view.extent(d));
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
