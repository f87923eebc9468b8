package org.sporos.host.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.host.schedule.Steps;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.LevelMemory;
import org.sporos.param.Param;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.view.View;

/**
 * The environment of an executable's run: the values of its params and the memory of views that are internal to its
 * graph. The memory is allocated at its first use and kept for later runs. Written by the one thread that begins a run
 * or runs an allocation, before the threads that read it.
 */
public final class Frames {
    private final Param[] params;
    private final List<View> views;
    private final LevelMemory[] levels;
    private final MemorySpace memorySpace;
    private final boolean needed;
    private final RunFrame kernel;
    /** The same bindings for host nodes. */
    private final RunFrame host;

    private final long[] now;
    private final BufferAssignment plan;
    private final @Nullable Allocation[] kept;
    /** The memory of each buffer of the plan, which several views use in turn. */
    private final @Nullable ArrayAllocation[] buffers;

    /**
     * @param views the views that the graph allocates
     * @param levels the ring levels that the graph uses
     * @param plan the assignment of views to buffers
     * @param strict whether kernels need a frame even if they read no param
     */
    public Frames(
            List<Param> params,
            List<View> views,
            List<LevelMemory> levels,
            BufferAssignment plan,
            MemorySpace memorySpace,
            boolean strict) {
        this.levels = levels.toArray(new LevelMemory[0]);
        this.params = params.toArray(new Param[0]);
        this.views = List.copyOf(views);
        this.memorySpace = memorySpace;
        List<Object> keys = new ArrayList<>(params);
        for (View view : views) {
            keys.add(view.allocation());
        }
        keys.addAll(levels);
        this.needed = strict || !keys.isEmpty();
        this.kernel = new RunFrame(true, keys.toArray());
        this.host = kernel.ofHostNodes();
        this.now = new long[values()];
        this.plan = plan;
        this.kept = new Allocation[views.size()];
        this.buffers = new ArrayAllocation[plan.buffers()];
    }

    /** Returns the number of values of a run: one per param, and a position per ring level. */
    public int values() {
        return params.length + levels.length;
    }

    /** Captures the current values of all params and the current positions of rings. */
    public void snapshot(long[] values) {
        for (int i = 0; i < params.length; i++) {
            values[i] = params[i].bits();
        }
        for (int k = 0; k < levels.length; k++) {
            values[params.length + k] = levels[k].ring().position();
        }
    }

    /** Binds the current values of all params and the current levels of rings. */
    public void showNow() {
        snapshot(now);
        show(now);
    }

    /** Binds the values of a run. */
    public void show(long[] values) {
        for (int i = 0; i < params.length; i++) {
            kernel.bits(i, values[i]);
        }
        for (int k = 0; k < levels.length; k++) {
            kernel.memory(params.length + kept.length + k, levels[k].at((int) values[params.length + k]));
        }
    }

    /** Enters the frame of kernels on this thread, until {@link #leave}. */
    public void enterKernel() {
        if (needed && RunFrame.current() != kernel) {
            RunFrame.enter(kernel);
        }
    }

    /** Returns the frame of this thread, for {@link #leave}. */
    @Nullable
    public RunFrame current() {
        return needed ? RunFrame.current() : null;
    }

    /** Restores the frame from before {@link #enterKernel}. */
    public void leave(@Nullable RunFrame before) {
        if (needed) {
            RunFrame.enter(before);
        }
    }

    /**
     * Enters the frame of host calls on this thread, and returns the previous one. Captured device work in Java has the
     * frame of kernels.
     */
    @Nullable
    RunFrame enterHost(LaunchUnit unit) {
        return RunFrame.enter(unit.effects().agent() == Agent.LIBRARY ? kernel : host);
    }

    /** Allocates the memory of a view, filled with zeros. */
    void allocate(int slot, boolean wanted) {
        if (!wanted) {
            return;
        }
        Allocation memory = kept[slot];
        boolean used = memory != null;
        if (memory == null) {
            Allocation wantedMemory = views.get(slot).allocation();
            used = buffers[plan.buffer(wantedMemory)] != null;
            memory = make(wantedMemory, plan.buffer(wantedMemory));
            kept[slot] = memory;
        }
        if (used) {
            long[] all = {memory.size()};
            HostMemorySpace.INSTANCE.fill(
                    new StridedRegion(memory, 0, all, new long[] {1}), ElementValue.zero(memory.type()));
        }
        bind(slot, memory);
    }

    /** The lifetimes of a buffer's views are disjoint, so that one thread at a time calls this for a buffer. */
    private Allocation make(Allocation wanted, int buffer) {
        ArrayAllocation whole = buffers[buffer];
        if (whole == null) {
            long size = plan.bytes(buffer) / wanted.type().bytes();
            whole = (ArrayAllocation) AllocationSpace.of(memorySpace).allocate(wanted.label(), wanted.type(), size);
            buffers[buffer] = whole;
        }
        return whole.prefix(wanted.label(), wanted.size());
    }

    /** Unbinds the memory of a view. */
    void free(int slot) {
        if (slot != Steps.NO_SLOT) {
            bind(slot, null);
        }
    }

    private void bind(int slot, @Nullable Allocation memory) {
        kernel.memory(params.length + slot, memory);
    }

    /** Unbinds the memory of all views, at the end of a run. */
    public void freeAll() {
        for (int slot = 0; slot < kept.length; slot++) {
            bind(slot, null);
        }
    }

    /** Releases all memory. */
    public void release() {
        Arrays.fill(kept, null);
        for (int buffer = 0; buffer < buffers.length; buffer++) {
            Allocation memory = buffers[buffer];
            if (memory != null) {
                buffers[buffer] = null;
                memory.release();
            }
        }
    }
}
