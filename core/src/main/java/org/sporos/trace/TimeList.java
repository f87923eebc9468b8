package org.sporos.trace;

import java.util.Arrays;
import org.sporos.graph.Profile;

/** Times of one kind, collected. Used by one thread. */
final class TimeList {
    private long[] nanos = new long[8];
    private int size;

    void add(long time) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
        }
        nanos[size++] = time;
    }

    int size() {
        return size;
    }

    Profile.Times times() {
        if (size == 0) {
            return new Profile.Times(0, 0, 0);
        }
        long[] sorted = Arrays.copyOf(nanos, size);
        Arrays.sort(sorted);
        return new Profile.Times(size, sorted[(size - 1) / 2], sorted[(9 * size + 9) / 10 - 1]);
    }
}
