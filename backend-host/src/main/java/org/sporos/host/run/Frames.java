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
 * The environment of one executable's run: the values of its params and the memory that lives inside of its graph.
 * The memory is made when it is first needed and kept for later runs. Filled by the one thread that begins a run or
 * does an allocation, before those that look at it.
 */
public final class Frames {
    private final Param[] params;
    private final List<View> views;
    private final LevelMemory[] levels;
    private final MemorySpace memorySpace;
    private final boolean needed;
    private final RunFrame kernel;
    /** Shows the same as that of kernels. */
    private final RunFrame host;

    private final long[] now;
    private final BufferAssignment plan;
    private final @Nullable Allocation[] kept;
    /** The memory of each place of the plan, which views have in turn. */
    private final @Nullable ArrayAllocation[] places;

    /**
     * @param views those that the graph allocates
     * @param levels those of rings that the graph uses
     * @param plan where the memory of the views lies
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
        this.places = new ArrayAllocation[plan.buffers()];
    }

    /** Returns how many values a run has: those of params, and a position for each level of a ring. */
    public int values() {
        return params.length + levels.length;
    }

    /** Takes the values of all params, and the positions of rings, as they are now. */
    public void snapshot(long[] values) {
        for (int i = 0; i < params.length; i++) {
            values[i] = params[i].bits();
        }
        for (int k = 0; k < levels.length; k++) {
            values[params.length + k] = levels[k].ring().position();
        }
    }

    /** Shows the values of all params, and the levels of rings, as they are now. */
    public void showNow() {
        snapshot(now);
        show(now);
    }

    /** Shows the values of a run. */
    public void show(long[] values) {
        for (int i = 0; i < params.length; i++) {
            kernel.bits(i, values[i]);
        }
        for (int k = 0; k < levels.length; k++) {
            kernel.memory(params.length + kept.length + k, levels[k].at((int) values[params.length + k]));
        }
    }

    /** Makes this thread one of kernels. It stays so until it does something else. */
    public void enterKernel() {
        if (needed && RunFrame.current() != kernel) {
            RunFrame.enter(kernel);
        }
    }

    /** Returns what this thread is, for {@link #leave}. */
    @Nullable
    public RunFrame current() {
        return needed ? RunFrame.current() : null;
    }

    /** Makes this thread what it was before it entered kernels. */
    public void leave(@Nullable RunFrame before) {
        if (needed) {
            RunFrame.enter(before);
        }
    }

    /** Makes this thread one of host calls, and returns what it was. A capture does a device's work in Java. */
    @Nullable
    RunFrame enterHost(LaunchUnit unit) {
        return RunFrame.enter(unit.effects().agent() == Agent.LIBRARY ? kernel : host);
    }

    /** Brings the memory of a view into being, full of zeros. */
    void allocate(int slot, boolean wanted) {
        if (!wanted) {
            return;
        }
        Allocation memory = kept[slot];
        boolean used = memory != null;
        if (memory == null) {
            Allocation wantedMemory = views.get(slot).allocation();
            used = places[plan.buffer(wantedMemory)] != null;
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

    /** Views that share a place have it one after the other, so that one thread at a time is here for it. */
    private Allocation make(Allocation wanted, int place) {
        ArrayAllocation whole = places[place];
        if (whole == null) {
            long size = plan.bytes(place) / wanted.type().bytes();
            whole = (ArrayAllocation) AllocationSpace.of(memorySpace).allocate(wanted.label(), wanted.type(), size);
            places[place] = whole;
        }
        return whole.prefix(wanted.label(), wanted.size());
    }

    /** Ends the memory of a view. */
    void free(int slot) {
        if (slot != Steps.NO_SLOT) {
            bind(slot, null);
        }
    }

    private void bind(int slot, @Nullable Allocation memory) {
        kernel.memory(params.length + slot, memory);
    }

    /** Ends the memory of all views, at the end of a run. */
    public void freeAll() {
        for (int slot = 0; slot < kept.length; slot++) {
            bind(slot, null);
        }
    }

    /** Gives all memory back. */
    public void release() {
        Arrays.fill(kept, null);
        for (int place = 0; place < places.length; place++) {
            Allocation memory = places[place];
            if (memory != null) {
                places[place] = null;
                memory.release();
            }
        }
    }
}
