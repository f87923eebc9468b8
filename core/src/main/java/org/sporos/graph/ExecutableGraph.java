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
 * A graph compiled for one execution space. Thread-safe; runs of one executable are ordered by their submits.
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

    /** Returns the graph of the instantiation or of the last update. */
    Graph graph();

    /** Returns the space that it runs on. */
    ExecutionSpace space();

    /** Returns the warnings of the graph's checks. */
    List<Diagnostic> warnings();

    /**
     * Enqueues one run on the default stream of the space and returns; waits while about 1024 runs are pending there. A
     * failure surfaces at the next fence, or at the next eager call that touches the same memory; the executable can be
     * submitted again after it.
     *
     * @throws IllegalStateException if this or the space is closed
     */
    default void submit() {
        submit(space().defaultStream());
    }

    /**
     * Enqueues one run on a stream and returns; waits while about 1024 runs are pending there.
     *
     * @throws IllegalArgumentException if the stream belongs to another space
     * @throws IllegalStateException if this, the stream or the space is closed
     */
    void submit(ExecutionStream stream);

    /** Enqueues one run on the default stream of the space and returns its handle. */
    @CheckReturnValue
    default Submission submitTracked() {
        return submitTracked(space().defaultStream());
    }

    /** Enqueues one run on a stream and returns its handle. */
    @CheckReturnValue
    Submission submitTracked(ExecutionStream stream);

    /**
     * Executes a number of ordinary runs on the default stream of the space, one after the other, and returns their
     * times. Each run includes host nodes, captures, events and collectives. A GPU's space lowers the graph again,
     * which records the bodies of captures again. Submits of other threads wait, or run in between.
     *
     * @throws IllegalArgumentException if the number of runs is less than 1
     * @throws GraphRunException if a run fails; later ones are omitted
     * @throws IllegalStateException if this or the space is closed
     */
    @CheckReturnValue
    Profile profile(int runs);

    /**
     * Returns a report on the lowering of the graph: a summary, then node by node.
     *
     * @param options such as {@link ExplainOption#WITH_CODE}, which adds the C++ of its kernels
     * @throws IllegalStateException if this or the space is closed
     */
    String explain(ExplainOption... options);

    /**
     * Replaces a view that the graph captured by another one, for all later submits; see {@link #rebind(Map)}.
     *
     * @param old the captured view, also if it is replaced already
     * @param other the replacement; the old view itself restores it
     */
    default void rebind(View old, View other) {
        rebind(Map.of(
                Required.argument(old, "the view to be replaced"),
                Required.argument(other, "the view to stand in its place")));
    }

    /**
     * Replaces views that the graph captured by others, all at once: later submits use the replacements, earlier ones
     * the old views. The graph is checked and lowered again; only kernels that need other code are compiled. Then this
     * waits for pending runs, and submits of other threads wait too. So it takes longer than a submit; for views that
     * change in each step use a {@link org.sporos.view.ViewRing}.
     *
     * <p>A replacement has the same element type, extents and strides. A subview that was captured separately is a view
     * of its own, and stays. This executable retains the memory of the replacements, and releases that of the replaced
     * views.
     *
     * @param others the replacement of each captured view; other views stay
     * @throws IllegalArgumentException if the graph has not captured a view, or a replacement does not fit
     * @throws GraphException if the graph would violate a check with the replacements, or a node retains the old view,
     * as captures do. Then, as after all failures, nothing is changed
     * @throws IllegalStateException if this, the space or a replacement is closed
     */
    default void rebind(Map<? extends View, ? extends View> others) {
        throw new InternalException("an executable is rebound that stands behind another one");
    }

    /**
     * Replaces the graph for later submits by another one with the same nodes and edges: views, captured numbers,
     * ranges, values and lambdas may differ. Only kernels that are not known yet are compiled. Undoes earlier rebinds.
     * Waits as {@link #rebind(Map)} does.
     *
     * @return done, or the differences, and then nothing is changed
     * @throws GraphException if the graph violates a check; then nothing is changed
     * @throws IllegalStateException if this or the space is closed
     */
    @CheckReturnValue
    default UpdateResult update(Graph graph) {
        throw new InternalException("an executable is updated that stands behind another one");
    }

    /** Waits for pending runs and releases all resources. Idempotent; never throws a run's failure. */
    @Override
    void close();
}
