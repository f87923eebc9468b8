package org.sporos.kernel.zoo;

import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Views of random content, in ordinary memory unless told otherwise; the seed is the label, so that content does not depend on order. */
final class Data {
    private static final ThreadLocal<MemorySpace> MEMORY = ThreadLocal.withInitial(MemorySpace::host);

    private Data() {}

    static MemorySpace memory() {
        return MEMORY.get();
    }

    /** Has all views that this thread makes meanwhile be in some memory. */
    static <T> T in(MemorySpace memory, Supplier<T> maker) {
        MemorySpace before = MEMORY.get();
        MEMORY.set(memory);
        try {
            return maker.get();
        } finally {
            MEMORY.set(before);
        }
    }

    static DoubleView doubles(String label, long... extents) {
        DoubleView view = DoubleView.of(label, memory(), extents);
        SplittableRandom random = new SplittableRandom(label.hashCode());
        double[] values = new double[(int) view.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = random.nextDouble() * 4 - 2;
        }
        view.assign(values);
        return view;
    }

    static FloatView floats(String label, long... extents) {
        FloatView view = FloatView.of(label, memory(), extents);
        SplittableRandom random = new SplittableRandom(label.hashCode());
        float[] values = new float[(int) view.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = (float) (random.nextDouble() * 4 - 2);
        }
        view.assign(values);
        return view;
    }

    static IntView ints(String label, int bound, long... extents) {
        IntView view = IntView.of(label, memory(), extents);
        SplittableRandom random = new SplittableRandom(label.hashCode());
        int[] values = new int[(int) view.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = bound > 0 ? random.nextInt(bound) : random.nextInt();
        }
        view.assign(values);
        return view;
    }

    static LongView longs(String label, long... extents) {
        LongView view = LongView.of(label, memory(), extents);
        SplittableRandom random = new SplittableRandom(label.hashCode());
        long[] values = new long[(int) view.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = random.nextLong();
        }
        view.assign(values);
        return view;
    }

    static IntView ints(String label, int[] values) {
        IntView view = IntView.of(label, memory(), values.length);
        view.assign(values);
        return view;
    }

    static DoubleView zeros(String label, long... extents) {
        return DoubleView.of(label, memory(), extents);
    }

    static FloatView floatZeros(String label, long... extents) {
        return FloatView.of(label, memory(), extents);
    }

    static IntView intZeros(String label, long... extents) {
        return IntView.of(label, memory(), extents);
    }

    static LongView longZeros(String label, long... extents) {
        return LongView.of(label, memory(), extents);
    }
}
