package org.sporos.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.view.RingState;
import org.sporos.space.Event;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.View;

/**
 * The declared effects of a node, without those of its kernels and nested graphs: accesses to all elements of views,
 * allocations and frees, events and semaphores. Accesses of kernels are derived from their code. Immutable.
 *
 * @param agent the agent that accesses the memory
 * @param accesses the views whose elements it reads and writes, all of them in each run
 * @param isUnknown whether it may access any memory, as it declares no accesses
 * @param allocates the view that it allocates, or null
 * @param frees the view that it frees, or null
 * @param records the event that it records, or null
 * @param awaits the event that it waits for, or null
 * @param signals the semaphore and value that it signals, or null
 * @param waits the semaphore and value that it waits for, or null
 * @param rotates the ring that it rotates, or null
 */
public record NodeEffects(
        Agent agent,
        List<Access> accesses,
        boolean isUnknown,
        @Nullable View allocates,
        @Nullable View frees,
        @Nullable Event records,
        @Nullable Event awaits,
        @Nullable SemaphoreValue signals,
        @Nullable SemaphoreValue waits,
        @Nullable RingState rotates) {

    /** The agent that accesses the memory of a node, which determines the reachable memory. */
    public enum Agent {
        /** None: the node is a join, or a nested graph. */
        NONE,
        /** Code of the space that the graph runs on. */
        DEVICE,
        /** A copy between two memories. */
        COPY,
        /** Java code on the CPU. */
        CPU,
        /** Foreign calls, for the space on which the graph runs. */
        LIBRARY
    }

    /** A value of a semaphore. */
    public record SemaphoreValue(ExternalSemaphore semaphore, long value) {}

    /** No effect at all. */
    static final NodeEffects NONE = of(Agent.NONE, List.of());
    /** Only the effects of the node's kernels. */
    static final NodeEffects KERNELS = of(Agent.DEVICE, List.of());

    private static NodeEffects of(Agent agent, List<Access> accesses) {
        return new NodeEffects(agent, accesses, false, null, null, null, null, null, null, null);
    }

    /** Returns accesses by code of the device. */
    static NodeEffects ofDevice(List<Access> accesses) {
        return of(Agent.DEVICE, accesses);
    }

    /** Returns accesses by a copy of all elements. */
    static NodeEffects ofCopy(View to, View from) {
        return of(Agent.COPY, List.of(Access.writes(to), Access.reads(from)));
    }

    /** Returns the declared accesses of a user; without any, all memory may be accessed. */
    static NodeEffects declared(Agent agent, List<Access> accesses) {
        return new NodeEffects(agent, accesses, accesses.isEmpty(), null, null, null, null, null, null, null);
    }

    static NodeEffects allocation(View view) {
        return new NodeEffects(Agent.NONE, List.of(), false, view, null, null, null, null, null, null);
    }

    static NodeEffects end(View view) {
        return new NodeEffects(Agent.NONE, List.of(), false, null, view, null, null, null, null, null);
    }

    static NodeEffects record(Event event) {
        return new NodeEffects(Agent.NONE, List.of(), false, null, null, event, null, null, null, null);
    }

    static NodeEffects await(Event event) {
        return new NodeEffects(Agent.NONE, List.of(), false, null, null, null, event, null, null, null);
    }

    static NodeEffects signal(ExternalSemaphore semaphore, long value) {
        SemaphoreValue raised = new SemaphoreValue(semaphore, value);
        return new NodeEffects(Agent.NONE, List.of(), false, null, null, null, null, raised, null, null);
    }

    static NodeEffects await(ExternalSemaphore semaphore, long value) {
        SemaphoreValue awaited = new SemaphoreValue(semaphore, value);
        return new NodeEffects(Agent.NONE, List.of(), false, null, null, null, null, null, awaited, null);
    }

    /** Returns the effects of a rotation, which is ordered with all accesses to levels. */
    static NodeEffects rotation(RingState ring, List<View> levels) {
        List<Access> all = List.of(Access.writes(levels.toArray(View[]::new)));
        return new NodeEffects(Agent.NONE, all, false, null, null, null, null, null, null, ring);
    }

    /** Returns whether it allocates or frees memory. */
    public boolean isOfMemory() {
        return allocates != null || frees != null;
    }

    /** Returns whether it records an event or waits for one. */
    public boolean isOfEvent() {
        return records != null || awaits != null;
    }

    /** Returns whether it signals a semaphore or waits for one. */
    public boolean isOfSemaphore() {
        return signals != null || waits != null;
    }
}
