package org.sporos.host.task;

import org.sporos.run.RunFrame;
import org.sporos.space.Allocation;
import org.sporos.view.GraphMemory;
import org.sporos.view.LevelMemory;

/**
 * Finds the memory behind an allocation: itself, what the running executable brings for memory inside of a graph, or
 * what a level of a ring has in this run.
 */
final class Memory {

    private Memory() {}

    static Allocation of(Allocation allocation) {
        if (allocation instanceof LevelMemory) {
            return LevelMemory.of(allocation);
        }
        RunFrame frame = allocation instanceof GraphMemory ? RunFrame.current() : null;
        Allocation brought = frame == null ? null : frame.memoryOf(allocation);
        return brought == null ? allocation : brought;
    }
}
