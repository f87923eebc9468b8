package org.sporos.graph;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.param.BooleanParam;
import org.sporos.policy.Condition;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * The factory of tasks, with one method per kind of node, and the checks of their arguments. The typed methods of
 * {@link NodeRef}, {@link Task} and {@link EagerCalls} delegate to it. Immutable.
 */
final class Tasks {
    private final Definition definition;
    private final Supplier<@Nullable SourceLocation> line;

    /** Creates a factory for tasks of nodes, with the lines of the nodes. */
    Tasks(Definition definition) {
        this(definition, () -> null);
    }

    /** @param line supplies the line of a new task */
    Tasks(Definition definition, Supplier<@Nullable SourceLocation> line) {
        this.definition = definition;
        this.line = line;
    }

    <B extends KernelBody> BodyTask<B> loop(String label, Policy policy, B body) {
        check(label, policy);
        check(label, body);
        if (policy instanceof MDRangePolicy box) {
            checkRank(label, box, body);
        }
        return body(label, new Work.ParallelFor(policy, body), body);
    }

    BodyTask<RangeBody> loop(String label, int n, RangeBody body) {
        requireCount(label, n);
        return loop(label, RangePolicy.of(n), body);
    }

    BodyTask<LongRangeBody> loop(String label, Long n, LongRangeBody body) {
        requireCount(label, check(label, n));
        return loop(label, LongRangePolicy.of(n), body);
    }

    private void requireCount(String label, long n) {
        if (n < 0) {
            throw definition.refused("G005", label, "runs over " + n + " indexes", "Give it 0 or more.");
        }
    }

    /** Returns the rank of a box body, or 0 for others. */
    private static int rank(KernelBody body) {
        if (body instanceof RangeBody2) {
            return 2;
        } else if (body instanceof RangeBody3) {
            return 3;
        }
        return body instanceof RangeBody4 ? 4 : 0;
    }

    private void checkRank(String label, MDRangePolicy policy, KernelBody body) {
        int rank = rank(body);
        if (rank > 0 && policy.rank() != rank) {
            throw definition.refused(
                    "G005",
                    label,
                    "runs a body of " + rank + " indexes over " + policy + ", which has rank " + policy.rank(),
                    "Give the lambda as many indexes as the policy has dimensions.");
        }
    }

    Task reduce(String label, Policy policy, Reduction... reductions) {
        check(label, policy);
        for (Reduction reduction : check(label, reductions)) {
            Contributions.check(definition, label, policy, check(label, reduction));
        }
        if (reductions.length == 0) {
            throw definition.refused(
                    "G006", label, "reduces nothing", "Give it a reduction, such as Sum.into(view, ...).");
        }
        return task(label, new Work.ParallelReduce(policy, List.of(reductions)));
    }

    Task scan(String label, Policy policy, KernelBody contribution, KernelBody consumer, Scan scan) {
        check(label, policy);
        check(label, scan);
        return task(label, new Work.ParallelScan(policy, check(label, contribution), check(label, consumer), scan));
    }

    BodyTask<SingleBody> single(String label, SingleBody body) {
        return body(label, new Work.Single(check(label, body)), body);
    }

    Task host(String label, Collection<Access> accesses, Runnable body) {
        for (Access access : check(label, accesses)) {
            check(label, access);
        }
        return task(label, new Work.HostCall(List.copyOf(accesses), check(label, body)));
    }

    Task copy(String label, View to, View from) {
        return task(label, new Work.DeepCopy(check(label, to), check(label, from)));
    }

    Task fill(String label, View view, ElementValue value) {
        return task(label, new Work.Fill(check(label, view), check(label, value)));
    }

    /** Returns an extent as an int, the index type of loops over boxes; throws if it is too large. */
    int intExtent(String label, View view, int dimension) {
        long extent = view.extent(dimension);
        if (extent > Integer.MAX_VALUE) {
            throw definition.refused(
                    "G118",
                    label,
                    "fills with a param view " + Labels.quoted(view.label()) + ", whose extent " + dimension + " is "
                            + extent,
                    "Make the view with rank 1, or fill it with a number.");
        }
        return (int) extent;
    }

    /** Returns the graph that a body defines, with the label of its node. */
    Graph graph(String label, Consumer<? super NodeRef> body) {
        return Graph.define(labelled(label), check(label, body));
    }

    Task branch(String label, Condition condition, Graph graph) {
        return task(label, new Work.If(check(label, condition), check(label, graph), null));
    }

    Task branch(String label, Condition condition, Graph graph, Graph otherwise) {
        return task(label, new Work.If(check(label, condition), check(label, graph), check(label, otherwise)));
    }

    Task loop(String label, Condition condition, Graph graph, int maxIterations, @Nullable IntView iterations) {
        if (maxIterations < 0) {
            throw definition.refused(
                    "G005",
                    label,
                    "allows " + maxIterations + " iterations",
                    "Allow 0 or more iterations, or leave the limit out.");
        }
        return task(label, new Work.While(check(label, condition), check(label, graph), maxIterations, iterations));
    }

    Task choice(String label, Selector selector, Graph... graphs) {
        for (Graph graph : check(label, graphs)) {
            check(label, graph);
        }
        return task(label, new Work.Switch(check(label, selector), List.of(graphs)));
    }

    /** Returns a task with one argument. */
    <T> Task of(String label, T argument, Function<T, Work> work) {
        return task(label, work.apply(check(label, argument)));
    }

    /** Throws if an argument is null. */
    <T> T check(@Nullable String label, @Nullable T argument) {
        return definition.check(label, argument);
    }

    /** Returns the task of a work with checked arguments. */
    Task task(@Nullable String label, Work work) {
        return new Task(labelled(label), work, 0, line.get());
    }

    private <B extends KernelBody> BodyTask<B> body(@Nullable String label, Work work, B body) {
        return new BodyTask<>(labelled(label), work, 0, body, line.get());
    }

    /** Returns the work of a task over another policy. */
    Work over(String label, Work work, Policy policy) {
        check(label, policy);
        if (work instanceof Work.ParallelFor loop) {
            requireFit(label, policy, loop.body(), "runs");
            return new Work.ParallelFor(policy, loop.body());
        } else if (work instanceof Work.ParallelReduce reduce) {
            return reduce(label, policy, reduce.reductions().toArray(Reduction[]::new))
                    .work();
        } else if (work instanceof Work.ParallelScan scan) {
            requireFit(label, policy, scan.contribution(), "scans");
            return new Work.ParallelScan(policy, scan.contribution(), scan.consumer(), scan.scan());
        }
        throw definition.refused(
                "G140", label, "is given a policy, but is a " + work, "Only loops, reductions and scans have one.");
    }

    /** Returns work for a node of a priority: the nodes of its nested graphs have at least the same. */
    Work prior(String label, Work work, int priority) {
        if (priority < 0) {
            throw definition.refused(
                    "G145",
                    label,
                    "is given priority " + priority,
                    "Use 0, the usual one, or more; give the other nodes a higher one.");
        } else if (!hasPriority(work)) {
            throw definition.refused(
                    "G146",
                    label,
                    "is given priority " + priority + ", but is a " + work,
                    "Only kernels, copies, fills, captures, and branches, loops and graphs of these have one.");
        }
        return work.mapped(new LeastPriority(priority));
    }

    private static boolean hasPriority(Work work) {
        return work instanceof KernelWork
                || work instanceof Work.DeepCopy
                || work instanceof Work.Fill
                || work instanceof Work.Captured
                || !work.nested().isEmpty();
    }

    /** Nested graphs whose nodes have at least a priority, where they can have one. */
    private record LeastPriority(int priority) implements Work.Mapping {
        @Override
        public Graph graph(Graph graph) {
            return graph.mapped(
                    node -> node.work().mapped(this),
                    node -> hasPriority(node.work()) ? Math.max(priority, node.priority()) : node.priority());
        }
    }

    /** Returns a priority for texts, with a space before it, or the empty string for the usual one. */
    static String shown(int priority) {
        return switch (priority) {
            case 0 -> "";
            case Task.HIGHEST_PRIORITY -> " of the highest priority";
            default -> " of priority " + priority;
        };
    }

    /** Returns the work of a task under a branch on a param. */
    Work enabled(Task task, BooleanParam param) {
        Work work = task.work();
        check(task.label(), param);
        String what = unswitchable(work.effects());
        if (what != null) {
            throw definition.refused(
                    "G144",
                    task.label(),
                    "is " + what + ", which " + param + " cannot enable",
                    "Enable kernels, copies, fills, host nodes, conditionals and graphs of these;"
                            + " submit another graph where other nodes are left out.");
        } else if (work instanceof Work.HostCall call) {
            return new Work.HostCall(call.accesses(), new SwitchedCall(param, call.body()));
        }
        Graph inlined = work.inlined();
        Graph then = inlined != null ? inlined : Graph.define(task.label(), root -> root.then(task));
        return new Work.If(new SwitchCondition(param), then, null);
    }

    private static @Nullable String unswitchable(NodeEffects effects) {
        if (effects.isOfEvent()) {
            return "an event node";
        } else if (effects.isOfSemaphore()) {
            return "a semaphore node";
        }
        return effects.agent() == NodeEffects.Agent.LIBRARY ? "a capture" : null;
    }

    private void requireFit(String label, Policy policy, KernelBody body, String does) {
        if (!Contributions.fits(policy, body)) {
            throw definition.refused(
                    "G140",
                    label,
                    does + " a body made for " + Contributions.madeFor(body) + " over " + Contributions.nameOf(policy),
                    "Give it a policy of that kind, or make another task.");
        }
    }

    String labelled(@Nullable String label) {
        if (label == null) {
            throw definition.unlabelled();
        }
        return label;
    }
}
