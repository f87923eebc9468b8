package org.sporos.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.space.ElementValue;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.param.BooleanParam;
[#list params as t]
import org.sporos.param.${t.Type}Param;
[/#list]
import org.sporos.policy.Condition;
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
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.Event;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.View;
import org.sporos.view.ViewRing;

/**
 * The work of a node, described outside of any graph: {@code root.then(task)} adds such a node. Libraries offer tasks,
 * and one task serves many graphs; {@link EagerCalls#submit(Task)} runs one without a graph. The methods take what
 * those of {@link NodeRef} take whose names begin with {@code then}. Copies with another label, policy or body leave
 * the task as it is.
 *
 * <p>Memory that lives inside of a graph belongs to that graph, so its allocation and its end are no tasks.
 *
 * <p>The methods throw a {@link GraphException} if an argument is null or does not fit. Immutable, thread-safe.
 *
 * <pre>{@code
 * Task axpy = Task.parallelFor("axpy", RangePolicy.of(n), i -> y.set(i, y.get(i) + 2 * x.get(i)));
 * Graph twice = Graph.define("twice", root -> root.then(axpy).then(axpy.withLabel("again")));
 * }</pre>
 */
public sealed class Task permits BodyTask {
    /** Makes tasks that stand alone. */
    static final Tasks OUTSIDE = new Tasks(new Definition("task", () -> ""), SourceLocation::ofCaller);

    private final String label;
    private final Work work;
    private final int priority;
    private final @Nullable SourceLocation where;

    /** @param where the line that made it, or null where only the line of the node counts */
    Task(String label, Work work, int priority, @Nullable SourceLocation where) {
        this.label = label;
        this.work = work;
        this.priority = priority;
        this.where = where;
    }

    /** Returns its label, which its nodes get. */
    public String label() {
        return label;
    }

    /** Returns what its nodes do. */
    public Work work() {
        return work;
    }

    /** Returns the priority that the kernels of its nodes get: 0 is the usual one. */
    public int priority() {
        return priority;
    }

    /**
     * Returns the line that made it, or that made the task of which it is a copy. Its nodes have the lines of their
     * own.
     */
    public SourceLocation where() {
        return where == null ? SourceLocation.unknown() : where;
    }

    final @Nullable SourceLocation line() {
        return where;
    }

    /**
     * Returns the same task with another label.
     *
     * @throws GraphException if the label is null
     */
    public Task withLabel(String other) {
        return copy(OUTSIDE.labelled(other), work, priority);
    }

    /**
     * Returns the same task over another policy.
     *
     * @throws GraphException if the task has no policy, or its bodies are made for a policy of another kind
     */
    public Task withPolicy(Policy other) {
        return copy(label, OUTSIDE.over(label, work, other), priority);
    }

    /**
     * Returns the same task with a priority: of kernels that are ready at the same time, a GPU starts blocks of those
     * with the higher priority first. 0 is the usual one. It is a node attribute of CUDA, whose devices have a few
     * levels: a priority above the highest is that one. HIP and the host ignore it. The node is launched side by side
     * with no other in one launch; in one loop with others the highest priority counts. No result depends on it.
     *
     * <pre>{@code
     * Task halo = Task.parallelFor("halo", policy, body).withPriority(1);
     * }</pre>
     *
     * @throws GraphException if it is negative, or the task is no loop, reduction, scan or single call
     */
    public Task withPriority(int other) {
        return copy(label, work, OUTSIDE.prior(label, work, other));
    }

    /**
     * Returns the same task with a switch: runs at whose submit the param is false leave its work out, and go on with
     * the nodes after it. What it would have written stays as it is: a reduction keeps its old result. The node is a
     * branch, which is merged with no other; copies with another policy or body are to be made before.
     *
     * <pre>{@code
     * BooleanParam reports = BooleanParam.of("reports", false);
     * root.then(Task.parallelReduce("energy", policy, Sum.into(energy, i -> x.get(i))).enabledBy(reports));
     * }</pre>
     *
     * @throws GraphException if the param is null, or the task is a capture or of an event or a semaphore
     */
    public Task enabledBy(BooleanParam param) {
        return new Task(label, OUTSIDE.enabled(this, param), 0, where);
    }

    Task copy(String label, Work work, int priority) {
        return new Task(label, work, priority, where);
    }

    /** Calls a body once per index of {@code [0, n)}. */
    public static BodyTask<RangeBody> parallelFor(String label, int n, RangeBody body) {
        return OUTSIDE.loop(label, n, body);
    }

    /**
     * Calls a body once per index of {@code [0, n)}, where n is a long. Boxed: an int picks the body of int indexes.
     */
    public static BodyTask<LongRangeBody> parallelFor(String label, Long n, LongRangeBody body) {
        return OUTSIDE.loop(label, n, body);
    }

    /** Calls a body once per index of a range. */
    public static BodyTask<RangeBody> parallelFor(String label, RangePolicy policy, RangeBody body) {
        return OUTSIDE.loop(label, policy, body);
    }

    /** Calls a body once per element of an index set. */
    public static BodyTask<RangeBody> parallelFor(String label, IndexSet set, RangeBody body) {
        return OUTSIDE.loop(label, set, body);
    }

    /** Calls a body once per index of a range of longs. */
    public static BodyTask<LongRangeBody> parallelFor(String label, LongRangePolicy policy, LongRangeBody body) {
        return OUTSIDE.loop(label, policy, body);
    }

    /**
     * Calls a body once per index pair of a box.
     *
     * @throws GraphException if the box is not of rank 2
     */
    public static BodyTask<RangeBody2> parallelFor(String label, MDRangePolicy policy, RangeBody2 body) {
        return OUTSIDE.loop(label, policy, body);
    }

    /**
     * Calls a body once per index triple of a box.
     *
     * @throws GraphException if the box is not of rank 3
     */
    public static BodyTask<RangeBody3> parallelFor(String label, MDRangePolicy policy, RangeBody3 body) {
        return OUTSIDE.loop(label, policy, body);
    }

    /**
     * Calls a body once per index quadruple of a box.
     *
     * @throws GraphException if the box is not of rank 4
     */
    public static BodyTask<RangeBody4> parallelFor(String label, MDRangePolicy policy, RangeBody4 body) {
        return OUTSIDE.loop(label, policy, body);
    }

    /** Calls a body once per member of each team of a league. */
    public static BodyTask<TeamBody> parallelFor(String label, TeamPolicy policy, TeamBody body) {
        return OUTSIDE.loop(label, policy, body);
    }

    /**
     * Reduces what the indexes of a policy contribute, several results at once.
     *
     * @throws GraphException if there is no reduction, or one is made for another kind of policy
     */
    public static Task parallelReduce(String label, Policy policy, Reduction... reductions) {
        return OUTSIDE.reduce(label, policy, reductions);
    }
[#list reductions as t]

    /** Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer. */
    public static Task parallelScan(
            String label,
            RangePolicy policy,
            ${t.Type}Contribution.Range contribution,
            ${t.Type}ScanBody.Range consumer,
            Scan.Of${t.Type} scan) {
        return OUTSIDE.scan(label, policy, contribution, consumer, scan);
    }

    /**
     * Hands the prefix sum of each element of an index set, in list order and as ${t.type}s in one fixed order, to a
     * consumer.
     */
    public static Task parallelScan(
            String label,
            IndexSet set,
            ${t.Type}Contribution.Range contribution,
            ${t.Type}ScanBody.Range consumer,
            Scan.Of${t.Type} scan) {
        return OUTSIDE.scan(label, set, contribution, consumer, scan);
    }

    /** Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer. */
    public static Task parallelScan(
            String label,
            LongRangePolicy policy,
            ${t.Type}Contribution.LongRange contribution,
            ${t.Type}ScanBody.LongRange consumer,
            Scan.Of${t.Type} scan) {
        return OUTSIDE.scan(label, policy, contribution, consumer, scan);
    }
[/#list]

    /** Calls a body once, on the device. */
    public static BodyTask<SingleBody> single(String label, SingleBody body) {
        return OUTSIDE.single(label, body);
    }

    /**
     * Calls any Java code once, on the CPU. It must not call fence, submit or deepCopy. The views that it touches are
     * unknown to the race check; the other forms declare them.
     */
    public static Task host(String label, Runnable body) {
        return host(label, List.of(), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public static Task host(String label, Access access, Runnable body) {
        return host(label, Arrays.asList(access), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public static Task host(String label, Access first, Access second, Runnable body) {
        return host(label, Arrays.asList(first, second), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public static Task host(String label, Collection<Access> accesses, Runnable body) {
        return OUTSIDE.host(label, accesses, body);
    }

    /** Copies the elements of one view to another of equal extents, also between memory spaces and layouts. */
    public static Task deepCopy(String label, View to, View from) {
        return OUTSIDE.copy(label, to, from);
    }
[#list views as t]

    /** Sets each element of a view. */
    public static Task fill(String label, ${t.Type}View view, ${t.type} value) {
        return OUTSIDE.fill(label, view, ElementValue.of(value));
    }
[/#list]
[#list params as t]

    /**
     * Sets each element of a view to the value that a param has at the submit: a loop over its elements.
     *
     * @throws GraphException if an extent of a view of rank 2 or more is no int
     */
    public static Task fill(String label, ${t.Type}View view, ${t.Type}Param value) {
        return ParamFills.of(OUTSIDE, label, view, value);
    }
[/#list]

    /** Runs all nodes of another graph. */
    public static Task graph(String label, Graph graph) {
        return OUTSIDE.of(label, graph, Work.SubGraph::new);
    }

    /** Does what a capture describes for the space that the graph is instantiated on. */
    public static Task capture(String label, Capture capture) {
        return OUTSIDE.of(label, capture, Work.Captured::new);
    }

    /** Runs a graph if a condition holds, which is evaluated on the device. */
    public static Task ifThen(String label, Condition condition, Graph graph) {
        return OUTSIDE.branch(label, condition, graph);
    }

    /** Runs one graph if a condition holds, which is evaluated on the device, else another. */
    public static Task ifThen(String label, Condition condition, Graph graph, Graph otherwise) {
        return OUTSIDE.branch(label, condition, graph, otherwise);
    }

    /** Runs a graph while a condition holds, which is evaluated on the device before each pass. */
    public static Task whileLoop(String label, Condition condition, Graph graph) {
        return whileLoop(label, condition, graph, Integer.MAX_VALUE);
    }

    /**
     * Runs a graph while a condition holds; that it still holds after maxPasses passes is a failure of the run.
     *
     * @throws GraphException if maxPasses is negative
     */
    public static Task whileLoop(String label, Condition condition, Graph graph, int maxPasses) {
        return OUTSIDE.loop(label, condition, graph, maxPasses, null);
    }

    /**
     * Runs a graph while a condition holds; that it still holds after maxPasses passes is a failure of the run.
     *
     * @param passes a view of rank 0 that takes the number of passes
     * @throws GraphException if maxPasses is negative
     */
    public static Task whileLoop(String label, Condition condition, Graph graph, int maxPasses, IntView passes) {
        return OUTSIDE.loop(label, condition, graph, maxPasses, OUTSIDE.check(label, passes));
    }

    /** Runs the graph whose index a selector gives, which is evaluated on the device; none if it names none. */
    public static Task switchCase(String label, Selector selector, Graph... graphs) {
        return OUTSIDE.choice(label, selector, graphs);
    }

    /**
     * Turns the levels of a ring, for the nodes after this one and for runs that are submitted later. A node that
     * touches a level must be ordered before it or after it.
     */
    public static Task advance(String label, ViewRing<?> ring) {
        return OUTSIDE.of(label, ring, turned -> new Work.Advance(turned.state()));
    }

    /** Records an event: it happens when this node has ended. */
    public static Task record(String label, Event event) {
        return OUTSIDE.of(label, event, Work.RecordEvent::new);
    }

    /** Waits for the last record of an event that was submitted before this graph was. Blocks no thread. */
    public static Task await(String label, Event event) {
        return OUTSIDE.of(label, event, Work.AwaitEvent::new);
    }

    /** Raises a semaphore to at least a value. */
    public static Task signal(String label, ExternalSemaphore semaphore, long value) {
        return OUTSIDE.of(label, semaphore, known -> new Work.SignalSemaphore(known, value));
    }

    /** Waits until a semaphore has at least a value. Blocks no thread. */
    public static Task wait(String label, ExternalSemaphore semaphore, long value) {
        return OUTSIDE.of(label, semaphore, known -> new Work.WaitSemaphore(known, value));
    }

    /** Returns one line, as in {@code axpy parallelFor[0, 8) (Blas.java:12)}. */
    @Override
    public String toString() {
        String level = priority == 0 ? "" : " of priority " + priority;
        return Labels.shown(label) + " " + work + level + (where == null ? "" : " (" + where + ")");
    }
}
