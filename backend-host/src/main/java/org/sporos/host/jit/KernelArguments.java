package org.sporos.host.jit;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.host.natives.AccessLocation;
import org.sporos.host.natives.MemberFailure;
import org.sporos.host.natives.ParamReader;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The arguments of a kernel's code in one node: the Java arrays of its views, offsets, strides, extents, scalars and
 * params. Generated code takes all of it into local variables before it loops. Immutable.
 */
public final class KernelArguments {
    private final View[] views;
    private final @Nullable Object[] arrays;
    private final long[] numbers;
    private final List<Object> tables;
    private final ParamReader params;
    private final List<AccessLocation> sites;
    private final boolean merged;

    /**
     * @param tables the Java arrays of tables of constants, which nothing writes
     * @param merged whether the code is that of several members of a unit
     */
    KernelArguments(
            List<View> views,
            long[] numbers,
            List<Object> tables,
            List<Param> params,
            List<AccessLocation> sites,
            boolean merged) {
        this.tables = tables;
        this.merged = merged;
        this.views = views.toArray(new View[0]);
        this.arrays = new Object[this.views.length];
        for (int k = 0; k < arrays.length; k++) {
            arrays[k] = this.views[k].allocation().openArray();
        }
        this.numbers = numbers.clone();
        this.params = new ParamReader(params);
        this.sites = List.copyOf(sites);
    }

    /** Returns whether code can be bound to a view: its memory is a Java array, or will be while the graph runs. */
    static boolean isBindable(View view) {
        return view.allocation() instanceof GraphMemory
                || LevelMemory.sample(view.allocation()).openArray() != null;
    }

    /** Returns the Java array of a view. */
    public Object array(int view) {
        Object array = arrays[view];
        return array != null ? array : ofRun(views[view].allocation());
    }

    private static Object ofRun(Allocation allocation) {
        if (allocation instanceof LevelMemory) {
            return Objects.requireNonNull(LevelMemory.of(allocation).backingArray());
        }
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

    /** Returns the Java array of a table. */
    public Object table(int table) {
        return tables.get(table);
    }

    /** Returns the raw bits of a param as this run sees it. */
    public long param(int param) {
        return params.bits(param);
    }

    /** Returns the failure of an access or division; what the lambda itself would have thrown at that line. */
    public RuntimeException fault(int site, long i, long j, long k, long l) {
        AccessLocation failing = sites.get(site);
        RuntimeException failure = failing.failure(i, j, k, l);
        return merged ? MemberFailure.of(failing.member(), failure) : failure;
    }
}
