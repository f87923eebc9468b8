package org.sporos.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.Condition;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.space.Event;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/**
 * A node of a graph that is being defined, or its root: what follows it is added here. Each method adds one node that
 * waits for this one alone and returns it; {@link Graph#whenAll} makes a node that waits for several. The label comes
 * first; it names the node in errors and pictures.
 *
 * <p>Every method throws a {@link GraphException} if an argument is null or the definition has ended. To be used by the
 * defining thread only.
 */
public sealed class NodeRef extends TypedNodeRef permits AllocateNodeRef {
    private final GraphRecorder recorder;
    private final @Nullable Node node;

    NodeRef(GraphRecorder recorder, @Nullable Node node) {
        this.recorder = recorder;
        this.node = node;
    }

    GraphRecorder recorder() {
        return recorder;
    }

    void addTo(List<Node> nodes) {
        if (node != null) {
            nodes.add(node);
        }
    }

    /** Calls a body once per index of a range. */
    public NodeRef thenParallelFor(String label, RangePolicy policy, RangeBody body) {
        return loop(label, check(label, policy), check(label, body));
    }

    /** Calls a body once per element of an index set. */
    public NodeRef thenParallelFor(String label, IndexSet set, RangeBody body) {
        return loop(label, check(label, set), check(label, body));
    }

    /** Calls a body once per index of a range of longs. */
    public NodeRef thenParallelFor(String label, LongRangePolicy policy, LongRangeBody body) {
        return loop(label, check(label, policy), check(label, body));
    }

    /**
     * Calls a body once per index pair of a box.
     *
     * @throws GraphException if the box is not of rank 2
     */
    public NodeRef thenParallelFor(String label, MDRangePolicy policy, RangeBody2 body) {
        return loop(label, checkRank(label, policy, 2), check(label, body));
    }

    /**
     * Calls a body once per index triple of a box.
     *
     * @throws GraphException if the box is not of rank 3
     */
    public NodeRef thenParallelFor(String label, MDRangePolicy policy, RangeBody3 body) {
        return loop(label, checkRank(label, policy, 3), check(label, body));
    }

    /** Calls a body once per member of each team of a league. */
    public NodeRef thenParallelFor(String label, TeamPolicy policy, TeamBody body) {
        return loop(label, check(label, policy), check(label, body));
    }

    /**
     * Reduces what the indexes of a policy contribute, several results at once.
     *
     * @throws GraphException if there is no reduction, or one is made for another kind of policy
     */
    public NodeRef thenParallelReduce(String label, Policy policy, Reduction... reductions) {
        check(label, policy);
        for (Reduction reduction : check(label, reductions)) {
            Contributions.check(recorder, label, policy, check(label, reduction));
        }
        if (reductions.length == 0) {
            throw recorder.refused(
                    "G006", label, "reduces nothing", "Give it a reduction, such as Sum.into(view, ...).");
        }
        return then(label, new Work.ParallelReduce(policy, List.of(reductions)));
    }

    /** Calls a body once, on the device. */
    public NodeRef then(String label, SingleBody body) {
        return then(label, new Work.Single(check(label, body)), body);
    }

    /**
     * Calls any Java code once, on the CPU. It must not call fence, submit or deepCopy. The views that it touches are
     * unknown to the race check; the other forms declare them.
     */
    public NodeRef thenHost(String label, Runnable body) {
        return thenHost(label, List.of(), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public NodeRef thenHost(String label, Access access, Runnable body) {
        return thenHost(label, Arrays.asList(access), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public NodeRef thenHost(String label, Access first, Access second, Runnable body) {
        return thenHost(label, Arrays.asList(first, second), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public NodeRef thenHost(String label, Collection<Access> accesses, Runnable body) {
        for (Access access : check(label, accesses)) {
            check(label, access);
        }
        return then(label, new Work.HostCall(List.copyOf(accesses), check(label, body)));
    }

    /** Copies the elements of one view to another of equal extents, also between memory spaces and layouts. */
    public NodeRef thenDeepCopy(String label, View to, View from) {
        return then(label, new Work.DeepCopy(check(label, to), check(label, from)));
    }

    /**
     * Runs all nodes of another graph.
     *
     * @throws GraphException if more than 100 graphs lie in each other
     */
    public NodeRef thenGraph(String label, Graph graph) {
        return then(label, new Work.SubGraph(check(label, graph)));
    }

    /** Does what a capture describes for the space that the graph is instantiated on. */
    public NodeRef thenCapture(String label, Capture capture) {
        return then(label, new Work.Captured(check(label, capture)));
    }

    /** Runs a graph if a condition holds, which is evaluated on the device. */
    public NodeRef thenIf(String label, Condition condition, Graph graph) {
        return then(label, new Work.If(check(label, condition), check(label, graph), null));
    }

    /** Runs one graph if a condition holds, which is evaluated on the device, else another. */
    public NodeRef thenIf(String label, Condition condition, Graph graph, Graph otherwise) {
        return then(label, new Work.If(check(label, condition), check(label, graph), check(label, otherwise)));
    }

    /** Runs a graph while a condition holds, which is evaluated on the device before each pass. */
    public NodeRef thenWhile(String label, Condition condition, Graph graph) {
        return thenWhile(label, condition, graph, Integer.MAX_VALUE);
    }

    /**
     * Runs a graph while a condition holds; that it still holds after maxPasses passes is a failure of the run.
     *
     * @throws GraphException if maxPasses is negative
     */
    public NodeRef thenWhile(String label, Condition condition, Graph graph, int maxPasses) {
        return loop(label, condition, graph, maxPasses, null);
    }

    /**
     * Runs a graph while a condition holds; that it still holds after maxPasses passes is a failure of the run.
     *
     * @param passes a view of rank 0 that takes the number of passes
     * @throws GraphException if maxPasses is negative
     */
    public NodeRef thenWhile(String label, Condition condition, Graph graph, int maxPasses, IntView passes) {
        return loop(label, condition, graph, maxPasses, check(label, passes));
    }

    /** Runs the graph whose index a selector gives, which is evaluated on the device; none if it names none. */
    public NodeRef thenSwitch(String label, Selector selector, Graph... graphs) {
        for (Graph graph : check(label, graphs)) {
            check(label, graph);
        }
        return then(label, new Work.Switch(check(label, selector), List.of(graphs)));
    }

    /** Allocates a view of zeros that lives inside of the graph until a node frees it, or the run ends. */
    public <V extends View> AllocateNodeRef<V> thenAllocate(String label, ViewSpec<V> spec) {
        V view = check(label, spec).inGraph(String.valueOf(label));
        return new AllocateNodeRef<>(recorder, recorder.add(label, new Work.Allocate(spec, view), node), view);
    }

    /** Frees a view that a node of this graph allocated. */
    public NodeRef thenFree(String label, View view) {
        return then(label, new Work.Free(check(label, view)));
    }

    /** Records an event: it happens when this node has ended. */
    public NodeRef thenRecord(String label, Event event) {
        return then(label, new Work.RecordEvent(check(label, event)));
    }

    /** Waits for the last record of an event that was submitted before this graph was. Blocks no thread. */
    public NodeRef thenAwait(String label, Event event) {
        return then(label, new Work.AwaitEvent(check(label, event)));
    }

    /** Raises a semaphore to at least a value. */
    public NodeRef thenSignal(String label, ExternalSemaphore semaphore, long value) {
        return then(label, new Work.SignalSemaphore(check(label, semaphore), value));
    }

    /** Waits until a semaphore has at least a value. Blocks no thread. */
    public NodeRef thenWait(String label, ExternalSemaphore semaphore, long value) {
        return then(label, new Work.WaitSemaphore(check(label, semaphore), value));
    }

    private NodeRef loop(String label, Policy policy, KernelBody body) {
        return then(label, new Work.ParallelFor(policy, body), body);
    }

    @Override
    NodeRef fill(String label, View view, ElementValue value) {
        return then(label, new Work.Fill(check(label, view), value));
    }

    @Override
    NodeRef scan(String label, Policy policy, KernelBody contribution, KernelBody consumer, Scan scan) {
        check(label, policy);
        check(label, scan);
        return then(label, new Work.ParallelScan(policy, check(label, contribution), check(label, consumer), scan));
    }

    private NodeRef loop(String label, Condition condition, Graph graph, int maxPasses, @Nullable IntView passes) {
        if (maxPasses < 0) {
            throw recorder.refused(
                    "G005",
                    label,
                    "allows " + maxPasses + " passes",
                    "Allow 0 or more passes, or leave the limit out.");
        }
        return then(label, new Work.While(check(label, condition), check(label, graph), maxPasses, passes));
    }

    private MDRangePolicy checkRank(String label, MDRangePolicy policy, int rank) {
        if (check(label, policy).rank() != rank) {
            throw recorder.refused(
                    "G005",
                    label,
                    "runs a body of " + rank + " indexes over " + policy + ", which has rank " + policy.rank(),
                    "Give the lambda as many indexes as the policy has dimensions.");
        }
        return policy;
    }

    private <T> T check(@Nullable String label, @Nullable T argument) {
        if (argument == null) {
            throw recorder.missing(label);
        }
        return argument;
    }

    private NodeRef then(String label, Work work) {
        return new NodeRef(recorder, recorder.add(label, work, node));
    }

    private NodeRef then(String label, Work work, KernelBody body) {
        return new NodeRef(recorder, recorder.add(label, work, node, body));
    }

    /** Returns the one line of the node, or {@code root}. */
    @Override
    public String toString() {
        return node == null ? "root" : node.toString();
    }
}
