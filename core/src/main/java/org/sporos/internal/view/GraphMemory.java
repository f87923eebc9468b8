package org.sporos.internal.view;

import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.space.MemoryStatistics;

/**
 * The memory of a view that a graph allocates: a placeholder without elements. Each executable allocates its own
 * memory, bound in the {@link RunFrame} of its runs.
 */
public final class GraphMemory extends Allocation {

    /** Creates a placeholder. */
    public GraphMemory(String label, ElementType type, long size) {
        super(label, Space.INSTANCE, type, size);
    }

    @Override
    public long bits(long index) {
        return actual().bits(index);
    }

    @Override
    public void bits(long index, long bits) {
        actual().bits(index, bits);
    }

    @Override
    public long volatileBits(long index) {
        return actual().volatileBits(index);
    }

    @Override
    public boolean compareAndSetBits(long index, long expected, long bits) {
        return actual().compareAndSetBits(index, expected, bits);
    }

    private Allocation actual() {
        RunFrame frame = RunFrame.current();
        Allocation memory = frame == null ? null : frame.memoryOf(this);
        if (memory == null) {
            throw Space.outside(label());
        }
        return memory;
    }

    @Override
    protected void free() {}

    /** The memory space of placeholders. */
    private static final class Space implements AllocationSpace {
        static final Space INSTANCE = new Space();

        static IllegalStateException outside(@Nullable String label) {
            return new CodedStateException(
                    "S209",
                    (label == null ? "a view" : "view " + Labels.quoted(label))
                            + " that a graph allocates exists only between its allocate and free nodes while the graph runs;"
                            + " copy it to a view of your own inside of the graph");
        }

        @Override
        public String name() {
            return "graph";
        }

        @Override
        public boolean isHostAccessible() {
            return false;
        }

        @Override
        public boolean isPinned() {
            return false;
        }

        @Override
        public MemorySpace mirrorSpace() {
            return MemorySpace.host();
        }

        @Override
        public Allocation allocate(String label, ElementType type, long size) {
            throw outside(label);
        }

        @Override
        public void copy(StridedRegion to, StridedRegion from) {
            throw outside(
                    to.allocation() instanceof GraphMemory
                            ? to.allocation().label()
                            : from.allocation().label());
        }

        @Override
        public void fill(StridedRegion region, ElementValue value) {
            throw outside(region.allocation().label());
        }

        @Override
        public MemoryStatistics statistics() {
            return new MemoryStatistics(0, 0, 0, 0, 0);
        }

        @Override
        public long trim() {
            return 0;
        }
    }
}
