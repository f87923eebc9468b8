package org.sporos.host.schedule;

import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.KernelCall;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.task.HostTask;
import org.sporos.host.task.PieceRecorder;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.SingleBody;
import org.sporos.view.View;

/**
 * A launch plan as flat arrays of steps: a unit is one step for each phase of its task, or one step; each plan, also
 * those of the bodies of conditional nodes, is a run of steps in topological order and ends with an end step.
 * Immutable.
 *
 * @param kind what is done at each step, see {@link StepKind}
 * @param chunks the number of chunks of each step
 * @param phase the phase of its task that a step is
 * @param task the task of a step
 * @param extra what a step needs else: its {@link Control}, {@link EventUse} or semaphore; the step of its conditional
 *     node for the end of a body
 * @param unit the unit that each step belongs to
 * @param waits the number of steps that lead to each step, at least 1
 * @param firstSuccessor where the successors of each step begin
 * @param successors the successors of all steps
 * @param aligned whether each of these, chunk by chunk, waits only for the chunk of the same number
 * @param slot the place of a step among those that wait, of its memory, or of its count of passes
 * @param main the steps of the graph itself
 * @param serialStep the step that runs the whole program on one thread
 * @param eventSteps the steps that record or await an event, in the order of definition
 * @param waitSteps the steps that wait for something outside of the run, or for a worker that calls them
 * @param memories the views that it allocates
 * @param memoryPlan where their memory lies
 * @param loops the number of its loops
 * @param isSerial whether one thread can run it without waiting
 * @param chain whether no two chunks of it can run at the same time
 * @param callsHost whether it holds calls of any Java code
 * @param units all units, those of bodies too
 */
@SuppressWarnings("ArrayRecordComponent")
public record Program(
        byte[] kind,
        int[] chunks,
        int[] phase,
        HostTask[] task,
        Object[] extra,
        LaunchUnit[] unit,
        int[] waits,
        int[] firstSuccessor,
        int[] successors,
        boolean[] aligned,
        int[] slot,
        Body main,
        int serialStep,
        int[] eventSteps,
        int[] waitSteps,
        List<View> memories,
        BufferAssignment memoryPlan,
        int loops,
        boolean isSerial,
        boolean chain,
        boolean callsHost,
        List<LaunchUnit> units) {

    public int size() {
        return kind.length;
    }

    /**
     * Returns the same program with each task noted by the number of its unit.
     *
     * @param number the number of a unit, negative if it is not to be noted
     */
    public Program recorded(ToIntFunction<LaunchUnit> number, PieceRecorder recorder) {
        HostTask[] noted = task.clone();
        for (int step = 0; step < noted.length; step++) {
            int launch = unit[step] == null ? -1 : number.applyAsInt(unit[step]);
            if (launch >= 0 && (kind[step] == StepKind.TASK || kind[step] == StepKind.HOST)) {
                noted[step] = recorder.recorded(noted[step], launch);
            }
        }
        return new Program(
                kind,
                chunks,
                phase,
                noted,
                extra,
                unit,
                waits,
                firstSuccessor,
                successors,
                aligned,
                slot,
                main,
                serialStep,
                eventSteps,
                waitSteps,
                memories,
                memoryPlan,
                loops,
                isSerial,
                chain,
                callsHost,
                units);
    }

    /** Returns whether a body holds kernels and joins alone. */
    public boolean isFlat(Body body) {
        for (int s = body.first(); s < body.end(); s++) {
            if (kind[s] != StepKind.TASK && kind[s] != StepKind.EMPTY) {
                return false;
            }
        }
        return true;
    }

    /** Returns the single call that a step is, without anything around it, or null if it is something else. */
    @Nullable
    public SingleBody callOf(int step) {
        LaunchUnit of = unit[step];
        boolean isAlone = kind[step] == StepKind.TASK && of != null && !of.isMerged() && !task[step].isWatched();
        return isAlone ? callOf(of) : null;
    }

    /** Returns the single call that a unit with one member is, or null if it is something else. */
    public static @Nullable SingleBody callOf(LaunchUnit unit) {
        boolean isCall = unit.node().role() == KernelCall.Role.SINGLE;
        return isCall ? (SingleBody) unit.node().kernels().get(0).body() : null;
    }

    /**
     * Returns why no run of it can be shared among threads, in words, or null.
     *
     * @param threads the threads of the space
     * @param isNarrow whether two chunks of it can run at the same time for a small part of it alone
     */
    @Nullable
    public String alone(int threads, boolean isNarrow) {
        if (threads == 1) {
            return "the space has no more";
        } else if (chain) {
            return "no two chunks of it can run at the same time";
        }
        return isNarrow ? "hardly two chunks of it can run at the same time" : null;
    }
}
