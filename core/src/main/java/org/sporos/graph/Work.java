package org.sporos.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.KernelCall.Role;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.internal.error.Labels;
import org.sporos.internal.view.RingState;
import org.sporos.param.BooleanParam;
import org.sporos.policy.Condition;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.space.Event;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/**
 * The work of a node, independent of backends. Each kind of node is a record here with its effects, its kernels and its
 * nested graphs, on which all steps from the checks to the lowering rely. Steps with other differences by kind use a
 * {@link WorkVisitor}. Immutable; {@code toString} is the short form in printed graphs.
 */
public sealed interface Work permits LeafWork, KernelWork, Conditional, Work.SubGraph {

    /** Calls the visitor's method for this kind. */
    <R extends @Nullable Object> R accept(WorkVisitor<R> visitor);

    /** Returns its effects on memory, events and semaphores, without those of its kernels and nested graphs. */
    NodeEffects effects();

    /** Returns its kernel bodies. */
    List<KernelCall> kernels();

    /** Returns its nested graphs. */
    List<NestedGraph> nested();

    /**
     * Returns this work with mapped parts.
     *
     * @hidden
     */
    Work mapped(Mapping parts);

    /**
     * The replacements of a work's parts; by default, each part replaces itself.
     *
     * @hidden
     */
    interface Mapping {
        default Policy policy(Policy policy) {
            return policy;
        }

        default KernelBody body(KernelBody body) {
            return body;
        }

        default View view(View view) {
            return view;
        }

        default Graph graph(Graph graph) {
            return graph;
        }
    }

    /** Returns the graph whose nodes replace the node, or null. */
    default @Nullable Graph inlined() {
        return null;
    }

    /** Returns this work if it is a conditional, or null. */
    default @Nullable Conditional conditional() {
        return null;
    }

    /** Returns whether a kind of space, such as {@code cuda}, can run it. */
    default boolean runsOn(String kind) {
        return true;
    }

    /** Returns whether it has no effect: a join. */
    default boolean isEmpty() {
        return effects() == NodeEffects.NONE && kernels().isEmpty() && nested().isEmpty();
    }

    /** A join of several nodes. */
    record Join() implements LeafWork {
        @Override
        public String toString() {
            return "whenAll";
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.join(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.NONE;
        }
    }

    /**
     * A body called once per index of a policy.
     *
     * @param body the body interface that fits the policy
     */
    record ParallelFor(Policy policy, KernelBody body) implements KernelWork {
        @Override
        public String toString() {
            return "parallelFor" + Text.of(policy);
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.parallelFor(this);
        }

        @Override
        public List<KernelCall> kernels() {
            return List.of(KernelCall.over(policy, Role.FOR, body));
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new ParallelFor(parts.policy(policy), parts.body(body));
        }
    }

    /** One or more reductions over the indexes of a policy. */
    record ParallelReduce(Policy policy, List<Reduction> reductions) implements KernelWork {
        @Override
        public String toString() {
            return "parallelReduce" + Text.of(policy) + " " + reductions;
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.parallelReduce(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.ofDevice(ReductionParts.results(reductions));
        }

        @Override
        public List<KernelCall> kernels() {
            return ReductionParts.kernels(policy, reductions);
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new ParallelReduce(
                    parts.policy(policy),
                    reductions.stream()
                            .map(reduction -> reduction.mapped(parts::view, parts::body))
                            .toList());
        }
    }

    /**
     * Prefix sums over the indexes of a range.
     *
     * @param contribution the value that each index adds
     * @param consumer the consumer of the sum of each index
     */
    record ParallelScan(Policy policy, KernelBody contribution, KernelBody consumer, Scan scan) implements KernelWork {
        @Override
        public String toString() {
            return "parallelScan" + Text.of(policy) + " " + scan;
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.parallelScan(this);
        }

        @Override
        public List<KernelCall> kernels() {
            return List.of(
                    KernelCall.over(policy, Role.ADDEND, contribution),
                    KernelCall.over(policy, Role.CONSUMER, consumer));
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new ParallelScan(parts.policy(policy), parts.body(contribution), parts.body(consumer), scan);
        }
    }

    /** A single call on the device. */
    record Single(SingleBody body) implements KernelWork {
        @Override
        public String toString() {
            return "then";
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.single(this);
        }

        @Override
        public List<KernelCall> kernels() {
            return List.of(KernelCall.once(Role.SINGLE, body));
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new Single((SingleBody) parts.body(body));
        }
    }

    /**
     * A call of any Java code on the CPU.
     *
     * @param accesses the declared accesses to views
     */
    record HostCall(List<Access> accesses, Runnable body) implements LeafWork {
        /** Returns the param that enables the call in a run, or null if it is always called. */
        public @Nullable BooleanParam enabledIf() {
            return body instanceof SwitchedCall switched ? switched.param() : null;
        }

        @Override
        public String toString() {
            BooleanParam param = enabledIf();
            return "host" + (param == null ? "" : " if " + Labels.quoted(param.label()));
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.hostCall(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.declared(Agent.CPU, accesses);
        }
    }

    /** A copy of all elements of one view to another. */
    record DeepCopy(View to, View from) implements LeafWork {
        @Override
        public String toString() {
            return "deepCopy " + Labels.quoted(from.label()) + " -> " + Labels.quoted(to.label());
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.deepCopy(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.ofCopy(to, from);
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new DeepCopy(parts.view(to), parts.view(from));
        }
    }

    /**
     * One value for all elements of a view.
     *
     * @param value the value, of the element type of the view
     */
    record Fill(View view, ElementValue value) implements LeafWork {
        @Override
        public String toString() {
            return "fill " + Labels.quoted(view.label());
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.fill(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.ofDevice(List.of(Access.writes(view)));
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new Fill(parts.view(view), value);
        }
    }

    /** A nested graph. */
    record SubGraph(Graph graph) implements Work {
        @Override
        public String toString() {
            return "graph " + Labels.quoted(graph.label());
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.subGraph(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.NONE;
        }

        @Override
        public List<KernelCall> kernels() {
            return List.of();
        }

        @Override
        public List<NestedGraph> nested() {
            return NestedGraph.inlined(graph);
        }

        @Override
        public Graph inlined() {
            return graph;
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new SubGraph(parts.graph(graph));
        }
    }

    /** Captured calls. */
    record Captured(Capture capture) implements LeafWork {
        @Override
        public String toString() {
            return "capture";
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.captured(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.declared(Agent.LIBRARY, capture.accesses());
        }

        @Override
        public boolean runsOn(String kind) {
            return capture.supports(kind);
        }
    }

    /** One graph or another, by a condition that is evaluated on the device. */
    record If(Condition condition, Graph then, @Nullable Graph otherwise) implements Conditional {
        @Override
        public String toString() {
            return "if " + Labels.quoted(then.label()) + ""
                    + (otherwise == null ? "" : " else " + Labels.quoted(otherwise.label()));
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.branch(this);
        }

        @Override
        public List<KernelCall> kernels() {
            return List.of(KernelCall.once(Role.CONDITION, condition));
        }

        @Override
        public List<NestedGraph> nested() {
            return NestedGraph.branch(then, otherwise);
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new If(
                    (Condition) parts.body(condition),
                    parts.graph(then),
                    otherwise == null ? null : parts.graph(otherwise));
        }

        @Override
        public Kind kind() {
            return Kind.IF;
        }

        @Override
        public int ask() {
            return condition.test() ? 0 : 1;
        }
    }

    /**
     * A loop over a graph, while a condition holds that is evaluated on the device before each iteration.
     *
     * @param maxIterations the limit of iterations; exceeding it fails the run
     * @param iterations the view for the number of iterations, or null
     */
    record While(
            Condition condition,
            Graph body,
            int maxIterations,
            @Nullable IntView iterations) implements Conditional {
        @Override
        public String toString() {
            return "while " + Labels.quoted(body.label()) + ""
                    + (maxIterations == Integer.MAX_VALUE ? "" : " at most " + maxIterations);
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.loop(this);
        }

        @Override
        public NodeEffects effects() {
            return iterations == null ? NodeEffects.KERNELS : NodeEffects.ofDevice(List.of(Access.writes(iterations)));
        }

        @Override
        public List<KernelCall> kernels() {
            return List.of(KernelCall.once(Role.CONDITION, condition));
        }

        @Override
        public List<NestedGraph> nested() {
            return NestedGraph.body(body);
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new While(
                    (Condition) parts.body(condition),
                    parts.graph(body),
                    maxIterations,
                    iterations == null ? null : (IntView) parts.view(iterations));
        }

        @Override
        public Kind kind() {
            return Kind.WHILE;
        }

        @Override
        public int ask() {
            return condition.test() ? 0 : 1;
        }
    }

    /** One of several graphs, by an index that is evaluated on the device; none if it is out of range. */
    record Switch(Selector selector, List<Graph> cases) implements Conditional {
        @Override
        public String toString() {
            return "switch of " + cases.size();
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.choice(this);
        }

        @Override
        public List<KernelCall> kernels() {
            return List.of(KernelCall.once(Role.SELECTOR, selector));
        }

        @Override
        public List<NestedGraph> nested() {
            return NestedGraph.cases(cases);
        }

        /** @hidden */
        @Override
        public Work mapped(Mapping parts) {
            return new Switch(
                    (Selector) parts.body(selector),
                    cases.stream().map(parts::graph).toList());
        }

        @Override
        public Kind kind() {
            return Kind.SWITCH;
        }

        @Override
        public int ask() {
            return selector.index();
        }
    }

    /** An allocation of memory inside the graph. */
    record Allocate(ViewSpec<?> spec, View view) implements LeafWork {
        @Override
        public String toString() {
            return "allocate " + Labels.quoted(view.label());
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.allocate(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.allocation(view);
        }
    }

    /** A free of memory inside the graph. */
    record Free(View view) implements LeafWork {
        @Override
        public String toString() {
            return "free " + Labels.quoted(view.label());
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.free(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.end(view);
        }
    }

    /**
     * A rotation of the levels of a ring.
     *
     * @param levels the views of its levels
     */
    record Advance(RingState ring, List<View> levels) implements LeafWork {
        @Override
        public String toString() {
            return "advance " + Labels.quoted(ring.label());
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.advance(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.rotation(ring, levels);
        }
    }

    /** A record of an event. */
    record RecordEvent(Event event) implements LeafWork {
        @Override
        public String toString() {
            return "record " + event;
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.recordEvent(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.record(event);
        }
    }

    /** A wait for the last record of an event submitted earlier. */
    record AwaitEvent(Event event) implements LeafWork {
        @Override
        public String toString() {
            return "await " + event;
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.awaitEvent(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.await(event);
        }
    }

    /** A signal of a semaphore with a value. */
    record SignalSemaphore(ExternalSemaphore semaphore, long value) implements LeafWork {
        @Override
        public String toString() {
            return "signal " + semaphore + " " + value;
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.signalSemaphore(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.signal(semaphore, value);
        }
    }

    /** A wait until a semaphore reaches a value. */
    record WaitSemaphore(ExternalSemaphore semaphore, long value) implements LeafWork {
        @Override
        public String toString() {
            return "wait " + semaphore + " " + value;
        }

        @Override
        public <R extends @Nullable Object> R accept(WorkVisitor<R> visitor) {
            return visitor.waitSemaphore(this);
        }

        @Override
        public NodeEffects effects() {
            return NodeEffects.await(semaphore, value);
        }
    }
}
