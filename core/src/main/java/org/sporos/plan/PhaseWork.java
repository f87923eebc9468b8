package org.sporos.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;

/**
 * The work of a unit in a single block, as far as known before it runs.
 *
 * @param items the largest number of work items
 * @param operations the number of operations per work item; a memory access counts as several
 * @param repeats whether a body has a loop of its own, so that a work item may take longer
 * @param reduces whether it folds tiles, which needs all threads of a block
 * @param codes the code of its bodies
 */
record PhaseWork(double items, int operations, boolean repeats, boolean reduces, List<Region> codes) {
    /** The approximate number of operations of a function of the vendor's mathematical library. */
    private static final int OF_FUNCTION = 40;

    /** The smallest part of memory that a GPU reads. */
    private static final int SECTOR_BYTES = 32;
    /** The number of operations that take as long as a coalesced access; docs/benchmarks/shapes-of-small-work.md. */
    private static final int OF_COALESCED = 15;
    /** The number of operations that take as long as a memory access that is not coalesced. */
    private static final int OF_UNCOALESCED = 160;

    /**
     * Returns the work of a unit without horizontal fusion, or null if one block cannot do it.
     *
     * @param loop the unit as a loop, or null if it is none
     */
    static @Nullable PhaseWork of(LaunchUnit unit, @Nullable Loop loop, KernelIndex kernels, boolean fills) {
        if (unit.empty() || unit.priority() > 0) {
            return null;
        }
        List<Node> nodes = unit.nodes();
        List<Region> codes = new ArrayList<>(nodes.size());
        int operations = 0;
        boolean repeats = false;
        boolean reduces = false;
        double items = 1;
        for (Node node : nodes) {
            Policy policy = null;
            if (node.work() instanceof Work.ParallelFor work) {
                policy = work.policy();
            } else if (node.work() instanceof Work.ParallelReduce work) {
                policy = work.policy();
                reduces = true;
            } else if (node.role() == null ? loop == null || !fills : !(node.work() instanceof Work.Single)) {
                return null;
            }
            if (policy instanceof TeamPolicy || policy != null && !HorizontalMerging.hasOwnBlocks(policy)) {
                return null;
            }
            operations += node.role() == null ? 2 * OF_COALESCED : 0;
            items = Math.max(items, items(node));
            for (CompiledKernel kernel : kernels.of(node)) {
                Kernel of = kernel.facts().kernel();
                repeats |= of.hasLoops();
                operations += operations(of.body());
                operations += operations(kernel.facts().strides());
                codes.add(of.body());
            }
        }
        return new PhaseWork(items, operations, repeats, reduces, codes);
    }

    /** Returns the number of work items of a node. */
    static double items(Node node) {
        if (node.work() instanceof Work.Fill fill) {
            return fill.view().size();
        } else if (node.work() instanceof Work.DeepCopy copy) {
            return copy.to().size();
        }
        Policy policy = node.kernels().isEmpty() ? null : node.kernels().get(0).policy();
        return policy == null ? 1 : policy.size();
    }

    private static int operations(LongStream strides) {
        return (int) strides.map(bytes -> bytes == 0 ? 0 : bytes < SECTOR_BYTES ? OF_COALESCED : OF_UNCOALESCED)
                .sum();
    }

    /** Returns the number of operations of a body, each once. */
    static int operations(Region region) {
        int count = 0;
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                boolean isLong = instruction.op() instanceof MathFunction function
                        && (!function.isExact() || function.name().startsWith("STRICT_"));
                count += isLong ? OF_FUNCTION : 1;
            }
        }
        return count;
    }
}
