package org.sporos.view;

import java.util.Arrays;
import java.util.function.Consumer;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/** Reads and writes elements of views of any type and rank through the public methods of each. */
final class Elements {

    private Elements() {}

    static View view(ElementType type, String label, MemorySpace space, Layout layout, long... extents) {
        return switch (type) {
[#list views as t]
            case ${t.TYPE} -> ${t.Type}View.of(label, space, layout, extents);
[/#list]
        };
    }

    static void set(View view, int value, int... at) {
[#list views as t]
        if (view instanceof ${t.Type}View v) {
            switch (at.length) {
                case 0 -> v.set((${t.type}) value);
                case 1 -> v.set(at[0], (${t.type}) value);
                case 2 -> v.set(at[0], at[1], (${t.type}) value);
                case 3 -> v.set(at[0], at[1], at[2], (${t.type}) value);
                default -> v.set(at[0], at[1], at[2], at[3], (${t.type}) value);
            }
        }
[/#list]
    }

    static int get(View view, int... at) {
[#list views as t]
        if (view instanceof ${t.Type}View v) {
            return (int)
                    switch (at.length) {
                        case 0 -> v.get();
                        case 1 -> v.get(at[0]);
                        case 2 -> v.get(at[0], at[1]);
                        case 3 -> v.get(at[0], at[1], at[2]);
                        default -> v.get(at[0], at[1], at[2], at[3]);
                    };
        }
[/#list]
        throw new IllegalArgumentException(view.toString());
    }

    /** Returns the elements in row-major order, through toArray. */
    static int[] all(View view) {
        int[] ints = new int[(int) view.size()];
[#list views as t]
        if (view instanceof ${t.Type}View v) {
            ${t.type}[] values = v.toArray();
            Arrays.setAll(ints, i -> (int) values[i]);
        }
[/#list]
        return ints;
    }

    /** Sets the elements in row-major order, through assign. */
    static void assign(View view, int... values) {
[#list views as t]
        if (view instanceof ${t.Type}View v) {
            ${t.type}[] all = new ${t.type}[values.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = (${t.type}) values[i];
            }
            v.assign(all);
        }
[/#list]
    }

    static void fill(View view, int value) {
[#list views as t]
        if (view instanceof ${t.Type}View v) {
            Views.fill(v, (${t.type}) value);
        }
[/#list]
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
