package org.sporos.host.task;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/**
 * A copy of all elements of one view to another of equal type and extents, or a fill of a view; large ones in chunks.
 */
final class CopyTask implements HostTask {
    /** The fewest elements that are worth a chunk of their own: about what a core copies while another one wakes. */
    static final int LEAST = 1 << 15;

    private final Boxes boxes;
    private final Chunks chunks;
    private final Side to;
    private final Side from;
    /** The value that a fill writes; null for a copy. */
    private final @Nullable ElementValue value;

    private CopyTask(View to, View from, @Nullable ElementValue value, TaskContext context) {
        this.boxes = to == from ? Boxes.of(to) : Boxes.of(to, from);
        this.value = value;
        long rows = Math.max(1, boxes.rows());
        long row = Math.max(1, boxes.size() / rows);
        this.chunks = Chunks.ofUnits(boxes.rows(), Order.ceil(LEAST, row), context);
        this.to = new Side(0, to.allocation());
        this.from = to == from ? this.to : new Side(1, from.allocation());
    }

    static CopyTask copy(View to, View from, TaskContext context) {
        return new CopyTask(to, from, null, context);
    }

    static CopyTask fill(View view, ElementValue value, TaskContext context) {
        return new CopyTask(view, view, value, context);
    }

    @Override
    public int chunks(int phase) {
        return chunks.count();
    }

    @Override
    public void run(int phase, int chunk) {
        if (value != null) {
            HostMemorySpace.INSTANCE.fill(to.part(chunk), value);
        } else if (to != from) {
            HostMemorySpace.INSTANCE.copy(to.part(chunk), from.part(chunk));
        }
    }

    /** The parts of one view, one a chunk; made again when a graph brings other memory. */
    private final class Side {
        private final int box;
        private final Allocation allocation;
        private final StridedRegion[] parts;

        Side(int box, Allocation allocation) {
            this.box = box;
            this.allocation = allocation;
            this.parts = new StridedRegion[chunks.count()];
            for (int chunk = 0; chunk < parts.length; chunk++) {
                parts[chunk] = cut(chunk, allocation);
            }
        }

        private StridedRegion cut(int chunk, Allocation memory) {
            return boxes.rows(box, chunks.begin(chunk), chunks.end(chunk), memory);
        }

        StridedRegion part(int chunk) {
            Allocation memory = memory();
            if (parts[chunk].allocation() != memory) {
                parts[chunk] = cut(chunk, memory);
            }
            return parts[chunk];
        }

        /** Returns the memory itself, what the running executable brings for it, or what a ring's level has now. */
        private Allocation memory() {
            if (allocation instanceof LevelMemory) {
                return LevelMemory.of(allocation);
            }
            RunFrame frame = allocation instanceof GraphMemory ? RunFrame.current() : null;
            Allocation brought = frame == null ? null : frame.memoryOf(allocation);
            return brought == null ? allocation : brought;
        }
    }
}
