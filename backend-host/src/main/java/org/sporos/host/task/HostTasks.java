package org.sporos.host.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.code.CodeLoop;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.IntView;

/** Makes the tasks of launch units. */
public final class HostTasks {

    private HostTasks() {}

    /**
     * Returns a new task that does the work of a unit: loops, reductions, scans, single and host calls, copies, fills and
     * captures with Java code. What it needs while it runs is allocated here.
     *
     * @throws InternalException if the unit is of another kind, such as a conditional: those are the executor's
     */
    public static HostTask of(LaunchUnit unit, TaskContext context, Kernels kernels) {
        HostTask task =
                unit.isMerged() ? merged(unit, context, kernels) : of(unit.work(), unit.node(), context, kernels);
        if (task == null) {
            throw new InternalException("no task on host does the work of " + unit);
        }
        return task;
    }

    /** Members of one loop have one policy; single calls have none. */
    private static @Nullable HostTask merged(LaunchUnit unit, TaskContext context, Kernels kernels) {
        List<LaunchUnit> members = unit.members();
        CodeLoop code = kernels.forEach(unit);
        if (code != null && members.get(0).work() instanceof Work.ParallelFor first) {
            return loop(first, code, context);
        }
        if (members.stream().allMatch(member -> member.work() instanceof Work.Single)) {
            return new CallsTask(members.stream()
                    .map(member -> ((Work.Single) member.work()).body())
                    .toArray(SingleBody[]::new));
        }
        HostTask[] tasks = new HostTask[members.size()];
        for (int m = 0; m < tasks.length; m++) {
            LaunchUnit member = members.get(m);
            HostTask task = of(member.work(), member.node(), context, kernels);
            if (task == null) {
                return null;
            }
            tasks[m] = task;
        }
        return new MergedTask(tasks);
    }

    private static @Nullable HostTask of(Work work, Node node, TaskContext context, Kernels kernels) {
        if (work instanceof Work.ParallelFor loop) {
            return checked(loop.policy(), loop(loop, node, context, kernels), context);
        } else if (work instanceof Work.ParallelReduce reduce) {
            return checked(reduce.policy(), Reductions.task(reduce, node, context, kernels), context);
        } else if (work instanceof Work.ParallelScan scan) {
            return checked(scan.policy(), ScanTask.of(scan, node, context, kernels), context);
        } else if (work instanceof Work.Single single) {
            return new CallTask(single.body()::run);
        } else if (work instanceof Work.HostCall call) {
            return new CallTask(call.body());
        } else if (work instanceof Work.Captured captured && captured.capture().hostBody() != null) {
            return new CallTask(captured.capture().hostBody());
        } else if (work instanceof Work.DeepCopy copy) {
            return CopyTask.copy(copy.to(), copy.from(), context);
        } else if (work instanceof Work.Fill fill) {
            return CopyTask.fill(fill.view(), fill.value(), context);
        }
        return null;
    }

    /** A strict space checks what is promised. */
    private static HostTask checked(Policy policy, HostTask task, TaskContext context) {
        IndexSet set = policy instanceof RangePolicy range ? range.set() : null;
        IntView elements = ListedBody.elements(policy);
        return context.strict() && set != null && elements != null && set.isPromised()
                ? new PromisedTask(task, elements)
                : task;
    }

    private static HostTask loop(Work.ParallelFor loop, Node node, TaskContext context, Kernels kernels) {
        Policy policy = loop.policy();
        KernelBody body = loop.body();
        if (policy instanceof TeamPolicy teams) {
            return new TeamTask(teams, (TeamBody) body, node.label(), context);
        }
        return loop(loop, kernels.forEach(node, policy, body), context);
    }

    private static HostTask loop(Work.ParallelFor loop, @Nullable CodeLoop made, TaskContext context) {
        Policy policy = loop.policy();
        CodeLoop code = made != null ? made : CodeLoop.of(loop.body(), ListedBody.elements(policy));
        if (policy instanceof RangePolicy range) {
            return new RangeTask(range, code, context);
        } else if (policy instanceof LongRangePolicy range) {
            return new LongRangeTask(range, code, context);
        }
        return new BoxTask((MDRangePolicy) policy, code, context);
    }
}
