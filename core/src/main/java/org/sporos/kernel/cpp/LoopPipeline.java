package org.sporos.kernel.cpp;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.transform.PassListener;

/**
 * The passes over loops, in order. With {@code -Dsporos.pipeline=results} each pass that changes loops logs the result
 * and its time; docs/passes-of-the-kernel-compiler.md shows results.
 */
record LoopPipeline(List<LoopPass> passes) {
    /** The passes of the host. */
    static final LoopPipeline HOST = new LoopPipeline(List.of(
            new SelectStrides(),
            new SplitIndexSets(),
            new LowerStrides(),
            new HoistBoundsChecks(),
            new PeelToCacheLines(),
            new JamRows(),
            new VectorizeRows(),
            new DistributeBranches(),
            new MarkIndependent()));

    private static final PassListener<List<LoopIr>> LOG = PassListener.log(LoopListing::of);

    /**
     * Returns the passes of GPUs.
     *
     * @param grid the threads along the axes of the loops, the outermost first
     * @param privatized the pass that privatizes views, or null
     */
    static LoopPipeline gpu(List<MapToGrid.GridAxis> grid, @Nullable PrivatizeAtomics privatized) {
        MapToGrid map = new MapToGrid(grid);
        return new LoopPipeline(privatized == null ? List.of(map) : List.of(map, privatized));
    }

    /** Returns a list of one pass. */
    static LoopPipeline of(LoopPass pass) {
        return new LoopPipeline(List.of(pass));
    }

    /** Returns loops after all passes. */
    List<LoopIr> run(List<LoopIr> lowered, UnaryOperator<String> names) {
        return run(lowered, names, LOG);
    }

    List<LoopIr> run(List<LoopIr> lowered, UnaryOperator<String> names, PassListener<List<LoopIr>> listener) {
        List<LoopIr> loops = List.copyOf(lowered);
        listener.after("lowered", loops, 0);
        for (LoopPass pass : passes) {
            long start = System.nanoTime();
            List<LoopIr> after = pass.apply(loops, names);
            long nanos = System.nanoTime() - start;
            if (!after.equals(loops)) {
                assert LoopVerifier.isVerified(after, pass);
                listener.after(pass.getClass().getSimpleName(), after, nanos);
            }
            loops = after;
        }
        return loops;
    }
}
