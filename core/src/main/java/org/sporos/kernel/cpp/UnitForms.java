package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.dependence.Aliasing;
import org.sporos.kernel.analysis.dependence.AtomicUpdates;
import org.sporos.kernel.ir.Region;
import org.sporos.param.Param;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.View;

/**
 * Makes the forms of units: loops over ranges of any bounds share one, other units only with equal ranges, extents and
 * scalars. Loops with equal captures share their list. Used by one thread.
 */
final class UnitForms {
    /** In one dimension, extents from this on are equivalent; only their equality with others matters. */
    private static final long FEW = 2;

    private @Nullable List<View> lastViews;
    private @Nullable List<Param> lastParams;
    private List<Object> lastCaptures = List.of();

    /**
     * A unit of a form.
     *
     * @param views its views, in the order of the form
     * @param params its params, in the order of the form
     */
    record Formed(UnitForm form, CppUnit unit, List<View> views, List<Param> params) {
        boolean isRange() {
            return form.shape() instanceof UnitForm.Range;
        }
    }

    /** Returns a unit with its form, or null if its text is not cached. */
    @Nullable
    Formed of(CppUnit unit, BlockIndexing blocks) {
        if (!(unit instanceof CppUnit.For loop)) {
            return Exact.of(unit, blocks);
        } else if (loop.policy().isDynamic()
                || AtomicUpdates.arePossible(loop.body().kernel().body())) {
            // A form has no dynamic bounds, on which the text of a dynamic range depends.
            return null;
        } else if (loop.policy() instanceof RangePolicy range) {
            return of(loop, blocks, false, range.begin(), range.end());
        } else if (loop.policy() instanceof LongRangePolicy range) {
            return of(loop, blocks, true, range.begin(), range.end());
        }
        return Exact.of(unit, blocks);
    }

    private Formed of(CppUnit.For loop, BlockIndexing blocks, boolean isLong, long begin, long end) {
        long[] bounds = {begin, end, end - begin, end - begin + CppGeometry.MOST_THREADS};
        int wide = 0;
        for (int k = 0; k < bounds.length; k++) {
            wide |= bounds[k] == (int) bounds[k] ? 0 : 1 << k;
        }
        ProvenKernel body = loop.body();
        UnitForm.Range shape =
                new UnitForm.Range(loop.isGated(), isLong, LaunchConfig.of(loop.policy()), begin == 0, wide);
        UnitForm form = new UnitForm(body.kernel().body(), blocks, shape, captures(body));
        return new Formed(form, loop, body.views(), body.params());
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
            found.add(index(body.views(), view));
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
            found.add(index(body.params(), param));
            found.add(param.getClass());
        }
        return found;
    }

    /** Returns the index of an object, which is in the list. */
    private static int index(List<?> all, Object one) {
        int k = 0;
        while (all.get(k) != one) {
            k++;
        }
        return k;
    }

    /** The form of a unit by all of its numbers; only its views and params may differ. */
    private static final class Exact {
        private final List<Object> shape = new ArrayList<>();
        private final List<View> views = new ArrayList<>();
        private final List<Param> params = new ArrayList<>();
        private @Nullable Region first;

        static @Nullable Formed of(CppUnit unit, BlockIndexing blocks) {
            Exact exact = new Exact();
            if (!exact.add(unit) || exact.first == null) {
                return null;
            }
            List<Object> captures = new ArrayList<>();
            for (View view : exact.views) {
                captures.add(view.elementType());
                captures.add(Aliasing.isAlone(view, exact.views));
                for (int d = 0; d < view.rank(); d++) {
                    captures.add(view.extent(d));
                    captures.add(view.stride(d));
                }
            }
            exact.params.forEach(param -> captures.add(param.getClass()));
            UnitForm form = new UnitForm(exact.first, blocks, exact.shape, captures);
            return new Formed(form, unit, exact.views, exact.params);
        }

        /** Returns whether the text of a unit can be cached. */
        private boolean add(CppUnit unit) {
            shape.add(unit.getClass());
            shape.add(unit.isGated());
            if (unit instanceof CppUnit.For loop) {
                return add(loop.policy()) && add(loop.body());
            } else if (unit instanceof CppUnit.Reduce reduce) {
                return add(reduce.policy()) && reduce.parts().stream().allMatch(this::add);
            } else if (unit instanceof CppUnit.Single single) {
                return add(single.body());
            } else if (unit instanceof CppUnit.Elements elements) {
                View from = elements.from();
                shape.add(elements.value() == null ? "copy" : elements.value());
                add(elements.to());
                return add(elements.policy()) && (from == null || add(from));
            } else if (unit instanceof CppUnit.Answer answer) {
                shape.add(answer.kind());
                shape.add(answer.isNative());
                shape.add(answer.maxIterations());
                // The site of too many iterations names its node.
                shape.add(answer.label());
                shape.add(answer.body().kernel().position());
                return add(answer.body());
            }
            return unit instanceof CppUnit.Fused fused
                    && fused.members().stream().allMatch(this::add);
        }

        /** Elements of index lists are contents of the user, teams have a size that depends on proofs. */
        private boolean add(Policy policy) {
            shape.add(policy);
            return !policy.isDynamic()
                    && (policy instanceof MDRangePolicy
                            || policy instanceof LongRangePolicy
                            || policy instanceof RangePolicy range && range.elements() == null);
        }

        private boolean add(CppUnit.Part part) {
            View location = part.reduction().location();
            shape.add(part.reduction().op());
            shape.add(part.reduction().identity());
            shape.add(part.join() != null);
            add(part.reduction().result());
            return (location == null || add(location))
                    && add(part.contribution())
                    && (part.join() == null || add(part.join()));
        }

        private boolean add(ProvenKernel body) {
            Region code = body.kernel().body();
            first = first == null ? code : first;
            shape.add(code);
            shape.add(body.scalars());
            body.views().forEach(this::add);
            body.params().forEach(param -> shape.add(indexed(params, param)));
            return !AtomicUpdates.arePossible(code);
        }

        private boolean add(View view) {
            shape.add(indexed(views, view));
            return true;
        }

        private static <T> int indexed(List<T> all, T one) {
            for (int k = 0; k < all.size(); k++) {
                if (all.get(k) == one) {
                    return k;
                }
            }
            all.add(one);
            return all.size() - 1;
        }
    }
}
