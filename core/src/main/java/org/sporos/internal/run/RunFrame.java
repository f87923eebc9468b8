package org.sporos.internal.run;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.space.Allocation;

/**
 * The environment of code on this thread during a run: whether it is a kernel or a host node, the values of params at
 * the submit, and the memory of graph allocations and levels of rings. Set by backends that run Java code; read by
 * views and params. A frame is filled by one thread before others enter it; changes within a run are ordered with the
 * code that reads them.
 */
public final class RunFrame {
    private static final ThreadLocal<@Nullable RunFrame> CURRENT = new ThreadLocal<>();

    private final boolean kernel;
    private final Object[] keys;
    private final long[] bits;
    private final @Nullable Allocation[] memory;

    /**
     * @param kernel whether it is for kernels; if not, for host nodes
     * @param keys the params and graph allocations of the slots, compared by identity
     */
    public RunFrame(boolean kernel, Object... keys) {
        this.kernel = kernel;
        this.keys = keys.clone();
        this.bits = new long[keys.length];
        this.memory = new Allocation[keys.length];
    }

    private RunFrame(boolean kernel, Object[] keys, long[] bits, @Nullable Allocation[] memory) {
        this.kernel = kernel;
        this.keys = keys;
        this.bits = bits;
        this.memory = memory;
    }

    /** Returns a frame for host nodes that shares the values and memory of this one. */
    public RunFrame ofHostNodes() {
        return new RunFrame(false, keys, bits, memory);
    }

    /** Returns a frame of the same kind that shares the values of this one, but not its memory. */
    public RunFrame withOwnMemory() {
        return new RunFrame(kernel, keys, bits, memory.clone());
    }

    /** Returns the frame of this thread, or null outside of runs. */
    public static @Nullable RunFrame current() {
        return CURRENT.get();
    }

    /** Sets this thread's frame, or null for none; returns the previous one, to be restored later. */
    public static @Nullable RunFrame enter(@Nullable RunFrame frame) {
        RunFrame before = CURRENT.get();
        CURRENT.set(frame);
        int hosts = count(frame) - count(before);
        if (hosts != 0) {
            SpecialThreads.add(hosts);
        }
        return before;
    }

    private static int count(@Nullable RunFrame frame) {
        return frame == null || frame.kernel ? 0 : 1;
    }

    /**
     * Throws if this thread is inside of a host node, where the named call would wait for itself, or records calls,
     * which the call would overtake.
     *
     * @throws IllegalStateException with the code R305
     */
    public static void refuseInHostNode(String call) {
        if (!SpecialThreads.exist()) {
            return;
        }
        if (!call.equals("close")) {
            RecordingMode.refuse(call);
        }
        refuse(call, ": it would wait for the graph that it is part of; do it after the graph, or make it a node");
    }

    /**
     * Throws if this thread is inside of a host node, where GPU drivers forbid calls to the device. The named call is
     * refused on the host too, so that all spaces behave alike.
     *
     * @throws IllegalStateException with the code R305
     */
    public static void refuseDeviceCallInHostNode(String call) {
        if (SpecialThreads.exist()) {
            refuse(call, ": it needs the device, which drivers of GPUs forbid there; do it before or after the graph");
        }
    }

    private static void refuse(String call, String why) {
        RunFrame frame = CURRENT.get();
        if (frame != null && !frame.kernel) {
            throw RunRefusal.ofCall("R305", "a host node must not call " + call + why);
        }
    }

    /** Returns whether the code is a kernel. */
    public boolean isKernel() {
        return kernel;
    }

    /** Sets the value of a slot. */
    public void bits(int slot, long value) {
        bits[slot] = value;
    }

    /** Sets the memory of a slot. */
    public void memory(int slot, @Nullable Allocation allocation) {
        memory[slot] = allocation;
    }

    /** Rotates the memory of levels by one: each gets that of the next, and the last that of the first. */
    public void rotate(Object[] levels) {
        Allocation first = memory[slotOf(levels[0])];
        for (int k = 1; k < levels.length; k++) {
            memory[slotOf(levels[k - 1])] = memory[slotOf(levels[k])];
        }
        memory[slotOf(levels[levels.length - 1])] = first;
    }

    private int slotOf(Object key) {
        int slot = keys.length - 1;
        while (slot >= 0 && keys[slot] != key) {
            slot--;
        }
        return slot;
    }

    /** Returns the value of a key's slot, or the default without a slot. */
    public long bitsOf(Object key, long otherwise) {
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] == key) {
                return bits[slot];
            }
        }
        return otherwise;
    }

    /** Returns the memory of a key's slot, or null without a slot. */
    public @Nullable Allocation memoryOf(Object key) {
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] == key) {
                return memory[slot];
            }
        }
        return null;
    }
}
