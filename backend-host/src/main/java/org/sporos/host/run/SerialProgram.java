package org.sporos.host.run;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.sporos.host.jit.DevirtualizedCalls;
import org.sporos.host.natives.MemberFailure;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.task.HostTask;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.SafeLogger;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.SingleBody;

/**
 * A body of kernels alone for one thread: its steps in order, without joins, and with nothing around single calls.
 * After many runs, single calls that follow each other are compiled into one method in which each is a constant: a call
 * site with more than two receiver types is megamorphic and dispatches through the itable. Run once at a time.
 */
public final class SerialProgram {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final int NO_MEMBER = -1;
    /** The runs after which calls are compiled into methods of their own. */
    static final int DEVIRTUALIZED_RUNS = 10_000;

    /** Compiles in the background: that takes milliseconds. */
    private static final ExecutorService MAKER = DaemonThreads.background("sporos-calls");

    /** Larger programs are left as they are, to bound the memory that their classes take. */
    private static final int MOST_ITEMS = 5_000;

    private final int[] step;
    private final int[] member;
    private final @Nullable SingleBody[] call;
    private final HostTask[] task;
    private final int[] phase;
    /** True if some of its calls follow each other, and not too many items do. */
    private final boolean hasNeighbours;

    private final StepTimes times;
    private int runs;
    private volatile Part @Nullable [] parts;

    private SerialProgram(List<Item> items, Program program, Body body) {
        int count = items.size();
        this.step = new int[count];
        this.call = new SingleBody[count];
        this.member = new int[count];
        this.task = new HostTask[count];
        this.phase = new int[count];
        boolean neighbours = false;
        for (int at = 0; at < count; at++) {
            Item item = items.get(at);
            step[at] = item.step();
            call[at] = item.call();
            member[at] = item.member();
            task[at] = program.task()[item.step()];
            phase[at] = program.phase()[item.step()];
            neighbours |= at > 0 && call[at] != null && call[at - 1] != null;
        }
        this.times = new StepTimes(body);
        this.hasNeighbours = count <= MOST_ITEMS && neighbours;
    }

    /** One item of the program: a step, or a single call that is a step or the member of one. */
    private record Item(int step, @Nullable SingleBody call, int member) {}

    /** Some items, which are calls that are code of their own, or not. */
    private record Part(int first, int end, @Nullable DevirtualizedCalls calls) {}

    /** Returns a body for one thread, or null if it holds more than kernels. */
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

    /** Does it all. After a failure the rest would do nothing, so it ends there. */
    void run(StepExecutor run) {
        Part[] made = parts;
        if (made == null && hasNeighbours && ++runs == DEVIRTUALIZED_RUNS) {
            makeSoon();
        }
        if (times.isDue()) {
            runTimed(run);
        } else if (made != null) {
            runParts(run, made);
        } else {
            runEach(run, 0, call.length);
        }
    }

    private void makeSoon() {
        try {
            MAKER.execute(this::makeParts);
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.log(Logger.Level.INFO, "calls of a busy graph stay as they are", e);
        }
    }

    /** Returns whether calls that follow each other are code of their own by now. */
    boolean hasOwnCode() {
        return parts != null;
    }

    private void makeParts() {
        try {
            parts = parts();
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            LOG.log(Logger.Level.INFO, "calls of a busy graph stay as they are", e);
        }
    }

    private Part[] parts() {
        List<Part> all = new ArrayList<>();
        for (int first = 0, end; first < call.length; first = end) {
            boolean calls = call[first] != null;
            int most = calls ? first + DevirtualizedCalls.MOST_CALLS : call.length;
            end = first + 1;
            while (end < Math.min(most, call.length) && (call[end] != null) == calls) {
                end++;
            }
            boolean sequence = calls && end > first + 1;
            all.add(new Part(
                    first,
                    end,
                    sequence ? DevirtualizedCalls.of(Arrays.asList(call).subList(first, end)) : null));
        }
        return all.toArray(new Part[0]);
    }

    /** Does some items in their order, and returns whether none failed. */
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

    private void runParts(StepExecutor run, Part[] all) {
        for (Part part : all) {
            DevirtualizedCalls calls = part.calls();
            if (calls == null) {
                if (!runEach(run, part.first(), part.end())) {
                    return;
                }
                continue;
            }
            Throwable thrown = calls.run();
            if (thrown != null) {
                fail(run, part.first() + calls.failed(), thrown);
                return;
            }
        }
    }

    private void fail(StepExecutor run, int at, Throwable t) {
        Throwable found = t;
        try {
            found = member[at] == NO_MEMBER ? t : MemberFailure.of(member[at], t);
        } catch (OutOfMemoryError noMemory) {
            // Then the first member is blamed.
        }
        run.fail(step[at], found);
    }
}
