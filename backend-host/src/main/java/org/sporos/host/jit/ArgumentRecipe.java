package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.FaultSite;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The arguments of generated code as slots among the captures of its kernels, for all kernels with one {@link LoopKey}.
 * Immutable.
 */
final class ArgumentRecipe {
    private final List<Slot> views = new ArrayList<>();
    private final List<Slot> params = new ArrayList<>();
    private final boolean merged;
    private final long[] numbers;
    /** The captured scalars among the numbers, by their index there. */
    private final Map<Integer, Slot> scalars;
    /** The Java arrays of constant tables, which are part of the code. */
    private final List<Object> tables;

    private final List<SiteRecipe> sites = new ArrayList<>();

    /** One capture of one fused kernel. */
    record Slot(int member, int index) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Slot slot && slot.member == member && slot.index == index;
        }

        @Override
        public int hashCode() {
            return 31 * member + index;
        }
    }

    /** A fault site, with the index of its view, or -1. */
    private record SiteRecipe(int member, int view, int length, SourcePosition position) {
        FaultSite site(List<View> views) {
            return new FaultSite(member, view < 0 ? null : views.get(view), length, position);
        }
    }

    /**
     * @param scalars the captured scalars among the numbers, by their index there
     * @param merged whether the code is of several nodes
     */
    ArgumentRecipe(
            List<KernelFacts> members,
            List<View> views,
            List<Param> params,
            long[] numbers,
            Map<Integer, Slot> scalars,
            List<Object> tables,
            List<FaultSite> sites,
            boolean merged) {
        this.merged = merged;
        for (View view : views) {
            this.views.add(view(members, view));
        }
        for (Param param : params) {
            this.params.add(param(members, param));
        }
        for (FaultSite site : sites) {
            this.sites.add(new SiteRecipe(site.member(), indexOf(views, site.view()), site.length(), site.position()));
        }
        this.numbers = numbers;
        this.scalars = Map.copyOf(scalars);
        this.tables = List.copyOf(tables);
    }

    private static Slot view(List<KernelFacts> members, View view) {
        int m = 0;
        while (indexOf(members.get(m).binding().views(), view) < 0) {
            m++;
        }
        return new Slot(m, indexOf(members.get(m).binding().views(), view));
    }

    private static Slot param(List<KernelFacts> members, Param param) {
        int m = 0;
        while (indexOf(members.get(m).binding().params(), param) < 0) {
            m++;
        }
        return new Slot(m, indexOf(members.get(m).binding().params(), param));
    }

    private static int indexOf(List<?> list, @Nullable Object object) {
        int k = list.size() - 1;
        while (k >= 0 && list.get(k) != object) {
            k--;
        }
        return k;
    }

    /** Returns the arguments for the captures of these kernels. */
    KernelArguments bind(List<KernelFacts> members) {
        List<View> ofViews = new ArrayList<>();
        for (Slot slot : views) {
            ofViews.add(binding(members, slot).views().get(slot.index()));
        }
        List<Param> ofParams = new ArrayList<>();
        for (Slot slot : params) {
            ofParams.add(binding(members, slot).params().get(slot.index()));
        }
        long[] values = numbers.clone();
        for (Map.Entry<Integer, Slot> scalar : scalars.entrySet()) {
            Slot slot = scalar.getValue();
            values[scalar.getKey()] = binding(members, slot).scalars().get(slot.index());
        }
        List<FaultSite> failing = new ArrayList<>();
        for (SiteRecipe site : sites) {
            failing.add(site.site(ofViews));
        }
        return new KernelArguments(ofViews, values, tables, ofParams, failing, merged);
    }

    private static Binding binding(List<KernelFacts> members, Slot slot) {
        return members.get(slot.member()).binding();
    }
}
