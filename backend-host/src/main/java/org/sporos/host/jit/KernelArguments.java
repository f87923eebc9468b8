package org.sporos.host.jit;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.FaultSite;
import org.sporos.host.natives.MemberFailure;
import org.sporos.host.natives.ParamReader;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The arguments of a kernel's code in one node: arrays of views, offsets, strides, extents, scalars and params.
 * Generated code loads them into local variables before its loops. Immutable.
 */
public final class KernelArguments {
    private final View[] views;
    private final @Nullable Object[] arrays;
    private final long[] numbers;
    private final List<Object> tables;
    private final ParamReader params;
    private final List<FaultSite> sites;
    private final boolean merged;

    /**
     * @param tables the Java arrays of constant tables, never written
     * @param merged whether the code is of several members of a unit
     */
    KernelArguments(
            List<View> views,
            long[] numbers,
            List<Object> tables,
            List<Param> params,
            List<FaultSite> sites,
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

    /** Returns whether a view's memory is a Java array, now or during a run. */
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
            // Throws the error of unallocated memory.
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

    /** Returns the raw bits of a param in the current run. */
    public long param(int param) {
        return params.bits(param);
    }

    /** Returns the exception that the lambda would have thrown at a failing site. */
    public RuntimeException fault(int site, long i, long j, long k, long l) {
        FaultSite failing = sites.get(site);
        RuntimeException failure = failing.failure(i, j, k, l);
        return merged ? MemberFailure.of(failing.member(), failure) : failure;
    }
}
