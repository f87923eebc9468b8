package org.sporos.host.task;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
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
    /** The fewest elements worth a chunk: about the number that a core copies while another one wakes. */
    static final int LEAST = 1 << 15;

    private final Boxes boxes;
    private final Chunks chunks;
    private final Side to;
    private final Side from;
    /** The value of a fill; null for a copy. */
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

    /** The regions of one view, one per chunk; rebuilt after the graph's memory has changed. */
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

        /**
         * Returns the current memory: the allocation itself, the frame's memory for a graph's view, or the current
         * level of a ring.
         */
        private Allocation memory() {
            if (allocation instanceof LevelMemory) {
                return LevelMemory.of(allocation);
            }
            RunFrame frame = allocation instanceof GraphMemory ? RunFrame.current() : null;
            Allocation brought = frame == null ? null : frame.memoryOf(allocation);
            return brought == null ? allocation : brought;
        }
    }

    /**
     * Boxes of elements that are traversed together, such as the two sides of a copy, in canonical form: dimensions of
     * extent 1 are dropped, the others are ordered by the strides of the first box, and dimensions contiguous in all
     * boxes are merged.
     */
    private static final class Boxes {
        private static final int MAX_RANK = 4;

        private final long[] offsets;
        private final long[] extents = new long[MAX_RANK];
        private final long[][] strides;
        private int rank;

        private Boxes(View... views) {
            offsets = new long[views.length];
            strides = new long[views.length][MAX_RANK];
            for (int v = 0; v < views.length; v++) {
                offsets[v] = views[v].region().offset();
            }
            for (int d : order(views[0])) {
                add(views, d);
            }
        }

        /** Returns the boxes of views of equal extents. */
        static Boxes of(View... views) {
            return new Boxes(views);
        }

        private static int[] order(View view) {
            return IntStream.range(0, view.rank())
                    .filter(d -> view.extent(d) != 1)
                    .boxed()
                    .sorted(Comparator.comparingLong(d -> -view.stride(d)))
                    .mapToInt(d -> d)
                    .toArray();
        }

        private void add(View[] views, int d) {
            boolean follows = rank > 0;
            for (int v = 0; v < views.length; v++) {
                follows &= rank > 0 && strides[v][rank - 1] == views[v].extent(d) * views[v].stride(d);
            }
            int at = follows ? rank - 1 : rank++;
            extents[at] = follows ? extents[at] * views[0].extent(d) : views[0].extent(d);
            for (int v = 0; v < views.length; v++) {
                strides[v][at] = views[v].stride(d);
            }
        }

        /** Returns the number of elements of each box. */
        long size() {
            long size = 1;
            for (int d = 0; d < rank; d++) {
                size *= extents[d];
            }
            return size;
        }

        /** Returns the extent of the first dimension, 1 if there is none. */
        long rows() {
            return rank == 0 ? 1 : extents[0];
        }

        /** Returns rows {@code [begin, end)} of a box, in the given memory. */
        StridedRegion rows(int box, long begin, long end, Allocation memory) {
            long[] part = Arrays.copyOf(extents, rank);
            long[] steps = Arrays.copyOf(strides[box], rank);
            if (rank == 0) {
                return new StridedRegion(memory, offsets[box], part, steps);
            }
            part[0] = end - begin;
            return new StridedRegion(memory, offsets[box] + begin * steps[0], part, steps);
        }
    }
}
