package org.sporos.internal.view;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;

/**
 * The memory of one level of a ring, or of a part of it: a placeholder for the level's memory at a position of the
 * ring. Code of a run resolves it through its {@link RunFrame}, at the position of the submit; other code uses the
 * current position. Thread-safe.
 */
public final class LevelMemory extends Allocation {
    private final RingState ring;
    private final int part;
    private final int level;

    LevelMemory(String label, RingState ring, int part, int level, Allocation first) {
        super(label, first.space(), first.type(), first.size());
        this.ring = ring;
        this.part = part;
        this.level = level;
    }

    /** Returns the current memory of a level, in this run; else the allocation itself. */
    public static Allocation of(Allocation memory) {
        return memory instanceof LevelMemory level ? level.now() : memory;
    }

    /**
     * Returns memory of the same space, type and size that does not depend on the position of the ring: the initial
     * memory of level 0, or the allocation itself.
     */
    public static Allocation sample(Allocation memory) {
        return memory instanceof LevelMemory level ? level.memories().get(0) : memory;
    }

    /** Returns the ring. */
    public RingState ring() {
        return ring;
    }

    /** Returns the index of the level. */
    public int level() {
        return level;
    }

    /** Returns the index of its part of the level. */
    public int part() {
        return part;
    }

    /** Returns all memories of the part, in the order of the levels at position 0. */
    public List<Allocation> memories() {
        return ring.memories(part);
    }

    /** Returns the memory of the level at a position of the ring. */
    public Allocation at(int position) {
        return memories().get((position + level) % ring.size());
    }

    private Allocation now() {
        RunFrame frame = RunFrame.current();
        Allocation memory = frame == null ? null : frame.memoryOf(this);
        return memory == null ? at(ring.position()) : memory;
    }

    /** Returns null: the array differs between runs, and must not be cached. */
    @Override
    public @Nullable Object backingArray() {
        return null;
    }

    @Override
    public long address() {
        return now().address();
    }

    @Override
    public long bits(long index) {
        return now().bits(index);
    }

    @Override
    public void bits(long index, long bits) {
        now().bits(index, bits);
    }

    @Override
    public long volatileBits(long index) {
        return now().volatileBits(index);
    }

    @Override
    public boolean compareAndSetBits(long index, long expected, long bits) {
        return now().compareAndSetBits(index, expected, bits);
    }

    /** The ring's own views own the memory. */
    @Override
    protected void free() {}
}
