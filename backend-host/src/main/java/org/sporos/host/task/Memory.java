package org.sporos.host.task;

import org.sporos.run.RunFrame;
import org.sporos.space.Allocation;
import org.sporos.view.GraphMemory;

/**
 * Finds the memory behind an allocation: itself, or what the running executable brings for memory inside of a graph.
 */
final class Memory {

    private Memory() {}

    static Allocation of(Allocation allocation) {
        RunFrame frame = allocation instanceof GraphMemory ? RunFrame.current() : null;
        Allocation brought = frame == null ? null : frame.memoryOf(allocation);
        return brought == null ? allocation : brought;
    }
}
