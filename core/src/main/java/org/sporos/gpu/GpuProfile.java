package org.sporos.gpu;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Submission;
import org.sporos.internal.error.Required;
import org.sporos.trace.LaunchTable;
import org.sporos.trace.ProfiledRuns;
import org.sporos.trace.RunRecord;

/** The runs of an executable while it is profiled; recorded runs use a second executable, which has stamps. */
final class GpuProfile implements ProfiledRuns {
    private final Runs plain;
    private @Nullable Recording recorded;

    GpuProfile(Runs plain) {
        this.plain = plain;
    }

    /** The profiled executable. */
    interface Runs {
        /** Submits an unrecorded run. */
        Submission submit();

        /** Instantiates the executable with stamps. */
        Recording recording(LaunchTable table);
    }

    /** The executable with stamps. */
    interface Recording {
        StampNodes stamps();

        /** Submits a recorded run, ordered as a run of the profiled executable. */
        Submission submit();

        void close();
    }

    @Override
    public int[] parts(LaunchTable table) {
        recorded = plain.recording(table);
        int[] parts = new int[table.size()];
        Arrays.fill(parts, 1);
        return parts;
    }

    private Recording recorded() {
        return Required.internal(recorded, "the executable with stamps");
    }

    @Override
    public double clockNanos() {
        return recorded().stamps().clockNanos();
    }

    @Override
    public void prepare(boolean isRecorded) {
        if (isRecorded) {
            recorded().stamps().clear();
        }
    }

    @Override
    public Submission submit(boolean isRecorded) {
        return isRecorded ? recorded().submit() : plain.submit();
    }

    @Override
    public RunRecord record(LaunchTable table) {
        return recorded().stamps().record();
    }

    @Override
    public void close() {
        if (recorded != null) {
            recorded.close();
        }
    }
}
