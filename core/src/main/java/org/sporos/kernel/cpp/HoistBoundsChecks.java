package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Hoists bounds checks of gathered loads out of strips of iterations: if all loads of a strip are in bounds, a version
 * of the kernel without these checks runs it, which compilers vectorize; else the original. Rows of boxes and split
 * loops keep their checks; docs/benchmarks/host-kernels.md, "A code on an unstructured mesh", measures it.
 */
final class HoistBoundsChecks implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        boolean isRange = loops.size() == 1
                && loops.get(0) instanceof LoopIr.Loop loop
                && loop.isInnermost()
                && loop.stage() == LoopIr.Stage.OPEN;
        return isRange ? hoisted((LoopIr.Loop) loops.get(0), names) : loops;
    }

    /**
     * The two versions of a kernel that such checks need.
     *
     * @param largest updates the largest index of the loads for each extent, without other effects
     * @param inside the kernel without the checks of these loads
     */
    record Versions(CppFunction largest, CppFunction inside) {
        /** Returns the versions of a kernel, or null if none of its checks can be hoisted. */
        static @Nullable Versions of(CppFunction whole) {
            IndirectLoads indexes = IndirectLoads.of(whole.body());
            if (indexes == null) {
                return null;
            }
            ProvenKernel proven = whole.proven();
            ProvenKernel slice = proven.with(indexes.slice(), proven.proofs());
            return new Versions(
                    whole.version("_reach", slice, indexes.loads()),
                    whole.version("_reached", proven.inBounds(indexes.loads())));
        }

        List<DeferredBoundsChecks.Bound> bounds() {
            return largest.bounds();
        }
    }

    private static List<LoopIr> hoisted(LoopIr.Loop loop, UnaryOperator<String> names) {
        List<LoopIr> inside = new ArrayList<>();
        List<Versions> hoisted = new ArrayList<>();
        for (LoopIr node : loop.body()) {
            Versions versions = node instanceof LoopIr.Call call ? Versions.of(call.version()) : null;
            inside.add(versions == null ? node : ((LoopIr.Call) node).of(versions.inside()));
            if (versions != null) {
                hoisted.add(versions);
            }
        }
        if (hoisted.isEmpty()) {
            return List.of(loop);
        }
        LoopIr.Axis axis = loop.axis();
        Strips strips = Strips.of(axis, names);
        String k = names.apply("k");
        LoopIr.Loop each = LoopIr.Loop.over(strips.axis(k), List.of());
        LoopIr.BoundsCheck check = check(hoisted, each, List.of(k), names);
        LoopIr.Axis strip = strips.axis(names.apply("k"));
        List<LoopIr> fast = LoopIr.at(inside, List.of(strip.index()));
        List<LoopIr> slow = LoopIr.at(loop.body(), List.of(strip.index()));
        LoopIr guard = new LoopIr.Guard(
                check.inside(), List.of(LoopIr.Loop.over(strip, fast)), List.of(LoopIr.Loop.over(strip, slow)));
        return List.of(strips.loop(List.of(check, guard)));
    }

    /**
     * Returns the check of all iterations of a loop.
     *
     * @param loop a loop whose body declares the variables of the indexes
     */
    static LoopIr.BoundsCheck check(
            List<Versions> hoisted, LoopIr.Loop loop, List<String> indexes, UnaryOperator<String> names) {
        String inside = names.apply("inside");
        Map<DeferredBoundsChecks.Bound, String> farthest = new LinkedHashMap<>();
        List<LoopIr> body = new ArrayList<>(loop.body());
        for (Versions versions : hoisted) {
            List<String> variables = new ArrayList<>();
            for (DeferredBoundsChecks.Bound bound : versions.bounds()) {
                variables.add(farthest.computeIfAbsent(bound, b -> names.apply("farthest")));
            }
            body.add(new LoopIr.Farthest(versions.largest(), variables, indexes));
        }
        return new LoopIr.BoundsCheck(inside, farthest, loop.with(body));
    }
}
