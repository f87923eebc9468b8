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

    /** Returns its name as {@link ExecutionSpaces#open(String)} takes it, such as {@code host} or {@code cuda:1}. */
    String name();

    /** Returns one line for people: the device and what it has. */
    String description();

    /** Returns how many work items can truly run at the same time. */
    int concurrency();

    /** Returns the memory in which its views live. */
    MemorySpace memorySpace();

    /** Returns whether its kernels can touch views of the given memory. */
    boolean canReach(MemorySpace memory);

    /** Returns the stream that is used where none is named. */
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
     * Waits until all that was submitted to any stream of this space before has ended. On a closed space, where all has
     * ended, it throws what failed, if anything did.
     *
     * @throws RuntimeException the first failure of a run that neither a fence nor an eager call has thrown yet; others
     *     are attached to it as suppressed
     */
    void fence();

    /**
     * Returns what its native graphs use and keep for the memory that nodes allocate in them; nothing where that memory
     * is of the space's own.
     *
     * @throws IllegalStateException if the space is closed
     */
    default GraphMemoryStatistics graphMemory() {
        return GraphMemoryStatistics.NONE;
    }

    /**
     * Gives back what native graphs keep for later runs and do not use, and returns how many bytes that was. The runs
     * that follow ask for it again.
     *
     * @throws IllegalStateException if the space is closed
     */
    default long trimGraphMemory() {
        return 0;
    }

    /** Returns whether work can be submitted: false once closed, or after a failure that the device cannot survive. */
    boolean isUsable();

    /** Returns whether it was closed. A failure of its device has ended one that is neither closed nor usable. */
    boolean isClosed();

    /** Waits for all work and frees all that the space holds. Idempotent; never throws the failure of a run. */
    @Override
    void close();
}
