package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.List;
import java.util.Map;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.View;

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

    /** Returns the graph it was made of, or last updated to. */
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
     * Returns text for people: how the graph was prepared, node by node, and the C++ of its kernels.
     *
     * @param options such as {@link ExplainOption#WITHOUT_CODE}
     * @throws IllegalStateException if this is closed
     */
    String explain(ExplainOption... options);

    /**
     * Has another view stand in place of one that the graph captured, in all runs that are submitted from now on; see
     * {@link #rebind(Map)}.
     *
     * @param old the view as the graph captured it, also if another one stands in its place already
     * @param other the view to use instead; the old one itself to use that again
     */
    default void rebind(View old, View other) {
        rebind(Map.of(
                Required.argument(old, "the view to be replaced"),
                Required.argument(other, "the view to stand in its place")));
    }

    /**
     * Has other views stand in place of some that the graph captured, all at once: runs that are submitted from now on
     * use the others, those submitted before the old ones. Nothing is compiled. The graph is checked anew with the
     * others, and made ready anew by the kernels that it has. Then this waits for the runs under way, while submits of
     * other threads wait too. So it takes longer than a submit; what changes in each step is a
     * {@link org.sporos.view.ViewRing}.
     *
     * <p>The other views have the same type of elements, extents and strides. A part of a view that was captured by
     * itself is another view, which stays. This executable keeps the memory of the others as long as they stand there,
     * and that of the replaced ones no longer.
     *
     * @param others the other view for each one that the graph captured; views that are not named stay as they are
     * @throws IllegalArgumentException if a view is not one that the graph captured, or another does not fit
     * @throws GraphException if the graph would be wrong with the others, or needs other code: where views share memory
     *     in another way, or a node keeps the old view, as captures do. Nothing was changed then, as after all failures
     * @throws IllegalStateException if this, the space or one of the others is closed
     */
    default void rebind(Map<? extends View, ? extends View> others) {
        throw new InternalException("an executable is rebound that stands behind another one");
    }

    /**
     * Makes the runs that are submitted from now on those of another graph, if that has the same nodes and edges and
     * needs the same code: other views, captured numbers, ranges, values and host code. Nothing is compiled. Views that
     * were rebound are those of the new graph again. Waits as {@link #rebind(Map)} does.
     *
     * @return done, or what differs; nothing was changed then
     * @throws GraphException if the graph is wrong; nothing was changed then
     * @throws IllegalStateException if this or the space is closed
     */
    @CheckReturnValue
    default UpdateResult update(Graph graph) {
        throw new InternalException("an executable is updated that stands behind another one");
    }

    /** Waits for the runs of this executable and frees all that it holds. Idempotent; never throws a run's failure. */
    @Override
    void close();
}
