package org.sporos.host.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.ProgressReporter;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.task.KernelCompiler;
import org.sporos.host.task.TaskContext;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * Makes the program of a plan. Takes time linear in units and edges; recurses only into bodies of conditional nodes.
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

    /** Returns the program of a plan whose kernels are called as they are. */
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
        return builder.steps.program(main, serialStep, builder.units, places(plan));
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

    /** Returns the places of memory that nodes of a plan allocate. */
    public static BufferAssignment places(LaunchPlan plan) {
        return BufferAssignment.of(plan, ProgramBuilder::kind);
    }

    /** A Java array has one type of elements. What is too large for one fails as what it is. */
    private static Object kind(Allocation memory) {
        return memory.size() > ArrayAllocation.MAX_ELEMENTS ? memory : memory.type();
    }

    /**
     * Adds the steps of a plan, then the steps of its bodies.
     *
     * @param branch the unit of the branch whose body it is, or null
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
}
