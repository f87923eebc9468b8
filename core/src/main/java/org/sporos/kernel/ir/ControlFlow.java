package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;

/**
 * The control flow of a region: predecessors, immediate dominators (Cooper, Harvey and Kennedy, 2001) and natural
 * loops. Immutable.
 */
public final class ControlFlow {
    private final Region region;
    private final List<List<Integer>> predecessors = new ArrayList<>();
    private final int[] dominator;
    private final List<Loop> loops = new ArrayList<>();
    private boolean reducible = true;

    /**
     * A natural loop.
     *
     * @param header the first block of every iteration
     * @param blocks the numbers of its blocks, including the header
     * @param latches the sources of the back edges
     */
    public record Loop(int header, BitSet blocks, List<Integer> latches) {
        /** Returns whether a block is in the loop. */
        public boolean contains(int block) {
            return blocks.get(block);
        }
    }

    private ControlFlow(Region region) {
        this.region = region;
        this.dominator = new int[region.blocks().size()];
    }

    /** Returns the control flow of a region. */
    public static ControlFlow of(Region region) {
        ControlFlow flow = new ControlFlow(region);
        flow.findPredecessors();
        flow.findDominators();
        flow.findLoops();
        return flow;
    }

    /** Returns the predecessors of a block, one per edge: a block may appear twice. */
    public List<Integer> predecessors(int block) {
        return predecessors.get(block);
    }

    /** Returns the immediate dominator of a block, -1 for the entry. */
    public int immediateDominator(int block) {
        return block == 0 ? -1 : dominator[block];
    }

    /** Returns whether a block dominates another or itself. */
    public boolean dominates(int upper, int block) {
        int at = block;
        while (at > upper) {
            at = dominator[at];
        }
        return at == upper;
    }

    /** Returns the loops, outer before inner ones. */
    public List<Loop> loops() {
        return loops;
    }

    /** Returns the loop of a header, or null. */
    public @Nullable Loop loopAt(int header) {
        return loops.stream()
                .filter(loop -> loop.header() == header)
                .findFirst()
                .orElse(null);
    }

    /** Returns the innermost loop around a block, or null. */
    public @Nullable Loop innermostLoop(int block) {
        Loop innermost = null;
        for (Loop loop : loops) {
            if (loop.contains(block)
                    && (innermost == null
                            || loop.blocks().cardinality() < innermost.blocks().cardinality())) {
                innermost = loop;
            }
        }
        return innermost;
    }

    /** Returns whether each loop has one entry. */
    public boolean isReducible() {
        return reducible;
    }

    private void findPredecessors() {
        for (int b = region.blocks().size(); b > 0; b--) {
            predecessors.add(new ArrayList<>());
        }
        for (Block block : region.blocks()) {
            for (Edge edge : block.terminator().edges()) {
                predecessors.get(edge.target()).add(block.id());
            }
        }
    }

    private void findDominators() {
        Arrays.fill(dominator, -1);
        dominator[0] = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int block = 1; block < dominator.length; block++) {
                int common = -1;
                for (int predecessor : predecessors.get(block)) {
                    if (dominator[predecessor] >= 0) {
                        common = common < 0 ? predecessor : meet(common, predecessor);
                    }
                }
                changed |= dominator[block] != common;
                dominator[block] = common;
            }
        }
    }

    private int meet(int a, int b) {
        int left = a;
        int right = b;
        while (left != right) {
            if (left > right) {
                left = dominator[left];
            } else {
                right = dominator[right];
            }
        }
        return left;
    }

    private void findLoops() {
        for (int header = 0; header < dominator.length; header++) {
            List<Integer> latches = new ArrayList<>();
            for (int predecessor : predecessors.get(header)) {
                if (predecessor >= header) {
                    reducible &= dominates(header, predecessor);
                    latches.add(predecessor);
                }
            }
            if (!latches.isEmpty()) {
                loops.add(loop(header, latches));
            }
        }
    }

    private Loop loop(int header, List<Integer> latches) {
        BitSet blocks = new BitSet();
        blocks.set(header);
        List<Integer> work = new ArrayList<>(latches);
        while (!work.isEmpty()) {
            int block = work.remove(work.size() - 1);
            if (!blocks.get(block)) {
                blocks.set(block);
                work.addAll(predecessors.get(block));
            }
        }
        return new Loop(header, blocks, List.copyOf(latches));
    }
}
