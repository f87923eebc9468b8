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
