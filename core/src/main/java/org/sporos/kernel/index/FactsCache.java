package org.sporos.kernel.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.passes.Binding;
import org.sporos.kernel.passes.Launch;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.space.Allocation;
import org.sporos.view.View;

/** The facts of kernels by all that they depend on: code, launch, shapes of views, scalars. Used by one thread. */
final class FactsCache {
    private final Map<Key, KernelFacts> byViews = new HashMap<>();
    private final Map<Key, KernelFacts> byShapes = new HashMap<>();

    /** Regions compare by identity. */
    private record Key(Region code, Launch launch, List<Object> bound) {}

    KernelFacts of(Kernel kernel, Binding binding, Launch launch) {
        Key exact = new Key(kernel.body(), launch, List.of(binding.views(), binding.params(), binding.scalars()));
        KernelFacts known = byViews.get(exact);
        if (known == null) {
            Key shape = new Key(kernel.body(), launch, shapes(kernel, binding));
            KernelFacts same = byShapes.get(shape);
            known = same == null ? KernelFacts.of(kernel, binding, launch) : same.boundTo(kernel, binding);
            byShapes.putIfAbsent(shape, known);
            byViews.put(exact, known);
        }
        return known;
    }

    private static List<Object> shapes(Kernel kernel, Binding binding) {
        List<Object> shapes = new ArrayList<>();
        for (ScalarRef scalar : kernel.scalars()) {
            // No fact depends on a floating-point number.
            shapes.add(
                    scalar.type().isFloating()
                            ? scalar.type()
                            : binding.scalars().get(scalar.index()));
        }
        List<Allocation> memories = new ArrayList<>();
        for (View view : binding.views()) {
            var region = view.region();
            int memory = memories.indexOf(region.allocation());
            if (memory < 0) {
                memory = memories.size();
                memories.add(region.allocation());
            }
            shapes.add(List.of(
                    memory, region.offset(), Arrays.toString(region.extents()), Arrays.toString(region.strides())));
        }
        for (Param param : binding.params()) {
            shapes.add(bounds(param));
        }
        return shapes;
    }

    private static Object bounds(Param param) {
        if (param instanceof IntParam ints && ints.isBounded()) {
            return List.of(ints.lowest(), ints.highest());
        } else if (param instanceof LongParam longs && longs.isBounded()) {
            return List.of(longs.lowest(), longs.highest());
        }
        return param.getClass();
    }
}
