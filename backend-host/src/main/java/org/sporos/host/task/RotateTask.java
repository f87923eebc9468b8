package org.sporos.host.task;

import java.lang.reflect.Array;
import java.util.stream.IntStream;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.RingState;

/**
 * Restores the position of a ring after the body of a conditional: moves the elements of each level to its initial
 * memory, then rotates the levels of the run back. Does nothing if the rotations add up to whole cycles.
 */
public final class RotateTask implements HostTask {
    /** The number of elements moved at a time: a block of each level fits into the cache of a core. */
    private static final int BLOCK = 1 << 10;

    private final int levels;
    private final int rotations;
    private final Runnable rotation;
    private final Chunks chunks;
    /** The arrays of each part, in the order of the levels at position 0. */
    private final Object[][] arrays;
    /** A buffer of one block for each part and chunk. */
    private final Object[][] spare;
    /** Written by the thread that ends the loop, before the first phase. */
    private int iterations = 1;

    /** @param rotations the number of rotations in one run of the body */
    public RotateTask(RingState ring, int rotations, TaskContext context) {
        this.levels = ring.size();
        this.rotations = rotations;
        this.rotation = rotation(ring);
        // The parts of a level have equal numbers of elements.
        long size = ring.memories(0).get(0).size();
        this.chunks = Chunks.of(size, 0, CopyTask.LEAST, context);
        this.arrays = new Object[ring.parts()][];
        this.spare = new Object[ring.parts()][chunks.count()];
        for (int part = 0; part < arrays.length; part++) {
            arrays[part] = ring.memories(part).stream().map(RotateTask::array).toArray();
            Class<?> type = arrays[part][0].getClass().getComponentType();
            for (int chunk = 0; chunk < chunks.count(); chunk++) {
                spare[part][chunk] = Array.newInstance(type, (int) Math.min(BLOCK, size));
            }
        }
    }

    /** Returns a task that rotates a ring in the frame of the run. */
    static Runnable rotation(RingState ring) {
        Object[][] levels = IntStream.range(0, ring.parts())
                .mapToObj(part -> ring.levels(part).toArray())
                .toArray(Object[][]::new);
        return () -> {
            RunFrame frame = Required.internal(RunFrame.current(), "the frame of a run that rotates a ring");
            for (Object[] part : levels) {
                frame.rotate(part);
            }
        };
    }

    private static Object array(Allocation memory) {
        return Required.internal(memory.backingArray(), "the array of a level");
    }

    /** Sets the number of runs of the body; 1 by default. */
    public void iterations(int count) {
        iterations = count;
    }

    @Override
    public int phases() {
        return 2;
    }

    @Override
    public int chunks(int phase) {
        return phase == 0 ? chunks.count() : 1;
    }

    @Override
    public void run(int phase, int chunk) {
        int by = (int) ((long) iterations * rotations % levels);
        if (by != 0 && phase == 0) {
            for (int part = 0; part < arrays.length; part++) {
                rotate(by, chunk, arrays[part], spare[part][chunk]);
            }
        } else if (by != 0) {
            for (int back = by; back < levels; back++) {
                rotation.run();
            }
        }
    }

    private void rotate(int by, int chunk, Object[] memories, Object room) {
        int end = (int) chunks.end(chunk);
        for (int at = (int) chunks.begin(chunk); at < end; at += BLOCK) {
            rotate(by, at, Math.min(BLOCK, end - at), memories, room);
        }
    }

    /** Follows each cycle of the permutation from memory {@code k + by} to memory {@code k}. */
    private static void rotate(int by, int at, int length, Object[] memories, Object room) {
        int moved = 0;
        for (int first = 0; moved < memories.length; first++) {
            System.arraycopy(memories[first], at, room, 0, length);
            int to = first;
            for (int from = first + by; from != first; from = (from + by) % memories.length) {
                System.arraycopy(memories[from], at, memories[to], at, length);
                to = from;
                moved++;
            }
            System.arraycopy(room, 0, memories[to], at, length);
            moved++;
        }
    }
}
