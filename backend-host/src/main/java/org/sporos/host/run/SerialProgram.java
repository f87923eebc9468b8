package org.sporos.host.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.host.natives.MemberFailure;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.task.HostTask;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.SingleBody;

/**
 * A body of kernels alone for one thread: its steps in order, without joins, and with little code around single calls.
 * Run once at a time.
 */
public final class SerialProgram {
    private static final int NO_MEMBER = -1;

    private final int[] step;
    private final int[] member;
    private final @Nullable SingleBody[] call;
    private final HostTask[] task;
    private final int[] phase;
    private final StepTimes times;

    private SerialProgram(List<Item> items, Program program, Body body) {
        int count = items.size();
        this.step = new int[count];
        this.call = new SingleBody[count];
        this.member = new int[count];
        this.task = new HostTask[count];
        this.phase = new int[count];
        for (int at = 0; at < count; at++) {
            Item item = items.get(at);
            step[at] = item.step();
            call[at] = item.call();
            member[at] = item.member();
            task[at] = program.task()[item.step()];
            phase[at] = program.phase()[item.step()];
        }
        this.times = new StepTimes(body);
    }

    /** A step, or a single call that is a step or a member of one. */
    private record Item(int step, @Nullable SingleBody call, int member) {}

    /** Returns the serial form of a body, or null if it contains more than kernels. */
    static @Nullable SerialProgram of(Program program, Body body) {
        if (!program.isFlat(body)) {
            return null;
        }
        List<Item> items = new ArrayList<>();
        for (int s = body.first(); s < body.end(); s++) {
            if (program.kind()[s] == StepKind.TASK) {
                add(s, program.task()[s].isWatched() ? null : program.unit()[s], items);
            }
        }
        return new SerialProgram(items, program, body);
    }

    /** Returns the times of its steps. */
    StepTimes times() {
        return times;
    }

    private static boolean areCalls(List<LaunchUnit> units) {
        boolean all = true;
        for (LaunchUnit unit : units) {
            all &= Program.callOf(unit) != null;
        }
        return all;
    }

    private static void add(int step, @Nullable LaunchUnit unit, List<Item> items) {
        if (unit == null) {
            items.add(new Item(step, null, NO_MEMBER));
        } else if (!unit.isMerged()) {
            items.add(new Item(step, Program.callOf(unit), NO_MEMBER));
        } else if (areCalls(unit.members())) {
            for (int m = 0; m < unit.members().size(); m++) {
                items.add(new Item(step, Program.callOf(unit.members().get(m)), m));
            }
        } else {
            items.add(new Item(step, null, NO_MEMBER));
        }
    }

    /** Runs all items; ends at the first failure, after which the rest would do nothing. */
    void run(StepExecutor run) {
        if (times.isDue()) {
            runTimed(run);
        } else {
            runEach(run, 0, call.length);
        }
    }

    /** Runs items in order; returns whether none failed. */
    private boolean runEach(StepExecutor run, int first, int end) {
        int at = first;
        try {
            for (; at < end; at++) {
                SingleBody body = call[at];
                if (body != null) {
                    body.run();
                } else {
                    task[at].runAll(phase[at]);
                }
            }
            return true;
        } catch (Throwable t) {
            fail(run, at, t);
            return false;
        }
    }

    private void runTimed(StepExecutor run) {
        times.begin();
        for (int at = 0; at < call.length; at++) {
            if (!runEach(run, at, at + 1)) {
                return;
            }
            times.add(step[at]);
        }
        times.end();
    }

    private void fail(StepExecutor run, int at, Throwable t) {
        Throwable found = t;
        try {
            found = member[at] == NO_MEMBER ? t : MemberFailure.of(member[at], t);
        } catch (OutOfMemoryError noMemory) {
            // The failure is attributed to the first member.
        }
        run.fail(step[at], found);
    }
}
