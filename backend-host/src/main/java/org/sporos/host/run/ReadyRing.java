package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sporos.error.InternalException;

/**
 * A lock-free queue of the ready steps of one run, each with its chunks, in the order in which they became ready. Any
 * number of threads may offer and claim at the same time. It never overflows: it has a cell for each step, and a step
 * is offered again only after all its chunks were claimed.
 *
 * <p>One word is the head: the position of the first step with unclaimed chunks, and its next chunk. A cell holds its
 * step and the position of its offer, so that cells need no clearing (Vyukov's bounded queue, with the sequence numbers
 * inside the cells).
 */
final class ReadyRing {
    /** The result of {@link #claim()} if nothing is ready. */
    static final long NONE = -1;

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(ReadyRing.class, "head", long.class);
            TAIL = lookup.findVarHandle(ReadyRing.class, "tail", int.class);
        } catch (ReflectiveOperationException e) {
            throw new InternalException("a field of ReadyRing cannot be reached", e);
        }
    }

    private final int[] chunks;
    private final long[] cells;
    private final int mask;
    private volatile long head;

    @SuppressWarnings("UnusedVariable")
    private volatile int tail;

    /**
     * @param chunks the number of chunks of each step
     */
    ReadyRing(int[] chunks) {
        this.chunks = chunks;
        int capacity = Math.max(2, Integer.highestOneBit(Math.max(1, chunks.length - 1)) << 1);
        this.cells = new long[capacity];
        this.mask = capacity - 1;
        // At position 0 the empty cells would look offered.
        this.head = (long) capacity << 32;
        this.tail = capacity;
    }

    /** Publishes a ready step. */
    void offer(int step) {
        // Volatile for its atomicity: positions are unique. The step is published by its cell, not by the tail.
        int position = (int) TAIL.getAndAdd(this, 1);
        // Release, paired with the acquire of claim: a thread that claims the step sees the writes of its predecessors.
        // The cell's old content is used up: a step is offered again only after all its chunks were claimed.
        CELLS.setRelease(cells, position & mask, (long) position << 32 | step);
    }

    /** Claims a chunk; returns its step in the high half and the chunk in the low half, or {@link #NONE}. */
    long claim() {
        while (true) {
            long at = head;
            int position = (int) (at >>> 32);
            // Acquire, after the volatile read of the head: the cell is at least as new as its position.
            long cell = (long) CELLS.getAcquire(cells, position & mask);
            if ((int) (cell >>> 32) != position) {
                if (at == head) {
                    return NONE;
                }
                continue;
            }
            int step = (int) cell;
            int chunk = (int) at;
            long next = chunk + 1 < chunks[step] ? at + 1 : (long) (position + 1) << 32;
            // Volatile: each chunk is claimed once. Fails if the cell belongs to a past position.
            if (HEAD.compareAndSet(this, at, next)) {
                return (long) step << 32 | chunk;
            }
            Thread.onSpinWait();
        }
    }

    /** Returns whether nothing can be claimed now. */
    boolean isEmpty() {
        int position = (int) (head >>> 32);
        // Volatile: read by threads about to park, after their announcement, see EventCount.
        return (int) ((long) CELLS.getVolatile(cells, position & mask) >>> 32) != position;
    }
}
