package org.sporos.host.task;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.host.jit.TieredLoop;
import org.sporos.host.natives.MemberFailure;
import org.sporos.internal.error.Required;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamPolicy;

/** The factory of tasks for launch units. */
public final class HostTasks {

    private HostTasks() {}

    /**
     * Returns a new task for a unit: loops, reductions, scans, single and host calls, copies, fills and captures with
     * Java code. All memory that it needs during runs is allocated here.
     *
     * @throws InternalException if the unit is of another kind, such as a conditional: those are run by the executor
     */
    public static HostTask of(LaunchUnit unit, TaskContext context, KernelCompiler kernels) {
        List<ItemAccesses> promised = new ArrayList<>();
        TaskOfWork tasks = new TaskOfWork(unit.node(), context, kernels, promised);
        HostTask task = unit.isMerged() ? merged(unit, tasks) : unit.work().accept(tasks);
        if (task == null) {
            throw new InternalException("no task on host does the work of " + unit);
        }
        return RunChecks.ofWrites(task, promised);
    }

    /** Members of one loop have one policy; single calls have none. */
    private static @Nullable HostTask merged(LaunchUnit unit, TaskOfWork of) {
        List<LaunchUnit> members = unit.members();
        KernelCompiler kernels = of.kernels();
        TieredLoop code = kernels.forEach(unit);
        if (code != null) {
            KernelCall first = members.get(0).node().kernels().get(0);
            Policy policy = Required.internal(first.policy(), "the policy of a loop");
            boolean repeats = members.stream().anyMatch(member -> kernels.repeats(member.node()));
            return loop(policy, first.body(), code, repeats, of.context());
        }
        SingleBody[] calls = calls(members, kernels);
        if (calls.length == members.size()) {
            boolean prints = members.stream().anyMatch(member -> kernels.prints(member.node(), 0));
            return new Call(inOrder(calls), prints);
        }
        HostTask[] tasks = new HostTask[members.size()];
        for (int m = 0; m < tasks.length; m++) {
            LaunchUnit member = members.get(m);
            HostTask task = member.work().accept(of.of(member.node()));
            if (task == null) {
                return null;
            }
            tasks[m] = task;
        }
        return new MergedTask(tasks);
    }

    private static SingleBody[] calls(List<LaunchUnit> members, KernelCompiler kernels) {
        return members.stream()
                .filter(member -> member.node().role() == KernelCall.Role.SINGLE)
                .map(member -> kernels.called(member.node(), 0, (SingleBody)
                        member.node().kernels().get(0).body()))
                .toArray(SingleBody[]::new);
    }

    private static HostTask loop(Work.ParallelFor loop, TaskOfWork of) {
        Node node = of.node();
        TaskContext context = of.context();
        KernelCompiler kernels = of.kernels();
        Policy policy = loop.policy();
        KernelBody body = of.checked(kernels.called(node, 0, loop.body()));
        if (policy instanceof TeamPolicy teams) {
            TeamPool pool = new TeamPool(teams, body, node.label(), kernels.isMemberFree(node, 0), context);
            return new TeamTask(teams, pool, context);
        }
        return loop(policy, body, kernels.forEach(node, policy, body), kernels.repeats(node), context);
    }

    private static HostTask loop(
            Policy policy, KernelBody body, @Nullable TieredLoop made, boolean repeats, TaskContext context) {
        TieredLoop code = made != null ? made : TieredLoop.of(body, ListedBody.elements(policy));
        return policy instanceof MDRangePolicy box
                ? new BoxTask(box, code, repeats, context)
                : new RangeTask(policy, code, repeats, context);
    }

    private static Runnable inOrder(SingleBody... bodies) {
        return () -> {
            int member = 0;
            try {
                for (; member < bodies.length; member++) {
                    bodies[member].run();
                }
            } catch (Throwable failure) {
                throw MemberFailure.of(member, failure);
            }
        };
    }

    /**
     * A single call of Java code.
     *
     * @param isWatched whether the code prints
     */
    private record Call(Runnable body, boolean isWatched) implements HostTask {
        @Override
        public void run(int phase, int chunk) {
            body.run();
        }
    }

    /** A body called once per member of each team of a league. */
    private static final class TeamTask implements HostTask {
        private final TeamPool pool;
        private final RunRange league;
        private final Chunks chunks;

        TeamTask(TeamPolicy policy, TeamPool pool, TaskContext context) {
            this.pool = pool;
            this.league = RunRange.of(policy);
            this.chunks = Chunks.ofUnits(policy.league(), 1, context);
        }

        @Override
        public int chunks(int phase) {
            return chunks.count();
        }

        @Override
        public String note() {
            String members = pool.members() == 1
                    ? ""
                    : "; its " + pool.members() + " members take turns as threads at each barrier, which is slow:"
                            + " leave the size to the backend, or do without teamRank() and stores outside of parallelFor";
            return "no C++: the lambda of a team is called as it is" + members;
        }

        @Override
        public void run(int phase, int chunk) {
            Team team = pool.take();
            try {
                int end = (int) Math.min(chunks.end(chunk), league.size());
                for (int rank = (int) chunks.begin(chunk); rank < end; rank++) {
                    team.run(rank);
                }
            } finally {
                pool.give(team);
            }
        }
    }

    /** Creates the task of each kind of node; null for kinds that the executor runs itself. */
    @SuppressWarnings("NullAway") // The checker ignores nullable type arguments.
    private record TaskOfWork(Node node, TaskContext context, KernelCompiler kernels, List<ItemAccesses> promised)
            implements WorkVisitor<@Nullable HostTask> {

        TaskOfWork of(Node other) {
            return new TaskOfWork(other, context, kernels, promised);
        }

        /** Returns the body; in a strict space, a body that declares disjoint writes with a check of them. */
        KernelBody checked(KernelBody body) {
            if (!context.strict() || !(body instanceof DisjointWrites)) {
                return body;
            }
            ItemAccesses accesses = new ItemAccesses();
            promised.add(accesses);
            return BodyProxies.noting(body, accesses);
        }

        @Override
        public @Nullable HostTask join(Work.Join work) {
            return null;
        }

        @Override
        public @Nullable HostTask parallelFor(Work.ParallelFor work) {
            return RunChecks.ofPolicy(work.policy(), HostTasks.loop(work, this), context);
        }

        @Override
        public @Nullable HostTask parallelReduce(Work.ParallelReduce work) {
            return RunChecks.ofPolicy(work.policy(), Reductions.task(work, node, context, kernels), context);
        }

        @Override
        public @Nullable HostTask parallelScan(Work.ParallelScan work) {
            return RunChecks.ofPolicy(work.policy(), ScanTask.of(work, node, context, kernels), context);
        }

        @Override
        public @Nullable HostTask single(Work.Single work) {
            return new Call(kernels.called(node, 0, work.body())::run, kernels.prints(node, 0));
        }

        @Override
        public @Nullable HostTask hostCall(Work.HostCall work) {
            return new Call(work.body(), false);
        }

        @Override
        public @Nullable HostTask deepCopy(Work.DeepCopy work) {
            return CopyTask.copy(work.to(), work.from(), context);
        }

        @Override
        public @Nullable HostTask fill(Work.Fill work) {
            return CopyTask.fill(work.view(), work.value(), context);
        }

        @Override
        public @Nullable HostTask subGraph(Work.SubGraph work) {
            return null;
        }

        @Override
        public @Nullable HostTask captured(Work.Captured work) {
            Runnable body = work.capture().hostBody();
            return body == null ? null : new Call(body, false);
        }

        @Override
        public @Nullable HostTask branch(Work.If work) {
            return null;
        }

        @Override
        public @Nullable HostTask loop(Work.While work) {
            return null;
        }

        @Override
        public @Nullable HostTask choice(Work.Switch work) {
            return null;
        }

        @Override
        public @Nullable HostTask allocate(Work.Allocate work) {
            return null;
        }

        @Override
        public @Nullable HostTask free(Work.Free work) {
            return null;
        }

        @Override
        public @Nullable HostTask advance(Work.Advance work) {
            return new Call(RotateTask.rotation(work.ring()), false);
        }

        @Override
        public @Nullable HostTask recordEvent(Work.RecordEvent work) {
            return null;
        }

        @Override
        public @Nullable HostTask awaitEvent(Work.AwaitEvent work) {
            return null;
        }

        @Override
        public @Nullable HostTask signalSemaphore(Work.SignalSemaphore work) {
            return null;
        }

        @Override
        public @Nullable HostTask waitSemaphore(Work.WaitSemaphore work) {
            return null;
        }
    }
}
