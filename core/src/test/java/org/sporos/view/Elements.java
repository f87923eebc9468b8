package org.sporos.view;

import java.util.function.Consumer;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/** Reads and writes elements of views of any type and rank through the public methods of each. */
final class Elements {

    private Elements() {}

    static View view(ElementType type, String label, MemorySpace space, Layout layout, long... extents) {
        return switch (type) {
            case DOUBLE -> DoubleView.of(label, space, layout, extents);
            case FLOAT -> FloatView.of(label, space, layout, extents);
            case INT -> IntView.of(label, space, layout, extents);
            case LONG -> LongView.of(label, space, layout, extents);
        };
    }

    static void set(View view, int value, int... at) {
        if (view instanceof DoubleView v) {
            switch (at.length) {
                case 0 -> v.set(value);
                case 1 -> v.set(at[0], value);
                case 2 -> v.set(at[0], at[1], value);
                case 3 -> v.set(at[0], at[1], at[2], value);
                default -> v.set(at[0], at[1], at[2], at[3], value);
            }
        } else if (view instanceof FloatView v) {
            switch (at.length) {
                case 0 -> v.set(value);
                case 1 -> v.set(at[0], value);
                case 2 -> v.set(at[0], at[1], value);
                case 3 -> v.set(at[0], at[1], at[2], value);
                default -> v.set(at[0], at[1], at[2], at[3], value);
            }
        } else if (view instanceof IntView v) {
            switch (at.length) {
                case 0 -> v.set(value);
                case 1 -> v.set(at[0], value);
                case 2 -> v.set(at[0], at[1], value);
                case 3 -> v.set(at[0], at[1], at[2], value);
                default -> v.set(at[0], at[1], at[2], at[3], value);
            }
        } else if (view instanceof LongView v) {
            switch (at.length) {
                case 0 -> v.set(value);
                case 1 -> v.set(at[0], value);
                case 2 -> v.set(at[0], at[1], value);
                case 3 -> v.set(at[0], at[1], at[2], value);
                default -> v.set(at[0], at[1], at[2], at[3], value);
            }
        }
    }

    static int get(View view, int... at) {
        if (view instanceof DoubleView v) {
            return (int)
                    switch (at.length) {
                        case 0 -> v.get();
                        case 1 -> v.get(at[0]);
                        case 2 -> v.get(at[0], at[1]);
                        case 3 -> v.get(at[0], at[1], at[2]);
                        default -> v.get(at[0], at[1], at[2], at[3]);
                    };
        }
        if (view instanceof FloatView v) {
            return (int)
                    switch (at.length) {
                        case 0 -> v.get();
                        case 1 -> v.get(at[0]);
                        case 2 -> v.get(at[0], at[1]);
                        case 3 -> v.get(at[0], at[1], at[2]);
                        default -> v.get(at[0], at[1], at[2], at[3]);
                    };
        }
        if (view instanceof IntView v) {
            return switch (at.length) {
                case 0 -> v.get();
                case 1 -> v.get(at[0]);
                case 2 -> v.get(at[0], at[1]);
                case 3 -> v.get(at[0], at[1], at[2]);
                default -> v.get(at[0], at[1], at[2], at[3]);
            };
        }
        LongView v = (LongView) view;
        return (int)
                switch (at.length) {
                    case 0 -> v.get();
                    case 1 -> v.get(at[0]);
                    case 2 -> v.get(at[0], at[1]);
                    case 3 -> v.get(at[0], at[1], at[2]);
                    default -> v.get(at[0], at[1], at[2], at[3]);
                };
    }

    /** Returns the elements in row-major order, through toArray. */
    static int[] all(View view) {
        if (view instanceof DoubleView v) {
            return java.util.Arrays.stream(v.toArray()).mapToInt(x -> (int) x).toArray();
        }
        if (view instanceof FloatView v) {
            float[] floats = v.toArray();
            int[] ints = new int[floats.length];
            java.util.Arrays.setAll(ints, i -> (int) floats[i]);
            return ints;
        }
        if (view instanceof IntView v) {
            return v.toArray();
        }
        return java.util.Arrays.stream(((LongView) view).toArray())
                .mapToInt(Math::toIntExact)
                .toArray();
    }

    static void fill(View view, int value) {
        if (view instanceof DoubleView v) {
            Views.fill(v, value);
        } else if (view instanceof FloatView v) {
            Views.fill(v, value);
        } else if (view instanceof IntView v) {
            Views.fill(v, value);
        } else if (view instanceof LongView v) {
            Views.fill(v, value);
        }
    }

    /** Calls back with each index of a view, in row-major order. */
    static void forEachIndex(View view, Consumer<int[]> body) {
        int[] at = new int[view.rank()];
        for (long i = 0; i < view.size(); i++) {
            long rest = i;
            for (int d = view.rank() - 1; d >= 0; d--) {
                at[d] = (int) (rest % view.extent(d));
                rest /= view.extent(d);
            }
            body.accept(at);
        }
    }
}
