package org.sporos.graph;

import java.util.List;

/** A kind of node that consists of kernel calls, with all results in views. */
public sealed interface KernelWork extends Work
        permits Work.ParallelFor, Work.ParallelReduce, Work.ParallelScan, Work.Single {

    @Override
    default NodeEffects effects() {
        return NodeEffects.KERNELS;
    }

    @Override
    default List<NestedGraph> nested() {
        return List.of();
    }
}
