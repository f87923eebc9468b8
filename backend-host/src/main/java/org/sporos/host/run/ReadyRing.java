package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sporos.error.InternalException;

/**
 * The steps of one run that are ready, each with its chunks, in the order in which they became ready. Any number of
 * threads may offer and claim at the same time; neither waits. It never overflows, because it has a cell for each step
 * and a step is offered again only after all its chunks were claimed.
 *
 * <p>One word holds where the claims stand: the position of the first step that still has chunks, and its next chunk. A
 * cell holds its step and the position that it was offered at, so that cells need no clearing (Vyukov's bounded queue,
 * with the sequence numbers inside of the cells).
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
        // Position 0 would make the empty cells look offered.
        this.head = (long) capacity << 32;
        this.tail = capacity;
    }

    /** Makes a step ready. */
    void offer(int step) {
        // Volatile for its atomicity: positions are unique. The cell publishes, not the tail.
        int position = (int) TAIL.getAndAdd(this, 1);
        // Release, paired with the acquire of claim: a thread that gets the step sees what came before it was ready.
        // The cell's old content is used up: a step is offered again only after all its chunks were claimed.
        CELLS.setRelease(cells, position & mask, (long) position << 32 | step);
    }

    /** Returns a step in the high half and one of its chunks in the low half, now the caller's, or {@link #NONE}. */
    long claim() {
        while (true) {
            long at = head;
            int position = (int) (at >>> 32);
            // Acquire, and after the volatile read of the head: the cell is at least as new as its position was.
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
            // Volatile: each chunk is given once. Fails if the cell was read for a position that is past.
            if (HEAD.compareAndSet(this, at, next)) {
                return (long) step << 32 | chunk;
            }
            Thread.onSpinWait();
        }
    }

    /** Returns whether there is nothing to claim at this moment. */
    boolean isEmpty() {
        int position = (int) (head >>> 32);
        // Volatile: read by threads that are about to park, after they announced it, see EventCount.
        return (int) ((long) CELLS.getVolatile(cells, position & mask) >>> 32) != position;
    }
}
