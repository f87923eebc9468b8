package org.sporos.graph;

import java.util.List;

/** A kind of node without kernels and nested graphs. */
public sealed interface LeafWork extends Work
        permits Work.Join,
                Work.HostCall,
                Work.DeepCopy,
                Work.Fill,
                Work.Captured,
                Work.Allocate,
                Work.Free,
                Work.RecordEvent,
                Work.AwaitEvent,
                Work.SignalSemaphore,
                Work.WaitSemaphore,
                Work.Advance {

    @Override
    default List<KernelCall> kernels() {
        return List.of();
    }

    @Override
    default List<NestedGraph> nested() {
        return List.of();
    }

    /** @hidden */
    @Override
    default Work mapped(Mapping parts) {
        return this;
    }
}
