package org.sporos.host.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.task.HostTask;
import org.sporos.host.task.HostTasks;
import org.sporos.host.task.Kernels;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.MemoryPlan;
import org.sporos.space.Allocation;
import org.sporos.space.HostArrays;

/**
 * Makes the program of a plan. Takes time linear in units and edges; recurses only into bodies of conditional nodes.
 */
public final class ProgramBuilder {
    private final TaskContext context;
    private final Kernels kernels;
    private final Steps steps = new Steps();
    private final List<LaunchUnit> units = new ArrayList<>();

    private ProgramBuilder(TaskContext context, Kernels kernels) {
        this.context = context;
        this.kernels = kernels;
    }

    /** Returns the program of a plan whose kernels are called as they are. */
    public static Program build(LaunchPlan plan, TaskContext context) {
        return build(plan, context, Kernels.none());
    }

    /** Returns the program of a plan. */
    public static Program build(LaunchPlan plan, TaskContext context, Kernels kernels) {
        ProgramBuilder builder = new ProgramBuilder(context, kernels);
        Body main = builder.add(plan, StepKind.RUN_END, null);
        kernels.ready();
        int walk = builder.steps.add(StepKind.WALK, null, null);
        return builder.steps.program(main, walk, builder.units, MemoryPlan.of(plan, ProgramBuilder::kind));
    }

    /** A Java array has one type of elements. What is too large for one fails as what it is. */
    private static Object kind(Allocation memory) {
        return memory.size() > HostArrays.MAX_ELEMENTS ? memory : memory.type();
    }

    /** Adds the steps of a plan, then those of the bodies in it. */
    private Body add(LaunchPlan plan, byte endKind, @Nullable Object endExtra) {
        int first = steps.size();
        int[] begin = new int[plan.size()];
        int[] last = new int[plan.size()];
        for (int u = 0; u < plan.size(); u++) {
            LaunchUnit unit = plan.units().get(u);
            units.add(unit);
            begin[u] = steps.size();
            addUnit(unit);
            last[u] = steps.size() - 1;
        }
        int end = steps.add(endKind, null, endExtra);
        int[] roots = connect(plan, begin, last, end);
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
        Body[] bodies = new Body[unit.bodies().size()];
        for (int b = 0; b < bodies.length; b++) {
            bodies[b] = add(unit.bodies().get(b), StepKind.BODY_END, control);
        }
        steps.extra(control, new Control(unit.work(), bodies));
    }

    private void addUnit(LaunchUnit unit) {
        byte kind = kindOf(unit);
        switch (kind) {
            case StepKind.TASK, StepKind.HOST -> addTask(unit, kind);
            case StepKind.ALLOCATE -> steps.allocate(unit, ((Work.Allocate) unit.work()).view());
            case StepKind.FREE -> steps.free(unit, ((Work.Free) unit.work()).view());
            case StepKind.LOOP -> steps.loop(unit);
            case StepKind.RECORD -> steps.event(kind, unit, ((Work.RecordEvent) unit.work()).event());
            case StepKind.AWAIT -> steps.event(kind, unit, ((Work.AwaitEvent) unit.work()).event());
            case StepKind.SIGNAL, StepKind.WAIT -> steps.semaphore(kind, unit);
            default -> steps.add(kind, unit, null);
        }
    }

    private void addTask(LaunchUnit unit, byte kind) {
        HostTask task = HostTasks.of(unit, context, kernels);
        for (int phase = 0; phase < task.phases(); phase++) {
            steps.task(kind, unit, task, phase);
        }
    }

    private static byte kindOf(LaunchUnit unit) {
        if (unit.isMerged()) {
            return StepKind.TASK;
        }
        Work work = unit.work();
        if (unit.empty()) {
            return StepKind.EMPTY;
        } else if (work instanceof Work.HostCall || work instanceof Work.Captured) {
            return StepKind.HOST;
        } else if (work instanceof Work.If || work instanceof Work.Switch) {
            return StepKind.CHOICE;
        } else if (work instanceof Work.While) {
            return StepKind.LOOP;
        } else if (work instanceof Work.Allocate) {
            return StepKind.ALLOCATE;
        } else if (work instanceof Work.Free) {
            return StepKind.FREE;
        } else if (work instanceof Work.RecordEvent) {
            return StepKind.RECORD;
        } else if (work instanceof Work.AwaitEvent) {
            return StepKind.AWAIT;
        } else if (work instanceof Work.SignalSemaphore) {
            return StepKind.SIGNAL;
        }
        return work instanceof Work.WaitSemaphore ? StepKind.WAIT : StepKind.TASK;
    }
}
