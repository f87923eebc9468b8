package org.sporos.host.exec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.host.task.HostTask;
import org.sporos.plan.LaunchUnit;
import org.sporos.policy.SingleBody;

/**
 * A program that only holds kernels, as one list for one thread: joins are left out, and single calls are bodies without
 * anything around them. Immutable; run once at a time.
 */
final class Straight {
    private final int[] step;
    private final @Nullable SingleBody[] call;
    private final HostTask[] task;
    private final int[] phase;
    private final int[] chunks;

    private Straight(int[] step, @Nullable SingleBody[] call, Program program) {
        this.step = step;
        this.call = call;
        this.task = Arrays.stream(step).mapToObj(s -> program.task()[s]).toArray(HostTask[]::new);
        this.phase = Arrays.stream(step).map(s -> program.phase()[s]).toArray();
        this.chunks = Arrays.stream(step).map(s -> program.chunks()[s]).toArray();
    }

    /** Returns the list of a program, or null if it holds more than kernels. */
    static @Nullable Straight of(Program program) {
        if (!isFlat(program)) {
            return null;
        }
        int[] steps = new int[program.size()];
        @Nullable SingleBody[] calls = new SingleBody[program.size()];
        int count = 0;
        for (int s = 0; s < program.main().end(); s++) {
            if (program.kind()[s] == StepKind.TASK) {
                LaunchUnit unit = program.unit()[s];
                boolean alone = unit != null && !unit.isMerged();
                calls[count] = alone && unit.work() instanceof Work.Single single ? single.body() : null;
                steps[count++] = s;
            }
        }
        return new Straight(Arrays.copyOf(steps, count), Arrays.copyOf(calls, count), program);
    }

    /** Returns whether a program holds kernels and joins alone. */
    static boolean isFlat(Program program) {
        for (int s = 0; s < program.main().end(); s++) {
            if (program.kind()[s] != StepKind.TASK && program.kind()[s] != StepKind.EMPTY) {
                return false;
            }
        }
        return program.main().first() == 0;
    }

    /** Does it all. After a failure the rest would do nothing, so it ends there. */
    void run(Run run) {
        int at = 0;
        try {
            for (; at < call.length; at++) {
                SingleBody body = call[at];
                if (body != null) {
                    body.run();
                } else {
                    all(at);
                }
            }
        } catch (Throwable t) {
            run.fail(step[at], t);
        }
    }

    private void all(int at) {
        HostTask does = task[at];
        int part = phase[at];
        int end = chunks[at];
        for (int chunk = 0; chunk < end; chunk++) {
            does.run(part, chunk);
        }
    }
}
