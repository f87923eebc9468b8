package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.host.natives.AccessLocation;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The arguments of generated code, as places among the captures of its kernels. A recipe makes the
 * {@link KernelArguments} of any kernels that have one {@link LoopKey}. Immutable.
 */
final class ArgumentRecipe {
    private final List<Place> views = new ArrayList<>();
    private final List<Place> params = new ArrayList<>();
    private final boolean merged;
    private final long[] numbers;
    /** The captured scalars among the numbers, by their places there. */
    private final Map<Integer, Place> scalars;
    /** The Java arrays of tables, whose contents belong to the code. */
    private final List<Object> tables;

    private final List<Failing> sites = new ArrayList<>();

    /** The capture of a kernel among those that run as one, by its number. */
    record Place(int member, int index) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place && place.member == member && place.index == index;
        }

        @Override
        public int hashCode() {
            return 31 * member + index;
        }
    }

    /** A place that can fail; the view by its place among the views, or -1. */
    private record Failing(int member, int view, int length, SourcePosition position) {
        AccessLocation site(List<View> views) {
            return new AccessLocation(member, view < 0 ? null : views.get(view), length, position);
        }
    }

    /**
     * @param scalars those of the numbers that are captured scalars, by their places there
     * @param merged whether the code is that of several nodes
     */
    ArgumentRecipe(
            List<KernelFacts> members,
            List<View> views,
            List<Param> params,
            long[] numbers,
            Map<Integer, Place> scalars,
            List<Object> tables,
            List<AccessLocation> sites,
            boolean merged) {
        this.merged = merged;
        for (View view : views) {
            this.views.add(view(members, view));
        }
        for (Param param : params) {
            this.params.add(param(members, param));
        }
        for (AccessLocation site : sites) {
            this.sites.add(new Failing(site.member(), indexOf(views, site.view()), site.length(), site.position()));
        }
        this.numbers = numbers;
        this.scalars = Map.copyOf(scalars);
        this.tables = List.copyOf(tables);
    }

    private static Place view(List<KernelFacts> members, View view) {
        int m = 0;
        while (indexOf(members.get(m).binding().views(), view) < 0) {
            m++;
        }
        return new Place(m, indexOf(members.get(m).binding().views(), view));
    }

    private static Place param(List<KernelFacts> members, Param param) {
        int m = 0;
        while (indexOf(members.get(m).binding().params(), param) < 0) {
            m++;
        }
        return new Place(m, indexOf(members.get(m).binding().params(), param));
    }

    private static int indexOf(List<?> list, @Nullable Object object) {
        int k = list.size() - 1;
        while (k >= 0 && list.get(k) != object) {
            k--;
        }
        return k;
    }

    /** Returns what the code stands for in some kernels. */
    KernelArguments bound(List<KernelFacts> members) {
        List<View> ofViews = new ArrayList<>();
        for (Place place : views) {
            ofViews.add(binding(members, place).views().get(place.index()));
        }
        List<Param> ofParams = new ArrayList<>();
        for (Place place : params) {
            ofParams.add(binding(members, place).params().get(place.index()));
        }
        long[] values = numbers.clone();
        for (Map.Entry<Integer, Place> scalar : scalars.entrySet()) {
            Place place = scalar.getValue();
            values[scalar.getKey()] = binding(members, place).scalars().get(place.index());
        }
        List<AccessLocation> failing = new ArrayList<>();
        for (Failing site : sites) {
            failing.add(site.site(ofViews));
        }
        return new KernelArguments(ofViews, values, tables, ofParams, failing, merged);
    }

    private static Binding binding(List<KernelFacts> members, Place place) {
        return members.get(place.member()).binding();
    }
}
