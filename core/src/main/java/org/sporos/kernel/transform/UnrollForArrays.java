package org.sporos.kernel.transform;

import com.google.common.collect.Lists;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Unrolls short loops whose counters are operands of indexes of local arrays, so that the indexes become literals for
 * {@link ScalarReplacement}.
 *
 * <p>Precondition: no team operations. Cost: the JVM does not compile too large methods, so the largest loops stay
 * until the code fits; docs/benchmarks/host-kernels.md measures the gain of arrays in registers.
 *
 * @param most the maximum instructions after unrolling, without literals
 */
record UnrollForArrays(int most) implements KernelPass {
    /** The maximum instructions after unrolling, before constant propagation removes some. */
    private static final int MOST_COPIES = 1 << 14;

    /** The maximum trip count of an unrolled loop. */
    private static final long MOST_ITERATIONS = 16;

    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        Region region = kernel.kernel().body();
        List<LoopInfo> candidates = shortLoops(region);
        while (true) {
            Set<LoopInfo> wanted = wanted(region, candidates);
            if (wanted.isEmpty()) {
                return kernel;
            }
            if (copies(region, wanted) <= MOST_COPIES) {
                LaunchedKernel unrolled = unrolled(kernel, wanted);
                if (unrolled.kernel().valueCount() <= most
                        || ConstantPropagation.remaining(unrolled.kernel()) <= most) {
                    return unrolled;
                }
            }
            candidates.remove(longest(wanted));
        }
    }

    private static List<LoopInfo> shortLoops(Region region) {
        List<LoopInfo> loops = new ArrayList<>(LoopInfo.of(region, ControlFlow.of(region)));
        loops.removeIf(loop -> {
            Long count = loop.tripCount();
            return count == null || count > MOST_ITERATIONS;
        });
        return loops;
    }

    /** Returns the loops to unroll, so that all indexes of some arrays become literals. */
    private static Set<LoopInfo> wanted(Region region, List<LoopInfo> candidates) {
        Map<LocalArray, Set<LoopInfo>> needs = new LinkedHashMap<>();
        Set<LocalArray> others = new HashSet<>();
        for (Block block : region.blocks()) {
            for (Instruction at : block.instructions()) {
                LocalArray array = ScalarReplacement.accessed(at.op());
                if (array != null) {
                    Set<LoopInfo> loops = needs.computeIfAbsent(array, key -> new LinkedHashSet<>());
                    if (!isLiteral(at.operand(0), block, candidates, loops)) {
                        others.add(array);
                    }
                }
            }
        }
        Set<LoopInfo> wanted = new LinkedHashSet<>();
        needs.forEach((array, loops) -> wanted.addAll(others.contains(array) ? Set.of() : loops));
        return wanted;
    }

    /** Returns whether an index in a block can become a literal, and adds the loops to unroll for it. */
    private static boolean isLiteral(Value index, Block block, List<LoopInfo> candidates, Set<LoopInfo> loops) {
        for (LoopInfo loop : candidates) {
            if (loop.counter() == index && loop.contains(block.id())) {
                loops.add(loop);
                return true;
            }
        }
        return index instanceof Instruction at
                && (at.op() instanceof Op.Constant
                        || ConstantFolding.isTotal(at)
                                && at.operands().stream()
                                        .allMatch(operand -> isLiteral(operand, block, candidates, loops)));
    }

    /** Returns the number of instructions of a region after loops are unrolled. */
    private static double copies(Region region, Set<LoopInfo> unrolled) {
        double size = 0;
        for (Block block : region.blocks()) {
            double times = 1;
            for (LoopInfo loop : unrolled) {
                times *= loop.contains(block.id()) ? Math.max(1, Objects.requireNonNull(loop.tripCount())) : 1;
            }
            size += times * block.instructions().size();
        }
        return size;
    }

    /** Returns the loop with the most instructions in it. */
    private static LoopInfo longest(Set<LoopInfo> loops) {
        return loops.stream()
                .max(Comparator.comparingInt((LoopInfo loop) -> loop.blocks().stream()
                                .mapToInt(block -> block.instructions().size())
                                .sum())
                        .thenComparingInt(loop -> loop.header().id()))
                .orElseThrow();
    }

    /** Unrolls inner loops before the loops around them, so that each is unrolled once. */
    private static LaunchedKernel unrolled(LaunchedKernel kernel, Set<LoopInfo> wanted) {
        LaunchedKernel now = kernel;
        Set<Value> counters = Sets.newIdentityHashSet();
        wanted.forEach(loop -> counters.add(loop.counter()));
        while (true) {
            List<LoopInfo> inner = innermost(now.kernel().body(), counters);
            if (inner.isEmpty()) {
                return now;
            }
            inner.forEach(loop -> counters.remove(loop.counter()));
            EditedKernel unrolled = LoopUnrolling.apply(now.kernel(), inner);
            Set<Value> left = Sets.newIdentityHashSet();
            for (Block block : unrolled.kernel().body().blocks()) {
                block.arguments().stream()
                        .filter(argument -> counters.contains(unrolled.origin(argument)))
                        .forEach(left::add);
            }
            counters.clear();
            counters.addAll(left);
            now = now.with(unrolled);
        }
    }

    /** Returns loops by their counters, without those that have blocks in common with others inside of them. */
    private static List<LoopInfo> innermost(Region region, Set<Value> counters) {
        List<LoopInfo> found = new ArrayList<>();
        if (!counters.isEmpty()) {
            for (LoopInfo loop : Lists.reverse(LoopInfo.of(region, ControlFlow.of(region)))) {
                if (counters.contains(loop.counter())
                        && loop.tripCount() != null
                        && loop.blocks().stream()
                                .noneMatch(block -> found.stream().anyMatch(of -> of.contains(block.id())))) {
                    found.add(loop);
                }
            }
        }
        return found;
    }
}
