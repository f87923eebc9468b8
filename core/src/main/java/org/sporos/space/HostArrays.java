package org.sporos.space;

import java.util.Arrays;

/** Makes, copies and fills Java arrays for the memory spaces that are built on them. */
public final class HostArrays {
    /** The most elements that a Java array holds on common virtual machines. */
    public static final long MAX_ELEMENTS = Integer.MAX_VALUE - 8L;

    private HostArrays() {}

    /**
     * Returns a new Java array of zeros and counts it.
     *
     * @throws IllegalArgumentException if it would have more than {@link #MAX_ELEMENTS} elements
     * @throws OutOfMemoryException if the heap has no room
     */
    public static Object allocate(String label, ElementType type, long size, MemoryMeter meter) {
        if (size > MAX_ELEMENTS) {
            throw new IllegalArgumentException("S207: view '" + label + "' of " + size
                    + " elements: memory on the host is a Java array, which holds at most " + MAX_ELEMENTS
                    + "; split the view, or open a GPU space");
        }
        Object array = allocate(label, type, (int) size);
        meter.allocated(size * type.bytes());
        return array;
    }

    private static Object allocate(String label, ElementType type, int size) {
        try {
            return switch (type) {
                case DOUBLE -> new double[size];
                case FLOAT -> new float[size];
                case INT -> new int[size];
                case LONG -> new long[size];
            };
        } catch (OutOfMemoryError e) {
            Runtime vm = Runtime.getRuntime();
            long used = vm.totalMemory() - vm.freeMemory();
            throw new OutOfMemoryException("S208: no room for view '" + label + "' on the Java heap: "
                    + (long) size * type.bytes() + " bytes wanted, " + used + " in use, " + (vm.maxMemory() - used)
                    + " free in pieces; close views that are no longer needed, or start the JVM with a larger -Xmx");
        }
    }

    /** Copies a box to another of the same extents and type, both in Java arrays, in row-major order. */
    public static void copy(Region to, Region from) {
        if (to.size() == 0) {
            return;
        }
        Object target = backing(to);
        Object source = backing(from);
        if (to.isContiguous() && from.isContiguous()) {
            System.arraycopy(source, (int) from.offset(), target, (int) to.offset(), (int) to.size());
            return;
        }
        Rows rows = new Rows(to, from);
        do {
            copyRow(rows, target, source);
        } while (rows.next());
    }

    private static void copyRow(Rows rows, Object target, Object source) {
        int n = rows.length;
        int t = rows.to;
        int ts = rows.toStride;
        int s = rows.from;
        int ss = rows.fromStride;
        if (ts == 1 && ss == 1) {
            System.arraycopy(source, s, target, t, n);
        } else if (target instanceof double[] a && source instanceof double[] b) {
            for (int i = 0; i < n; i++) {
                a[t + i * ts] = b[s + i * ss];
            }
        } else if (target instanceof float[] a && source instanceof float[] b) {
            for (int i = 0; i < n; i++) {
                a[t + i * ts] = b[s + i * ss];
            }
        } else if (target instanceof int[] a && source instanceof int[] b) {
            for (int i = 0; i < n; i++) {
                a[t + i * ts] = b[s + i * ss];
            }
        } else if (target instanceof long[] a && source instanceof long[] b) {
            for (int i = 0; i < n; i++) {
                a[t + i * ts] = b[s + i * ss];
            }
        }
    }

    /** Sets each element of a box in a Java array to the given raw bits. */
    public static void fill(Region region, long bits) {
        if (region.size() == 0) {
            return;
        }
        Object array = backing(region);
        Rows rows = new Rows(region, region);
        do {
            fillRow(rows, array, bits);
        } while (rows.next());
    }

    private static void fillRow(Rows rows, Object array, long bits) {
        if (rows.toStride == 1) {
            fillRun(array, rows.to, rows.to + rows.length, bits);
        } else {
            for (int i = 0; i < rows.length; i++) {
                int at = rows.to + i * rows.toStride;
                fillRun(array, at, at + 1, bits);
            }
        }
    }

    private static void fillRun(Object array, int begin, int end, long bits) {
        if (array instanceof double[] a) {
            Arrays.fill(a, begin, end, Double.longBitsToDouble(bits));
        } else if (array instanceof float[] a) {
            Arrays.fill(a, begin, end, Float.intBitsToFloat((int) bits));
        } else if (array instanceof int[] a) {
            Arrays.fill(a, begin, end, (int) bits);
        } else {
            Arrays.fill((long[]) array, begin, end, bits);
        }
    }

    private static Object backing(Region region) {
        Object array = region.allocation().backingArray();
        if (array == null) {
            throw new IllegalStateException("view '" + region.allocation().label() + "' lives in "
                    + region.allocation().space().name() + ", not in a Java array");
        }
        return array;
    }

    /** Walks two boxes of equal extents row by row along their last dimension. */
    private static final class Rows {
        private final Region target;
        private final Region source;
        private final long[] index;
        final int length;
        final int toStride;
        final int fromStride;
        int to;
        int from;

        Rows(Region target, Region source) {
            this.target = target;
            this.source = source;
            int rank = target.rank();
            this.index = new long[Math.max(0, rank - 1)];
            this.length = rank == 0 ? 1 : (int) target.extents()[rank - 1];
            this.toStride = rank == 0 ? 1 : (int) target.strides()[rank - 1];
            this.fromStride = rank == 0 ? 1 : (int) source.strides()[rank - 1];
            this.to = (int) target.offset();
            this.from = (int) source.offset();
        }

        boolean next() {
            for (int d = index.length - 1; d >= 0; d--) {
                to += (int) target.strides()[d];
                from += (int) source.strides()[d];
                if (++index[d] < target.extents()[d]) {
                    return true;
                }
                to -= (int) (target.strides()[d] * target.extents()[d]);
                from -= (int) (source.strides()[d] * source.extents()[d]);
                index[d] = 0;
            }
            return false;
        }
    }
}
