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
 * A launch plan as flat arrays of steps. A unit is one step per phase of its task; each plan, also that of a
 * conditional body, is a contiguous range of steps in topological order with an end step. Immutable.
 *
 * @param kind the kind of each step, see {@link StepKind}
 * @param chunks the number of chunks of each step
 * @param phase the phase of its task that a step is
 * @param task the task of a step
 * @param extra the operand of a step: its {@link Control}, {@link EventUse} or semaphore; the step of its conditional
 * node for the end of a body
 * @param unit the unit of each step
 * @param waits the number of predecessors of each step, at least 1
 * @param firstSuccessor the index of the first successor of each step
 * @param successors the successors of all steps
 * @param aligned whether each of these edges holds chunk by chunk, between chunks of the same number
 * @param slot the index of a step among the waiting ones, of its memory, or of its count of iterations
 * @param main the steps of the graph itself
 * @param serialStep the step that runs the whole program on one thread
 * @param eventSteps the steps that record or await an event, in the order of definition
 * @param waitSteps the steps that wait outside of the run, or for a worker thread
 * @param memories the views that it allocates
 * @param memoryPlan the assignment of these to buffers
 * @param loops the number of its loops
 * @param isSerial whether one thread can run it without waiting
 * @param chain whether no two chunks of it can run concurrently
 * @param callsHost whether it contains host calls
 * @param units all units, including those of bodies
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
     * Returns the same program with a recorder around each task.
     *
     * @param number the number of a unit in the records, negative for none
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

    /** Returns whether a body contains kernels and joins alone. */
    public boolean isFlat(Body body) {
        for (int s = body.first(); s < body.end(); s++) {
            if (kind[s] != StepKind.TASK && kind[s] != StepKind.EMPTY) {
                return false;
            }
        }
        return true;
    }

    /** Returns the single call of a step, to be called directly, or null if the step is of another kind. */
    @Nullable
    public SingleBody callOf(int step) {
        LaunchUnit of = unit[step];
        boolean isAlone = kind[step] == StepKind.TASK && of != null && !of.isMerged() && !task[step].isWatched();
        return isAlone ? callOf(of) : null;
    }

    /** Returns the single call of a unit with one member, or null if the unit is of another kind. */
    public static @Nullable SingleBody callOf(LaunchUnit unit) {
        boolean isCall = unit.node().role() == KernelCall.Role.SINGLE;
        return isCall ? (SingleBody) unit.node().kernels().get(0).body() : null;
    }

    /**
     * Returns the reason why no run can be shared among threads, or null.
     *
     * @param threads the threads of the space
     * @param isNarrow whether only a small part of the program has concurrent chunks
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
