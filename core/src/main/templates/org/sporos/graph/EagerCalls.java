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
 * Eager calls: work submitted by a single call, without a graph. Spaces run it on their default stream, streams on
 * themselves. The arguments are those of the {@code then...} methods of {@link NodeRef}.
 *
 * <p>A call returns at once. Its work runs after all earlier submits to the stream, like a graph of one node, and its
 * failure surfaces at the next fence. Violations that are detected before a run are thrown by the call.
 *
 * <p>The first call of a kind is checked and compiled; equal calls with the same views, numbers and policy reuse the
 * result, also from other threads. A space caches the last 256 kinds of calls, with the memory of their views, until it
 * or one of these views is closed: then the next eager call or fence releases them. Calls of one kind run one after the
 * other even on different streams. An error names the line of the first call of a kind.
 *
 * <p>{@link Graph#record} turns the eager calls of a function into a graph. Thread-safe; host nodes and kernels cannot
 * make eager calls.
 *
 * <pre>{@code
 * space.parallelFor("init", RangePolicy.of(n), i -> x.set(i, i));
 * space.deepCopy("copy", y, x);
 * space.fence();
 * }</pre>
 */
public interface EagerCalls {

    /** Returns the stream of the calls. */
    ExecutionStream eagerStream();

    /** Returns whether the eager calls of this thread are being recorded into a graph instead of being run. */
    default boolean isRecording() {
        return Recording.current() != null;
    }

    /**
     * Runs a task.
     *
     * @throws GraphException with all its violations
     * @throws IllegalStateException if the stream or its space is closed
     */
    default void submit(Task task) {
        EagerRun.submit(this, task);
    }
[#assign by = "calls"]
[#macro verb task takes makes node="" returns="" eager=false]
[#if eager]
[@javadoc][#nested][/@javadoc]
${signature("default void " + task, takes)}
        EagerRun.of(this, tasks -> ${makes});
    }
[/#if]
[/#macro]
[#include '/@build/verbs.ftl']
}
