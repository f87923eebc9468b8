package org.sporos.kernel.analysis.interval;

import java.util.List;
import java.util.TreeSet;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.view.View;

/**
 * Interval analysis: abstract interpretation with an interval per value and program point, refined by conditions, with
 * widening to thresholds and narrowing in loops (Cousot and Cousot, 1977). Stateless.
 */
public final class IntervalAnalysis {
    private final Kernel kernel;
    private final IterationSpace launch;
    private final Binding binding;
    private final Proofs proofs;
    private final Transfer transfer;
    private final Refiner refiner;
    private final long[] thresholds;

    private IntervalAnalysis(Kernel kernel, Binding binding, IterationSpace launch, boolean hasScratch) {
        this.kernel = kernel;
        this.launch = launch;
        this.binding = binding;
        this.proofs = new Proofs(kernel.valueCount(), hasScratch);
        this.transfer = new Transfer(kernel, binding, launch, hasScratch);
        this.refiner = new Refiner(kernel, transfer);
        this.thresholds = thresholds();
    }

    /** Returns the proofs of a kernel for a launch and a binding. */
    public static Proofs of(Kernel kernel, Binding binding, IterationSpace launch) {
        Proofs proofs = new IntervalAnalysis(kernel, binding, launch, false).run();
        boolean hasScratch = !kernel.scratches().isEmpty() && ScratchBytes.fit(kernel, proofs, launch.scratch());
        return hasScratch ? new IntervalAnalysis(kernel, binding, launch, true).run() : proofs;
    }

    private Proofs run() {
        Bounds entry = Bounds.unreached(kernel.valueCount());
        if (!launch.isEmpty()) {
            entry.setReachable();
        }
        for (int k = 0; k < kernel.body().arguments().size(); k++) {
            Argument argument = kernel.body().arguments().get(k);
            boolean isIndex = k < launch.indexes().size() && argument.type().isInteger();
            entry.set(argument, isIndex ? launch.indexes().get(k) : Interval.ofType(argument.type()));
        }
        new RegionIntervals(kernel.body(), transfer, refiner, thresholds, proofs).run(entry);
        return proofs;
    }

    /** Returns the widening thresholds: constants of the kernel, launch bounds and extents, and their neighbours. */
    private long[] thresholds() {
        TreeSet<Long> all = new TreeSet<>();
        for (Interval interval : new Interval[] {Interval.LONGS, Interval.INTS, Interval.BOOLS}) {
            add(all, interval);
        }
        for (Interval index : launch.indexes()) {
            add(all, index);
        }
        add(all, launch.league());
        add(all, launch.teamSize());
        for (View view : binding.views()) {
            for (int d = 0; d < view.rank(); d++) {
                add(all, Interval.of(view.extent(d)));
            }
            add(all, Interval.of(view.size()));
        }
        for (ScalarRef scalar : kernel.scalars()) {
            if (scalar.type().isInteger()) {
                add(all, Interval.of(binding.scalars().get(scalar.index())));
            }
        }
        constants(kernel.body(), all);
        long[] sorted = new long[all.size()];
        int k = 0;
        for (long threshold : all) {
            sorted[k++] = threshold;
        }
        return sorted;
    }

    private void constants(Region region, TreeSet<Long> all) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                Long literal = ConstantFolding.literal(instruction);
                if (literal != null && instruction.type().isInteger()) {
                    add(all, Interval.of(literal));
                } else if (instruction.op() instanceof Op.ArrayNew array) {
                    add(all, Interval.of(array.array().length()));
                }
                for (Region nested : instruction.regions()) {
                    constants(nested, all);
                }
            }
        }
    }

    private static void add(TreeSet<Long> all, Interval interval) {
        for (long bound : new long[] {interval.low(), interval.high()}) {
            all.add(bound);
            all.add(bound == Long.MIN_VALUE ? bound : bound - 1);
            all.add(bound == Long.MAX_VALUE ? bound : bound + 1);
        }
    }

    /**
     * Computes the maximum scratch memory of a team at each level: allocations in program order, each aligned to its
     * elements. Skipping an allocation on a path never increases the total, so the sum of all is the maximum.
     */
    private static final class ScratchBytes {
        private final Proofs proofs;
        private final List<Integer> limits;
        private final long[] used;

        private ScratchBytes(Proofs proofs, List<Integer> limits) {
            this.proofs = proofs;
            this.limits = limits;
            this.used = new long[limits.size()];
        }

        /** Returns whether the maxima of a kernel are within the limits. */
        static boolean fit(Kernel kernel, Proofs proofs, List<Integer> limits) {
            return new ScratchBytes(proofs, limits).fit(kernel.body());
        }

        private boolean fit(Region region) {
            ControlFlow flow = ControlFlow.of(region);
            for (Block block : region.blocks()) {
                boolean repeats = flow.loops().stream().anyMatch(loop -> loop.contains(block.id()));
                for (Instruction instruction : block.instructions()) {
                    if (!fits(instruction, repeats)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private boolean fits(Instruction instruction, boolean repeats) {
            if (!(instruction.op() instanceof Op.ScratchNew allocation)) {
                return instruction.regions().stream().noneMatch(ScratchBytes::allocates);
            }
            if (!proofs.isReached(instruction)) {
                return true;
            }
            Interval n = proofs.interval(instruction.operand(0));
            long size = allocation.view().element().bytes();
            int level = allocation.view().level().ordinal();
            used[level] = (used[level] + size - 1) / size * size + n.high() * size;
            return !repeats && n.low() >= 0 && used[level] <= limits.get(level);
        }

        /** Returns whether a region, which is nested and runs repeatedly, allocates scratch memory. */
        private static boolean allocates(Region region) {
            for (Block block : region.blocks()) {
                for (Instruction instruction : block.instructions()) {
                    if (instruction.op() instanceof Op.ScratchNew
                            || instruction.regions().stream().anyMatch(ScratchBytes::allocates)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
