package org.sporos.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
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
 * and one task serves many graphs; {@link EagerCalls#submit(Task)} runs one without a graph. The methods have the
 * parameters of the {@code then...} methods of {@link NodeRef}. Copies with another label, policy or body leave the
 * task unchanged.
 *
 * <p>Memory inside a graph belongs to that graph, so its allocation and free are no tasks.
 *
 * <p>The methods throw a {@link GraphException} if an argument is null or does not fit. Immutable, thread-safe.
 *
 * <pre>{@code
 * Task axpy = Task.parallelFor("axpy", RangePolicy.of(n), i -> y.set(i, y.get(i) + 2 * x.get(i)));
 * Graph twice = Graph.define("twice", root -> root.then(axpy).then(axpy.withLabel("again")));
 * }</pre>
 */
public sealed class Task permits BodyTask {
    /** The highest priority of any device. */
    public static final int HIGHEST_PRIORITY = Integer.MAX_VALUE;

    /** Creates tasks outside of a graph. */
    static final Tasks OUTSIDE = new Tasks(new Definition("task", () -> ""), SourceLocation::ofCaller);

    private final String label;
    private final Work work;
    private final int priority;
    private final @Nullable SourceLocation where;

    /** @param where the line that created it, or null if only the line of the node counts */
    Task(String label, Work work, int priority, @Nullable SourceLocation where) {
        this.label = label;
        this.work = work;
        this.priority = priority;
        this.where = where;
    }

    /** Returns its label, which its nodes inherit. */
    public String label() {
        return label;
    }

    /** Returns the work of its nodes. */
    public Work work() {
        return work;
    }

    /** Returns the priority of its nodes: 0 is the default. */
    public int priority() {
        return priority;
    }

    /** Returns the line that created it or the task that it is a copy of. Its nodes have lines of their own. */
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
     * Returns the same task with a priority: of kernels that are ready at the same time, a GPU first starts blocks of
     * higher priority. 0 is the default. It is a node attribute of CUDA, whose devices have a few levels: higher values
     * are clamped. HIP and the host ignore it. A capture is recorded on a stream of the priority; nodes of a graph,
     * branch or loop have at least the one given to it. Concurrent nodes share a launch only with nodes of the same
     * priority; merged into one loop with others, the highest priority counts. No result depends on it.
     *
     * <pre>{@code
     * Task halo = Task.parallelFor("halo", policy, body).withPriority(1);
     * }</pre>
     *
     * @throws GraphException if it is negative, or the task is a host node, of an event or a semaphore, or turns a ring
     */
    public Task withPriority(int other) {
        return copy(label, OUTSIDE.prior(label, work, other), other);
    }

    /**
     * Returns the same task with a switch: a run with a false param at its submit skips the work and continues with the
     * successors. Results of the skipped work keep their values, such as that of a reduction. The node is a branch,
     * which is never merged; copies with another policy or body must be made before.
     *
     * <pre>{@code
     * BooleanParam reports = BooleanParam.of("reports", false);
     * root.then(Task.parallelReduce("energy", policy, Sum.into(energy, i -> x.get(i))).enabledIf(reports));
     * }</pre>
     *
     * @throws GraphException if the param is null, or the task is a capture or of an event or a semaphore
     */
    public Task enabledIf(BooleanParam param) {
        return new Task(label, OUTSIDE.enabled(this, param), 0, where);
    }

    Task copy(String label, Work work, int priority) {
        return new Task(label, work, priority, where);
    }
[#assign by = "tasks"]
[#macro verb task takes makes node="" returns="Task" eager=false]
[@javadoc][#nested][/@javadoc]
${signature("public static " + returns + " " + task, takes)}
        return ${makes?replace("tasks", "OUTSIDE")};
    }
[/#macro]
[#include '/@build/verbs.ftl']

    /** Returns one line, as in {@code axpy parallelFor[0, 8) (Blas.java:12)}. */
    @Override
    public String toString() {
        return Labels.shown(label) + " " + work + Tasks.shown(priority) + (where == null ? "" : " (" + where + ")");
    }
}
