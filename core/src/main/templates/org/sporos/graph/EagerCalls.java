package org.sporos.graph;

import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
[#list params as t]
import org.sporos.param.${t.Type}Param;
[/#list]
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.reduce.Reduction;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ElementValue;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.View;

/**
 * Eager calls: work that is run by a call, without a graph. Spaces have them, which run it on their default stream, and
 * streams. The arguments are those of the methods of {@link NodeRef} whose names begin with {@code then}.
 *
 * <p>A call returns at once. It runs after all that was submitted to the stream before, as a graph of one node would,
 * and its failure surfaces at the next fence. What is wrong with it in a way that can be found before running is
 * thrown by the call.
 *
 * <p>The first call of a kind is checked and compiled; calls that do the same with the same views, numbers and policy
 * use what was made, also from other threads. A space keeps what the last 256 kinds of calls need, with the memory of
 * their views, until it is closed or one of these views is: then it is given back by the next eager call or fence.
 * Calls of one kind run one after the other also where their streams differ. An error names the line of the first of a
 * kind.
 *
 * <p>{@link Graph#record} makes a graph of the eager calls of a function. Thread-safe; host nodes and kernels cannot
 * make eager calls.
 *
 * <pre>{@code
 * space.parallelFor("init", RangePolicy.of(n), i -> x.set(i, i));
 * space.deepCopy("copy", y, x);
 * space.fence();
 * }</pre>
 */
public interface EagerCalls {

    /** Returns the stream that the calls run on. */
    ExecutionStream eagerStream();

    /** Returns whether the eager calls of this thread are recorded into a graph now instead of being run. */
    default boolean isRecording() {
        return Recording.current() != null;
    }

    /**
     * Runs a task.
     *
     * @throws GraphException with all that is wrong with it
     * @throws IllegalStateException if the stream or its space is closed
     */
    default void submit(Task task) {
        EagerRun.submit(this, task);
    }

    /** Calls a body once per index of {@code [0, n)}. */
    default void parallelFor(String label, int n, RangeBody body) {
        EagerRun.of(this, tasks -> tasks.loop(label, n, body));
    }

    /**
     * Calls a body once per index of {@code [0, n)}, where n is a long. Boxed: an int picks the body of int indexes.
     */
    default void parallelFor(String label, Long n, LongRangeBody body) {
        EagerRun.of(this, tasks -> tasks.loop(label, n, body));
    }

    /** Calls a body once per index of a range. */
    default void parallelFor(String label, RangePolicy policy, RangeBody body) {
        EagerRun.of(this, tasks -> tasks.loop(label, policy, body));
    }

    /** Calls a body once per element of an index set. */
    default void parallelFor(String label, IndexSet set, RangeBody body) {
        EagerRun.of(this, tasks -> tasks.loop(label, set, body));
    }

    /** Calls a body once per index of a range of longs. */
    default void parallelFor(String label, LongRangePolicy policy, LongRangeBody body) {
        EagerRun.of(this, tasks -> tasks.loop(label, policy, body));
    }

    /**
     * Calls a body once per index pair of a box.
     *
     * @throws GraphException if the box is not of rank 2
     */
    default void parallelFor(String label, MDRangePolicy policy, RangeBody2 body) {
        EagerRun.of(this, tasks -> tasks.loop(label, policy, body));
    }

    /**
     * Calls a body once per index triple of a box.
     *
     * @throws GraphException if the box is not of rank 3
     */
    default void parallelFor(String label, MDRangePolicy policy, RangeBody3 body) {
        EagerRun.of(this, tasks -> tasks.loop(label, policy, body));
    }

    /**
     * Calls a body once per index quadruple of a box.
     *
     * @throws GraphException if the box is not of rank 4
     */
    default void parallelFor(String label, MDRangePolicy policy, RangeBody4 body) {
        EagerRun.of(this, tasks -> tasks.loop(label, policy, body));
    }

    /** Calls a body once per member of each team of a league. */
    default void parallelFor(String label, TeamPolicy policy, TeamBody body) {
        EagerRun.of(this, tasks -> tasks.loop(label, policy, body));
    }

    /**
     * Reduces what the indexes of a policy contribute, several results at once.
     *
     * @throws GraphException if there is no reduction, or one is made for another kind of policy
     */
    default void parallelReduce(String label, Policy policy, Reduction... reductions) {
        EagerRun.of(this, tasks -> tasks.reduce(label, policy, reductions));
    }
[#list reductions as t]

    /** Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer. */
    default void parallelScan(
            String label,
            RangePolicy policy,
            ${t.Type}Contribution.Range contribution,
            ${t.Type}ScanBody.Range consumer,
            Scan.Of${t.Type} scan) {
        EagerRun.of(this, tasks -> tasks.scan(label, policy, contribution, consumer, scan));
    }

    /**
     * Hands the prefix sum of each element of an index set, in list order and as ${t.type}s in one fixed order, to a
     * consumer.
     */
    default void parallelScan(
            String label,
            IndexSet set,
            ${t.Type}Contribution.Range contribution,
            ${t.Type}ScanBody.Range consumer,
            Scan.Of${t.Type} scan) {
        EagerRun.of(this, tasks -> tasks.scan(label, set, contribution, consumer, scan));
    }

    /** Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer. */
    default void parallelScan(
            String label,
            LongRangePolicy policy,
            ${t.Type}Contribution.LongRange contribution,
            ${t.Type}ScanBody.LongRange consumer,
            Scan.Of${t.Type} scan) {
        EagerRun.of(this, tasks -> tasks.scan(label, policy, contribution, consumer, scan));
    }
[/#list]

    /** Copies the elements of one view to another of equal extents, also between memory spaces and layouts. */
    default void deepCopy(String label, View to, View from) {
        EagerRun.of(this, tasks -> tasks.copy(label, to, from));
    }
[#list views as t]

    /** Sets each element of a view. */
    default void fill(String label, ${t.Type}View view, ${t.type} value) {
        EagerRun.of(this, tasks -> tasks.fill(label, view, ElementValue.of(value)));
    }
[/#list]
[#list params as t]

    /** Sets each element of a view to the value that a param has now, in a recorded graph at its submits. */
    default void fill(String label, ${t.Type}View view, ${t.Type}Param value) {
        EagerRun.of(this, tasks -> ParamFills.of(tasks, label, view, value));
    }
[/#list]
}
