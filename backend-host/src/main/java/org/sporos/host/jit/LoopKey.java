package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.transform.RegisterPromotion;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * All that the class of kernels' loops depends on: the code and what is proven of it, the shapes of the views, and
 * which of these, of their memories and of the params are the same. Knows no view, param or number of a graph.
 * Immutable.
 */
record LoopKey(List<Object> parts) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LoopKey key && key.parts.equals(parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    /** @param use what the loops are for */
    static LoopKey of(List<KernelFacts> members, Object use) {
        List<Object> parts = new ArrayList<>();
        parts.add(use);
        parts.add(aliases(members));
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        for (KernelFacts member : members) {
            parts.add(member.kernel().body());
            parts.add(member.proofs());
            parts.add(member.launch().indexes().size());
            for (View view : member.binding().views()) {
                shape(view, parts);
            }
            for (Param param : member.binding().params()) {
                parts.add(number(numbers, param));
            }
        }
        return new LoopKey(parts);
    }

    /** Returns which views, and which memories of views, are the same. */
    static List<Integer> aliases(List<KernelFacts> members) {
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        List<Integer> aliases = new ArrayList<>();
        for (KernelFacts member : members) {
            for (View view : member.binding().views()) {
                aliases.add(number(numbers, view));
                aliases.add(number(numbers, RegisterPromotion.memory(view.allocation())));
            }
        }
        return aliases;
    }

    private static Integer number(Map<Object, Integer> numbers, Object object) {
        Integer known = numbers.putIfAbsent(object, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }

    private static void shape(View view, List<Object> parts) {
        parts.add(view.elementType());
        parts.add(view.region().offset());
        parts.add(CaptureLoader.isArray(view));
        for (int d = 0; d < view.rank(); d++) {
            parts.add(view.extent(d));
            parts.add(view.stride(d));
        }
    }
}
