package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Value;

/**
 * Scalar replacement of the local arrays of a kernel: they become local variables, one for each element, if all indexes
 * are constants once short loops are unrolled. The others lie in a {@link WorkArrays scratch array}. No kernel
 * allocates anything. Immutable.
 */
final class ScalarReplacement {
    /** The limit of instructions that unrolling may copy, before constants make some of them needless. */
    private static final int MOST_COPIES = 1 << 14;

    private static final int MOST_ELEMENTS = 64;

    /** Loops of more iterations are not unrolled. */
    private static final long MOST_ITERATIONS = 16;

    private final Unrolling unrolling;
    private final Set<LocalArray> scalars;

    private ScalarReplacement(Unrolling unrolling, Set<LocalArray> scalars) {
        this.unrolling = unrolling;
        this.scalars = Set.copyOf(scalars);
    }

    /** Returns how a region is written without any unrolled loop. */
    static ScalarReplacement none(Region region) {
        return new ScalarReplacement(Unrolling.none(region), Set.of());
    }

    /**
     * Returns the most arrays of a region that can be replaced within a size.
     *
     * @param most how many instructions may be written if loops are unrolled
     */
    static ScalarReplacement of(Region region, int most) {
        Map<LocalArray, List<Access>> accesses = accesses(region);
        if (accesses.isEmpty() || most == 0) {
            return none(region);
        }
        List<LoopInfo> candidates = shortLoops(region);
        while (true) {
            Map<LocalArray, Set<LoopInfo>> needs = needs(accesses, candidates);
            Set<LoopInfo> unrolled = new LinkedHashSet<>();
            needs.values().forEach(unrolled::addAll);
            if (copies(region, unrolled) <= MOST_COPIES) {
                Unrolling unrolling = Unrolling.of(region, unrolled);
                if (unrolled.isEmpty() || unrolling.size() <= most) {
                    return new ScalarReplacement(unrolling, needs.keySet());
                }
            }
            candidates.remove(longest(unrolled));
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

    /** An access and the block that it is in. */
    private record Access(Instruction instruction, Block block) {}

    private static Map<LocalArray, List<Access>> accesses(Region region) {
        Map<LocalArray, List<Access>> accesses = new LinkedHashMap<>();
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                LocalArray array = accessed(instruction.op());
                if (array != null) {
                    accesses.computeIfAbsent(array, added -> new ArrayList<>()).add(new Access(instruction, block));
                }
            }
        }
        return accesses;
    }

    private static @Nullable LocalArray accessed(Op op) {
        if (op instanceof Op.ArrayLoad load) {
            return load.array().isTable() ? null : load.array();
        }
        return op instanceof Op.ArrayStore store ? store.array() : null;
    }

    /** Returns the arrays that can be replaced, each with the loops that must be unrolled for it. */
    private static Map<LocalArray, Set<LoopInfo>> needs(
            Map<LocalArray, List<Access>> accesses, List<LoopInfo> candidates) {
        Map<LocalArray, Set<LoopInfo>> needs = new HashMap<>();
        accesses.forEach((array, all) -> {
            Set<LoopInfo> loops = new LinkedHashSet<>();
            boolean constant = array.length() <= MOST_ELEMENTS
                    && all.stream()
                            .allMatch(access -> isConstant(access.instruction().operand(0), access, candidates, loops));
            if (constant) {
                needs.put(array, loops);
            }
        });
        return needs;
    }

    /** Returns whether an index becomes a constant, and adds the loops by which it does. */
    private static boolean isConstant(Value index, Access access, List<LoopInfo> candidates, Set<LoopInfo> loops) {
        for (LoopInfo loop : candidates) {
            if (loop.counter() == index && loop.contains(access.block().id())) {
                loops.add(loop);
                return true;
            }
        }
        return index instanceof Instruction instruction
                && (instruction.op() instanceof Op.Constant
                        || ConstantFolding.isTotal(instruction)
                                && instruction.operands().stream()
                                        .allMatch(operand -> isConstant(operand, access, candidates, loops)));
    }

    /** Returns how many instructions a region has when loops are unrolled. */
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

    /** Returns the blocks as they are written. */
    Unrolling unrolling() {
        return unrolling;
    }

    /** Returns whether the elements of an array are local variables. */
    boolean replaces(LocalArray array) {
        return scalars.contains(array);
    }

    /** Returns whether it replaces or unrolls nothing. */
    boolean isNone() {
        return scalars.isEmpty();
    }
}
