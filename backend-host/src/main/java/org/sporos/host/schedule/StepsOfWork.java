package org.sporos.host.schedule;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.host.task.HostTask;
import org.sporos.host.task.HostTasks;
import org.sporos.host.task.KernelCompiler;
import org.sporos.host.task.RotateTask;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/** Adds the steps of one unit to a program: those of each kind of node. */
@SuppressWarnings("NullAway") // It does not look at type arguments that may be null.
record StepsOfWork(LaunchUnit unit, Steps steps, TaskContext context, KernelCompiler kernels)
        implements WorkVisitor<@Nullable Void> {

    /** Adds a step that does nothing. */
    void nothing() {
        steps.add(StepKind.EMPTY, unit, null);
    }

    /** Adds a step for each phase of the task that does the work of the unit. */
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

    /** Adds the steps that restore the positions of the rings that a body of a conditional rotates. */
    void rotations(LaunchPlan body) {
        body.rotations().forEach((ring, rotations) -> phases(StepKind.TASK, new RotateTask(ring, rotations, context)));
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
