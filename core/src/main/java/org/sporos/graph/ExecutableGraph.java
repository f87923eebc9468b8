package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.List;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * A graph made ready for one execution space. Thread-safe; runs of one executable follow each other in the order of
 * their submits.
 *
 * <pre>{@code
 * try (ExecutableGraph exec = graph.instantiate(space)) {
 *     exec.warnings().forEach(System.out::println);
 *     System.out.println(exec.explain());
 *     exec.submit();
 *     space.fence();
 * }
 * }</pre>
 */
public interface ExecutableGraph extends AutoCloseable {

    /** Returns the graph it was made of. */
    Graph graph();

    /** Returns the space that it runs on. */
    ExecutionSpace space();

    /** Returns what may be wrong with the graph but does not keep it from running. */
    List<Diagnostic> warnings();

    /**
     * Enqueues one run on the default stream of the space and returns; it waits while about 1024 runs are under way
     * there. A failure surfaces at the next fence, or at the next eager call that touches the same memory; the
     * executable can be submitted again after it.
     *
     * @throws IllegalStateException if this or the space is closed
     */
    void submit();

    /**
     * Enqueues one run on a stream and returns; it waits while about 1024 runs are under way there.
     *
     * @throws IllegalArgumentException if the stream belongs to another space
     * @throws IllegalStateException if this, the stream or the space is closed
     */
    void submit(ExecutionStream stream);

    /** Enqueues one run on the default stream of the space and returns what tells its end. */
    @CheckReturnValue
    Submission submitTracked();

    /** Enqueues one run on a stream and returns what tells its end. */
    @CheckReturnValue
    Submission submitTracked(ExecutionStream stream);

    /**
     * Does so many ordinary runs on the default stream of the space, each after the one before has ended, and returns
     * what they took. Each run does what a submitted one does, once: host nodes, captures, events and collectives too.
     * A GPU's space lowers the graph anew for that, and so calls the bodies of captures to record them again. Submits
     * of other threads wait, or are done between two runs.
     *
     * @throws IllegalArgumentException if the runs are less than 1
     * @throws GraphRunException if a run fails; those after it are not done
     * @throws IllegalStateException if this or the space is closed
     */
    @CheckReturnValue
    Profile profile(int runs);

    /**
     * Returns text for people: how the graph was prepared, node by node.
     *
     * @throws IllegalStateException if this is closed
     */
    String explain();

    /** Waits for the runs of this executable and frees all that it holds. Idempotent; never throws a run's failure. */
    @Override
    void close();
}
