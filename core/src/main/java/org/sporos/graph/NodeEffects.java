package org.sporos.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.view.RingState;
import org.sporos.space.Event;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.View;

/**
 * The effects of a node on the world outside of its kernels and of the graphs in it, as its definition says: all
 * elements of views that it reads and writes, the memory that it allocates and frees, the events and semaphores that it
 * moves and awaits. What its kernels read and write is found in their code. Immutable.
 *
 * @param agent what accesses the memory
 * @param accesses the views whose elements it reads and writes, all of them in each run
 * @param isUnknown whether it may touch anything, as it was defined without a word about it
 * @param allocates the view whose memory begins here, or null
 * @param frees the view whose memory ends here, or null
 * @param records the event that it records, or null
 * @param awaits the event that it waits for, or null
 * @param signals what it raises a semaphore to, or null
 * @param waits what it waits for a semaphore to have, or null
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

    /** The agent that accesses the memory of a node: which memory it can reach depends on it. */
    public enum Agent {
        /** Nothing: the node is a point in the order, or a graph. */
        NONE,
        /** Code of the space that the graph runs on. */
        DEVICE,
        /** A copy between two memories. */
        COPY,
        /** Java code on the CPU. */
        CPU,
        /** Calls that the library does not know, made for the space that the graph runs on. */
        LIBRARY
    }

    /** A value of a semaphore. */
    public record SemaphoreValue(ExternalSemaphore semaphore, long value) {}

    /** No effect at all. */
    static final NodeEffects NONE = of(Agent.NONE, List.of());
    /** The effects of the node's kernels, and nothing else. */
    static final NodeEffects KERNELS = of(Agent.DEVICE, List.of());

    private static NodeEffects of(Agent agent, List<Access> accesses) {
        return new NodeEffects(agent, accesses, false, null, null, null, null, null, null, null);
    }

    /** Returns accesses by code of the device. */
    static NodeEffects ofDevice(List<Access> accesses) {
        return of(Agent.DEVICE, accesses);
    }

    /** Returns those of a copy of all elements. */
    static NodeEffects ofCopy(View to, View from) {
        return of(Agent.COPY, List.of(Access.writes(to), Access.reads(from)));
    }

    /** Returns accesses as a user has declared them; without any it may touch anything. */
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

    /** Returns whether it raises a semaphore or waits for one. */
    public boolean isOfSemaphore() {
        return signals != null || waits != null;
    }
}
