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
 * The key of a loop class: IR, proofs, shapes of the views, and aliasing among views, memories and params. Refers to no
 * view, param or scalar of a graph. Immutable.
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

    /** @param use the use of the loop */
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

    /** Returns a number for each view and its memory; equal numbers are aliases. */
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
        parts.add(ArgumentUnpacker.isArray(view));
        for (int d = 0; d < view.rank(); d++) {
            parts.add(view.extent(d));
            parts.add(view.stride(d));
        }
    }
}
