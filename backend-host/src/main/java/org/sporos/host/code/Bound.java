package org.sporos.host.code;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.space.Allocation;
import org.sporos.space.RunFrame;
import org.sporos.view.GraphMemory;
import org.sporos.view.View;

/**
 * What a kernel's code stands for in one node: the Java arrays of its views, offsets, strides, extents, scalars and params.
 * Generated code takes all of it into local variables before it loops. Immutable.
 */
public final class Bound {
    private final View[] views;
    private final @Nullable Object[] arrays;
    private final long[] numbers;
    private final Param[] params;
    private final List<Site> sites;

    Bound(List<View> views, long[] numbers, List<Param> params, List<Site> sites) {
        this.views = views.toArray(new View[0]);
        this.arrays = new Object[this.views.length];
        for (int k = 0; k < arrays.length; k++) {
            arrays[k] = this.views[k].allocation().openArray();
        }
        this.numbers = numbers.clone();
        this.params = params.toArray(new Param[0]);
        this.sites = List.copyOf(sites);
    }

    /** Returns whether code can be bound to a view: its memory is a Java array, or will be while the graph runs. */
    static boolean isBindable(View view) {
        return view.allocation() instanceof GraphMemory || view.allocation().openArray() != null;
    }

    /** Returns the Java array of a view. */
    public Object array(int view) {
        Object array = arrays[view];
        return array != null ? array : inGraph(views[view].allocation());
    }

    private static Object inGraph(Allocation allocation) {
        RunFrame frame = RunFrame.current();
        Allocation memory = frame == null ? null : frame.memoryOf(allocation);
        if (memory == null) {
            // Says what is wrong.
            allocation.bits(0);
        }
        return Objects.requireNonNull(Objects.requireNonNull(memory).backingArray());
    }

    /** Returns a view itself. */
    public View view(int view) {
        return views[view];
    }

    /** Returns an offset, stride, extent or the raw bits of a scalar. */
    public long number(int number) {
        return numbers[number];
    }

    /** Returns the raw bits of a param as this run sees it. */
    public long param(int param) {
        Param live = params[param];
        if (live instanceof DoubleParam real) {
            return Double.doubleToRawLongBits(real.get());
        } else if (live instanceof FloatParam real) {
            return Float.floatToRawIntBits(real.get());
        } else if (live instanceof IntParam integer) {
            return integer.get();
        } else if (live instanceof LongParam integer) {
            return integer.get();
        }
        return ((BooleanParam) live).get() ? 1 : 0;
    }

    /** Returns the failure of an access or division; what the lambda itself would have thrown at that line. */
    public RuntimeException fault(int site, long i, long j, long k, long l) {
        return sites.get(site).failure(i, j, k, l);
    }
}
