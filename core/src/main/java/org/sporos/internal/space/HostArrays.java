package org.sporos.internal.space;

import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.OutOfMemoryException;

/** Allocations, copies and fills of Java arrays for memory spaces. */
final class HostArrays {
    /** The most elements that a Java array holds on common virtual machines. */
    static final long MAX_ELEMENTS = Integer.MAX_VALUE - 8L;

    private HostArrays() {}

    /**
     * Returns a new Java array of zeros and counts it.
     *
     * @throws IllegalArgumentException if it would have more than {@link #MAX_ELEMENTS} elements
     * @throws OutOfMemoryException if it does not fit into the heap
     */
    static Object allocate(String label, ElementType type, long size, MemoryMeter meter) {
        if (size > MAX_ELEMENTS) {
            throw new CodedArgumentException(
                    "S207",
                    "view " + Labels.quoted(label) + " of " + size
                            + " elements: memory on the host is a Java array, which holds at most "
                            + MAX_ELEMENTS
                            + "; split the view, or open a GPU space");
        }
        Object array = allocate(label, type, (int) size);
        meter.allocated(size * type.bytes());
        return array;
    }

    private static Object allocate(String label, ElementType type, int size) {
        try {
            return TypedArrays.of(type).allocate(size);
        } catch (OutOfMemoryError e) {
            Runtime vm = Runtime.getRuntime();
            long wanted = (long) size * type.bytes();
            long used = vm.totalMemory() - vm.freeMemory();
            throw new OutOfMemoryException("no room for view " + Labels.quoted(label) + " on the Java heap: " + wanted
                    + " bytes wanted, " + used + " of at most " + vm.maxMemory() + " in use"
                    + (wanted < vm.maxMemory() - used ? ", and no room for it in one piece" : "")
                    + "; close views and executables that are no longer needed, or start the JVM with a larger -Xmx");
        }
    }

    /** Copies a region to another of the same extents and type, both in Java arrays, in row-major order. */
    static void copy(StridedRegion to, StridedRegion from) {
        if (to.size() == 0) {
            return;
        }
        Object target = backing(to);
        Object source = backing(from);
        TypedArrays arrays = TypedArrays.of(to.allocation().type());
        if (to.isContiguous() && from.isContiguous()) {
            System.arraycopy(source, (int) from.offset(), target, (int) to.offset(), (int) to.size());
            return;
        }
        int last = to.rank() - 1;
        for (long i = 0; i < extent(to, last - 3); i++) {
            for (long j = 0; j < extent(to, last - 2); j++) {
                for (long k = 0; k < extent(to, last - 1); k++) {
                    copyRow(
                            arrays,
                            target,
                            at(to, i, j, k),
                            stride(to, last),
                            source,
                            at(from, i, j, k),
                            stride(from, last),
                            (int) extent(to, last));
                }
            }
        }
    }

    private static void copyRow(TypedArrays arrays, Object target, int t, int ts, Object source, int s, int ss, int n) {
        if (ts == 1 && ss == 1) {
            System.arraycopy(source, s, target, t, n);
        } else {
            arrays.copy(target, t, ts, source, s, ss, n);
        }
    }

    /** Sets each element of a region in a Java array. */
    static void fill(StridedRegion region, ElementValue value) {
        if (region.size() == 0) {
            return;
        }
        Object array = backing(region);
        int last = region.rank() - 1;
        for (long i = 0; i < extent(region, last - 3); i++) {
            for (long j = 0; j < extent(region, last - 2); j++) {
                for (long k = 0; k < extent(region, last - 1); k++) {
                    fillRow(array, at(region, i, j, k), stride(region, last), (int) extent(region, last), value);
                }
            }
        }
    }

    private static void fillRow(Object array, int begin, int stride, int n, ElementValue value) {
        TypedArrays arrays = TypedArrays.of(value.type());
        if (stride == 1) {
            arrays.fill(array, begin, begin + n, value);
            return;
        }
        for (int i = 0; i < n; i++) {
            arrays.fill(array, begin + i * stride, begin + i * stride + 1, value);
        }
    }

    private static Object backing(StridedRegion region) {
        Object array = region.allocation().backingArray();
        if (array == null) {
            throw new CodedStateException(
                    "S206",
                    "view " + Labels.quoted(region.allocation().label()) + " lives in "
                            + region.allocation().space().name()
                            + ", not in a Java array that host code could copy; use Views.deepCopy");
        }
        return array;
    }

    /** Returns the offset of the row at the indexes of all dimensions but the last. */
    private static int at(StridedRegion region, long i, long j, long k) {
        int last = region.rank() - 1;
        return (int) (region.offset()
                + i * stride(region, last - 3)
                + j * stride(region, last - 2)
                + k * stride(region, last - 1));
    }

    /** Returns the extent of a dimension, 1 for a missing one. */
    private static long extent(StridedRegion region, int dimension) {
        return dimension < 0 ? 1 : region.extents()[dimension];
    }

    /** Returns the stride of a dimension, 1 for a missing one. */
    private static int stride(StridedRegion region, int dimension) {
        return dimension < 0 ? 1 : (int) region.strides()[dimension];
    }
}
