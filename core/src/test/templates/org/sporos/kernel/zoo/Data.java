package org.sporos.kernel.zoo;

import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.RecordView;
import org.sporos.view.View;

/**
 * Views of random content, in ordinary memory unless told otherwise; the seed is the label, so that content does not
 * depend on order.
 */
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
[#list reductions as t]

[#if t.real]
    static ${t.Type}View ${t.type}s(String label, long... extents) {
[#else]
    static ${t.Type}View ${t.type}s(String label, int bound, long... extents) {
[/#if]
        ${t.Type}View view = ${t.Type}View.of(label, memory(), extents);
        SplittableRandom random = new SplittableRandom(label.hashCode());
        ${t.type}[] values = new ${t.type}[(int) view.size()];
        for (int k = 0; k < values.length; k++) {
[#if t.real]
            values[k] = (${t.type}) (random.nextDouble() * 4 - 2);
[#else]
            values[k] = bound > 0 ? random.nextInt(bound) : random.next${t.Type}();
[/#if]
        }
        view.assign(values);
        return view;
    }
[/#list]
[#list views as t]

    static ${t.Type}View ${t.type}Zeros(String label, long... extents) {
        return ${t.Type}View.of(label, memory(), extents);
    }
[/#list]

    /** The components of a record view of random content, whose labels are the seeds. */
    static <R extends Record> RecordView<R> records(String label, Class<R> type, long... extents) {
        RecordView<R> view = RecordView.of(label, memory(), type, extents);
        for (View component : view.components()) {
            SplittableRandom random = new SplittableRandom(component.label().hashCode());
            ElementType elements = component.elementType();
            Object values = elements == ElementType.DOUBLE || elements == ElementType.FLOAT
                    ? random.doubles(component.size(), -2, 2).toArray()
                    : random.longs(component.size()).toArray();
            assign(component, values);
        }
        return view;
    }

    private static void assign(View view, Object values) {
        int n = (int) view.size();
[#list views as t]
        if (view instanceof ${t.Type}View of) {
            ${t.type}[] all = new ${t.type}[n];
            for (int k = 0; k < n; k++) {
                all[k] = values instanceof double[] d ? (${t.type}) d[k] : (${t.type}) ((long[]) values)[k];
            }
            of.assign(all);
        }
[/#list]
    }

    static <R extends Record> RecordView<R> recordZeros(String label, Class<R> type, long... extents) {
        return RecordView.of(label, memory(), type, extents);
    }

    static IntView ints(String label, int[] values) {
        IntView view = IntView.of(label, memory(), values.length);
        view.assign(values);
        return view;
    }
}
