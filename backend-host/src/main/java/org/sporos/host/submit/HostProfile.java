package org.sporos.host.submit;

import org.sporos.graph.Submission;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.task.PieceRecorder;
import org.sporos.plan.LaunchUnit;
import org.sporos.trace.LaunchTable;
import org.sporos.trace.ProfiledRuns;
import org.sporos.trace.RunRecord;

/**
 * The runs of an executable under the profiler. They pass through the queues, like tracked ones; a recorded run has the
 * tasks of a plain one, each wrapped by a timer in a program of its own. So code, tuning and memory are those of
 * ordinary runs, and unprofiled runs have no overhead.
 */
final class HostProfile implements ProfiledRuns {
    private static final int CLOCK_STEPS = 1000;

    private final ExecutableRun run;
    private final Submits submits;
    private final Program program;
    private final PieceRecorder recorder = new PieceRecorder();
    private boolean wraps;

    /** The queues of the executable. */
    interface Submits {
        /** Enqueues a run. */
        Submission submit(boolean isRecorded);
    }

    HostProfile(ExecutableRun run, Submits submits) {
        this.run = run;
        this.submits = submits;
        this.program = run.program();
    }

    /** The chunks of all phases. Steps without a task are not recorded. */
    @Override
    public int[] parts(LaunchTable table) {
        run.beginRecording(table, recorder);
        wraps = true;
        int[] parts = new int[table.size()];
        for (int step = 0; step < program.size(); step++) {
            LaunchUnit unit = program.unit()[step];
            int launch = unit == null ? -1 : table.number(unit);
            if (launch >= 0 && (program.kind()[step] == StepKind.TASK || program.kind()[step] == StepKind.HOST)) {
                parts[launch] += program.chunks()[step];
            }
        }
        return parts;
    }

    @Override
    public double clockNanos() {
        long least = Long.MAX_VALUE;
        for (int step = 0; step < CLOCK_STEPS; step++) {
            long from = System.nanoTime();
            long to = System.nanoTime();
            while (to == from) {
                to = System.nanoTime();
            }
            least = Math.min(least, to - from);
        }
        return least;
    }

    @Override
    public boolean hasHostClock() {
        return true;
    }

    @Override
    public Submission submit(boolean isRecorded) {
        return submits.submit(isRecorded);
    }

    @Override
    public RunRecord record(LaunchTable table) {
        return recorder.record();
    }

    @Override
    public void close() {
        if (wraps) {
            run.endRecording();
        }
    }
}
