package org.sporos.space;

import com.google.errorprone.annotations.CheckReturnValue;
import org.sporos.graph.EagerCalls;

/**
 * A device with its memory: host threads, or one GPU. Graphs are instantiated on it. Thread-safe. Opened by
 * {@link ExecutionSpaces}.
 *
 * <pre>{@code
 * try (ExecutionSpace space = ExecutionSpaces.open("host,threads=4")) {
 *     DoubleView x = DoubleView.of("x", space, 1_000);
 *     Graph step = Graph.define("step", root -> root.thenParallelFor("one", RangePolicy.of(1_000), i -> x.set(i, 1)));
 *     step.instantiate(space).submit();
 *     space.fence();
 * }
 * }</pre>
 *
 * <p>Its eager calls, such as {@code space.parallelFor}, run on its default stream.
 */
public interface ExecutionSpace extends EagerCalls, AutoCloseable {

    /**
     * Returns its name, as accepted by {@link ExecutionSpaces#open(String)}, such as {@code host} or {@code cuda:1}.
     */
    String name();

    /** Returns one line on the device and its resources, for reports. */
    String description();

    /** Returns the number of work items that run concurrently in hardware. */
    int concurrency();

    /** Returns the memory space of its views. */
    MemorySpace memorySpace();

    /** Returns whether its kernels can access views of the given memory. */
    boolean canReach(MemorySpace memory);

    /** Returns the default stream, which is open as long as the space is. */
    ExecutionStream defaultStream();

    /** Returns the default stream. */
    @Override
    default ExecutionStream eagerStream() {
        return defaultStream();
    }

    /** Returns a new stream. Close it when it is no longer needed; closing the space closes it too. */
    @CheckReturnValue
    ExecutionStream stream(String label);

    /**
     * Waits for all earlier submits to any stream of this space. On a closed space it only throws an unreported
     * failure, if any.
     *
     * @throws RuntimeException the first unreported failure of a run, with the others suppressed; of the untracked runs
     * of an executable on a GPU only the first
     */
    void fence();

    /**
     * Returns the memory that its native graphs use and reserve for allocations of their nodes; zeros if such memory
     * comes from the space's pool.
     *
     * @throws IllegalStateException if the space is closed
     */
    GraphMemoryStatistics graphMemory();

    /**
     * Releases the unused memory that native graphs reserve for later runs, which allocate it again; returns the number
     * of bytes.
     *
     * @throws IllegalStateException if the space is closed
     */
    long trimGraphMemory();

    /** Returns whether work can be submitted: false once closed, or after an unrecoverable failure of the device. */
    boolean isUsable();

    /** Returns whether it was closed. A space that is neither closed nor usable has a failed device. */
    boolean isClosed();

    /** Waits for all work and releases all resources. Idempotent; never throws the failure of a run. */
    @Override
    void close();
}
