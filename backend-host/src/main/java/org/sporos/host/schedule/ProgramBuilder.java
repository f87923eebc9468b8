package org.sporos.host.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.ProgressReporter;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.task.HostTask;
import org.sporos.host.task.HostTasks;
import org.sporos.host.task.KernelCompiler;
import org.sporos.host.task.RotateTask;
import org.sporos.host.task.TaskContext;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * Builds the program of a plan. Takes time linear in units and edges; recurses only into bodies of conditional nodes.
 */
public final class ProgramBuilder {
    private final TaskContext context;
    private final KernelCompiler kernels;
    private final ProgressReporter progress;
    private final Steps steps = new Steps();
    private final List<LaunchUnit> units = new ArrayList<>();

    private ProgramBuilder(TaskContext context, KernelCompiler kernels, ProgressReporter progress) {
        this.context = context;
        this.kernels = kernels;
        this.progress = progress;
    }

    /** Returns the program of a plan with uncompiled kernels. */
    public static Program build(LaunchPlan plan, TaskContext context) {
        return build(plan, context, KernelCompiler.none(), ProgressReporter.NONE);
    }

    /** Returns the program of a plan. */
    public static Program build(
            LaunchPlan plan, TaskContext context, KernelCompiler kernels, ProgressReporter progress) {
        ProgramBuilder builder = new ProgramBuilder(context, kernels, progress);
        progress.begin(Step.LOWER, progress.isHeard() ? units(plan) : 0);
        Body main = builder.add(plan, null, StepKind.RUN_END, null);
        kernels.ready(progress);
        int serialStep = builder.steps.add(StepKind.SERIAL_RUN, null, null);
        return builder.steps.program(main, serialStep, builder.units, buffers(plan));
    }

    private static int units(LaunchPlan plan) {
        int count = plan.size();
        for (LaunchUnit unit : plan.units()) {
            for (LaunchPlan body : unit.bodies()) {
                count += units(body);
            }
        }
        return count;
    }

    /** Returns the assignment of a plan's allocations to buffers. */
    public static BufferAssignment buffers(LaunchPlan plan) {
        return BufferAssignment.of(plan, ProgramBuilder::kind);
    }

    /** A Java array has one element type. Allocations too large for an array are kept apart: their allocation fails. */
    private static Object kind(Allocation memory) {
        return memory.size() > ArrayAllocation.MAX_ELEMENTS ? memory : memory.type();
    }

    /**
     * Adds the steps of a plan, then the steps of its bodies.
     *
     * @param branch the unit of the branch that has the plan as a body, or null
     */
    private Body add(LaunchPlan plan, @Nullable LaunchUnit branch, byte endKind, @Nullable Object endExtra) {
        int first = steps.size();
        int[] begin = new int[plan.size()];
        int[] last = new int[plan.size()];
        for (int u = 0; u < plan.size(); u++) {
            LaunchUnit unit = plan.units().get(u);
            units.add(unit);
            begin[u] = steps.size();
            addUnit(unit);
            last[u] = steps.size() - 1;
            progress.reached(units.size());
        }
        int leaf = steps.size();
        if (branch != null) {
            of(branch).rotations(plan);
        }
        int end = steps.add(endKind, null, endExtra);
        for (int step = leaf; step < end; step++) {
            steps.edge(step, step + 1);
        }
        int[] roots = connect(plan, begin, last, leaf);
        for (int u = 0; u < plan.size(); u++) {
            if (steps.isControl(begin[u])) {
                addBodies(plan.units().get(u), begin[u]);
            }
        }
        return new Body(first, end, roots);
    }

    private int[] connect(LaunchPlan plan, int[] begin, int[] last, int end) {
        int[] roots = new int[Math.max(1, plan.size())];
        int count = 0;
        for (int u = 0; u < plan.size(); u++) {
            if (plan.predecessorCount(u) == 0) {
                roots[count++] = begin[u];
            }
            for (int step = begin[u]; step < last[u]; step++) {
                steps.edge(step, step + 1);
            }
            for (int k = 0; k < plan.predecessorCount(u); k++) {
                if (plan.isPointwise(u, k)) {
                    steps.pointwiseEdge(last[plan.predecessor(u, k)], begin[u]);
                } else {
                    steps.edge(last[plan.predecessor(u, k)], begin[u]);
                }
            }
            if (plan.successorCount(u) == 0) {
                steps.edge(last[u], end);
            }
        }
        if (plan.size() == 0) {
            roots[count++] = end;
        }
        return Arrays.copyOf(roots, count);
    }

    private void addBodies(LaunchUnit unit, int control) {
        boolean isLoop = unit.isConditional(Conditional.Kind.WHILE);
        Body[] bodies = new Body[unit.bodies().size()];
        for (int b = 0; b < bodies.length; b++) {
            bodies[b] = add(unit.bodies().get(b), isLoop ? null : unit, StepKind.BODY_END, control);
        }
        steps.extra(
                control,
                new Control(
                        Required.internal(unit.work().conditional(), "the question of a unit with bodies"),
                        bodies,
                        isLoop ? steps.rotations(unit, control) : List.of()));
    }

    private StepsOfWork of(LaunchUnit unit) {
        return new StepsOfWork(unit, steps, context, kernels);
    }

    private void addUnit(LaunchUnit unit) {
        StepsOfWork adding = of(unit);
        if (unit.empty()) {
            adding.nothing();
        } else if (unit.isMerged()) {
            adding.task(StepKind.TASK);
        } else {
            unit.work().accept(adding);
        }
    }

    /** Adds the steps of one unit to a program, by the kind of its node. */
    @SuppressWarnings("NullAway") // The checker ignores nullable type arguments.
    private record StepsOfWork(LaunchUnit unit, Steps steps, TaskContext context, KernelCompiler kernels)
            implements WorkVisitor<@Nullable Void> {

        /** Adds an empty step. */
        void nothing() {
            steps.add(StepKind.EMPTY, unit, null);
        }

        /** Adds a step for each phase of the unit's task. */
        void task(byte kind) {
            phases(kind, HostTasks.of(unit, context, kernels));
        }

        private void phases(byte kind, HostTask task) {
            for (int phase = 0; phase < task.phases(); phase++) {
                steps.task(kind, unit, task, phase);
            }
        }

        @Override
        public @Nullable Void join(Work.Join work) {
            nothing();
            return null;
        }

        @Override
        public @Nullable Void parallelFor(Work.ParallelFor work) {
            task(StepKind.TASK);
            return null;
        }

        @Override
        public @Nullable Void parallelReduce(Work.ParallelReduce work) {
            task(StepKind.TASK);
            return null;
        }

        @Override
        public @Nullable Void parallelScan(Work.ParallelScan work) {
            task(StepKind.TASK);
            return null;
        }

        @Override
        public @Nullable Void single(Work.Single work) {
            task(StepKind.TASK);
            return null;
        }

        @Override
        public @Nullable Void hostCall(Work.HostCall work) {
            task(StepKind.HOST);
            return null;
        }

        @Override
        public @Nullable Void deepCopy(Work.DeepCopy work) {
            task(StepKind.TASK);
            return null;
        }

        @Override
        public @Nullable Void fill(Work.Fill work) {
            task(StepKind.TASK);
            return null;
        }

        @Override
        public @Nullable Void subGraph(Work.SubGraph work) {
            nothing();
            return null;
        }

        @Override
        public @Nullable Void captured(Work.Captured work) {
            task(StepKind.HOST);
            return null;
        }

        @Override
        public @Nullable Void branch(Work.If work) {
            steps.add(StepKind.BRANCH, unit, null);
            return null;
        }

        /** Adds the steps that restore the positions of rings after a conditional body has rotated them. */
        void rotations(LaunchPlan body) {
            body.rotations()
                    .forEach((ring, rotations) -> phases(StepKind.TASK, new RotateTask(ring, rotations, context)));
        }

        @Override
        public @Nullable Void loop(Work.While work) {
            steps.loop(unit);
            rotations(unit.bodies().get(0));
            return null;
        }

        @Override
        public @Nullable Void choice(Work.Switch work) {
            steps.add(StepKind.BRANCH, unit, null);
            return null;
        }

        @Override
        public @Nullable Void allocate(Work.Allocate work) {
            steps.allocate(unit, work.view());
            return null;
        }

        @Override
        public @Nullable Void free(Work.Free work) {
            steps.free(unit, work.view());
            return null;
        }

        @Override
        public @Nullable Void advance(Work.Advance work) {
            task(StepKind.TASK);
            return null;
        }

        @Override
        public @Nullable Void recordEvent(Work.RecordEvent work) {
            steps.event(StepKind.RECORD, unit, work.event());
            return null;
        }

        @Override
        public @Nullable Void awaitEvent(Work.AwaitEvent work) {
            steps.event(StepKind.AWAIT, unit, work.event());
            return null;
        }

        @Override
        public @Nullable Void signalSemaphore(Work.SignalSemaphore work) {
            steps.semaphore(StepKind.SIGNAL, unit);
            return null;
        }

        @Override
        public @Nullable Void waitSemaphore(Work.WaitSemaphore work) {
            steps.semaphore(StepKind.WAIT, unit);
            return null;
        }
    }
}
