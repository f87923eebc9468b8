package org.sporos.gpu;

import java.util.Arrays;

/** A queue of the param values of submitted runs that have not started. Thread-safe. */
final class RunValues {
    private final int count;
    private long[] ring;
    private int first;
    private int size;

    /** @param count the number of values of a run */
    RunValues(int count) {
        this.count = count;
        this.ring = new long[16 * count];
    }

    /** Adds the values of a run. */
    synchronized void add(long[] values) {
        if (count == 0) {
            return;
        }
        int capacity = ring.length / count;
        if (size == capacity) {
            grow(capacity);
            capacity = ring.length / count;
        }
        System.arraycopy(values, 0, ring, (first + size) % capacity * count, count);
        size++;
    }

    private void grow(int capacity) {
        long[] wider = Arrays.copyOfRange(ring, first * count, first * count + 2 * ring.length);
        int tail = (capacity - first) * count;
        System.arraycopy(ring, 0, wider, tail, first * count);
        ring = wider;
        first = 0;
    }

    /** Removes the run added last. */
    synchronized void dropLast() {
        size -= count == 0 ? 0 : 1;
    }

    /** Moves the values of the oldest run to an array. */
    synchronized void take(long[] to) {
        if (count > 0 && size > 0) {
            System.arraycopy(ring, first * count, to, 0, count);
            first = (first + 1) % (ring.length / count);
            size--;
        }
    }
}
