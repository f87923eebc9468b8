package org.sporos.graph;

import java.util.List;
import java.util.function.UnaryOperator;
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
 * The work of a node, without a word of any backend. Each kind of node is a record here, and says of itself what all
 * steps from the checks to the lowering ask: its effects, its kernels and the graphs in it. Where steps differ by kind
 * they take a {@link WorkVisitor}, which has a method for each. Immutable; {@code toString} is the short form that
 * graphs print.
 */
public sealed interface Work permits LeafWork, KernelWork, Conditional, Work.SubGraph {

    /** Returns what a visitor has for this kind. */
    <R extends @Nullable Object> R accept(WorkVisitor<R> visitor);

    /** Returns what it does to memory, events and semaphores, but for what its kernels and the graphs in it do. */
    NodeEffects effects();

    /** Returns the kernel bodies that it calls. */
    List<KernelCall> kernels();

    /** Returns the graphs in it. */
    List<NestedGraph> nested();

    /**
     * Returns the same over other policies and with other graphs in it.
     *
     * @hidden
     */
    Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs);

    /** Returns the graph whose nodes stand for the node, or null. */
    default @Nullable Graph inlined() {
        return null;
    }

    /** Returns this work if it chooses from graphs by a question, or null. */
    default @Nullable Conditional conditional() {
        return null;
    }

    /** Returns whether a kind of space, such as {@code cuda}, can run it. */
    default boolean runsOn(String kind) {
        return true;
    }

    /** Returns whether it does nothing: a join. */
    default boolean isEmpty() {
        return effects() == NodeEffects.NONE && kernels().isEmpty() && nested().isEmpty();
    }

    /** Nothing: the point where several nodes have ended. */
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return new ParallelFor(policies.apply(policy), body);
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return new ParallelReduce(policies.apply(policy), reductions);
        }
    }

    /**
     * Prefix sums over the indexes of a range.
     *
     * @param contribution what each index adds
     * @param consumer what takes the sum of each index
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return new ParallelScan(policies.apply(policy), contribution, consumer, scan);
        }
    }

    /** One call on the device. */
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return this;
        }
    }

    /**
     * One call of any Java code on the CPU.
     *
     * @param accesses the views that it touches, as declared
     */
    record HostCall(List<Access> accesses, Runnable body) implements LeafWork {
        /** Returns the param that says whether a run calls it, or null if all do. */
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
    }

    /**
     * One value for all elements of a view.
     *
     * @param value of the type of the view
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
    }

    /** All nodes of another graph. */
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return new SubGraph(graphs.apply(graph));
        }
    }

    /** Calls that a capture describes. */
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return new If(condition, graphs.apply(then), otherwise == null ? null : graphs.apply(otherwise));
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
     * A graph again and again while a condition holds, which is evaluated on the device before each iteration.
     *
     * @param maxIterations more than these are a failure
     * @param iterations takes the number of iterations, if not null
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return new While(condition, graphs.apply(body), maxIterations, iterations);
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

    /** One of several graphs, by an index that is evaluated on the device; none if it names none. */
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
        public Work mapped(UnaryOperator<Policy> policies, UnaryOperator<Graph> graphs) {
            return new Switch(selector, cases.stream().map(graphs).toList());
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

    /** The beginning of memory that lives inside of the graph. */
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

    /** The end of memory that lives inside of the graph. */
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

    /** A wait for the last record of an event that was submitted before. */
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

    /** A rise of a semaphore to a value. */
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

    /** A wait for a semaphore to have at least a value. */
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
