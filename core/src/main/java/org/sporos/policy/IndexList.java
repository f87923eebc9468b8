package org.sporos.policy;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.space.Allocation;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/**
 * Distinct ints in a fixed order, with their copies in the memory of spaces. Immutable except for the copies;
 * thread-safe.
 */
final class IndexList {
    /** The most bits per element for which a bit set detects duplicates; above it sorting needs less memory. */
    private static final int BITS = 64;

    private final int[] elements;
    private final int low;
    private final int high;
    private final int hash;
    private volatile int @Nullable [] sorted;

    /** A cache: executables own the copies. */
    private final Map<MemorySpace, WeakReference<Allocation>> copies = new WeakHashMap<>();

    private IndexList(int[] elements) {
        this.elements = elements;
        this.low = Arrays.stream(elements).min().orElse(0);
        this.high = Arrays.stream(elements).max().orElse(-1);
        this.hash = Arrays.hashCode(elements);
    }

    /** Takes ownership of an array. */
    static IndexList of(int[] elements) {
        IndexList list = new IndexList(elements);
        int duplicate = list.duplicate();
        if (duplicate >= 0) {
            int value = elements[duplicate];
            int first = 0;
            while (elements[first] != value) {
                first++;
            }
            throw new CodedArgumentException(
                    "G130",
                    "an IndexSet holds " + value + " twice, at positions " + first
                            + " and " + duplicate
                            + "; its indexes must be distinct: leave out what is there already, as in"
                            + " IndexSet.of(stream.distinct())");
        }
        return list;
    }

    /** Returns the position of a duplicate of an earlier element, or -1. */
    private int duplicate() {
        long span = (long) high - low + 1;
        if (span > (long) BITS * elements.length || span > Integer.MAX_VALUE) {
            return duplicateBySorting();
        }
        BitSet seen = new BitSet((int) span);
        for (int p = 0; p < elements.length; p++) {
            if (seen.get(elements[p] - low)) {
                return p;
            }
            seen.set(elements[p] - low);
        }
        return -1;
    }

    private int duplicateBySorting() {
        int[] all = sorted();
        for (int k = 1; k < all.length; k++) {
            if (all[k - 1] == all[k]) {
                int last = elements.length - 1;
                while (elements[last] != all[k]) {
                    last--;
                }
                return last;
            }
        }
        return -1;
    }

    private int[] sorted() {
        int[] known = sorted;
        if (known == null) {
            known = isAscending() ? elements : elements.clone();
            if (known != elements) {
                Arrays.sort(known);
            }
            sorted = known;
        }
        return known;
    }

    private boolean isAscending() {
        for (int p = 1; p < elements.length; p++) {
            if (elements[p - 1] > elements[p]) {
                return false;
            }
        }
        return true;
    }

    int size() {
        return elements.length;
    }

    int low() {
        return low;
    }

    int high() {
        return high;
    }

    int at(int position) {
        return elements[position];
    }

    /** Returns whether an element is in an interval. */
    boolean meets(long from, long to) {
        if (elements.length == 0 || from > to || from > high || to < low) {
            return false;
        }
        int found = Arrays.binarySearch(sorted(), (int) Math.max(from, low));
        int at = found >= 0 ? found : -found - 1;
        return at < elements.length && sorted()[at] <= to;
    }

    /** Returns whether some element equals an element of another list plus a distance. */
    boolean meets(IndexList other, long distance) {
        if (elements.length == 0
                || other.elements.length == 0
                || low > other.high + distance
                || other.low + distance > high) {
            return false;
        }
        int[] a = sorted();
        int[] b = other.sorted();
        int p = 0;
        int q = 0;
        while (p < a.length && q < b.length && a[p] != b[q] + distance) {
            if (a[p] < b[q] + distance) {
                p++;
            } else {
                q++;
            }
        }
        return p < a.length && q < b.length;
    }

    /** Returns a view of a space's copy, created if no executable owns one. */
    IntView placed(ExecutionSpace space) {
        synchronized (copies) {
            WeakReference<Allocation> known = copies.get(space.memorySpace());
            Allocation copy = known == null ? null : known.get();
            if (copy != null && isRetained(copy)) {
                return IntView.spec(elements.length).over("index set", copy);
            }
            IntView made = IntView.copyOf("index set", space, elements);
            copies.put(space.memorySpace(), new WeakReference<>(made.allocation()));
            return made;
        }
    }

    private static boolean isRetained(Allocation copy) {
        try {
            copy.retain();
            return true;
        } catch (IllegalStateException freed) {
            return false;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexList that
                && (this == that || hash == that.hash && Arrays.equals(elements, that.elements));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
