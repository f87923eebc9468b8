package org.sporos.trace;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.internal.error.Required;
import org.sporos.internal.flight.Flight;
import org.sporos.plan.RingOrder;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;

/** Does runs and makes a profile of them. Used by one thread. */
public final class Profiler {
    private final LoweringContext context;
    private final ExecutionStream stream;
    private final ProfiledRuns runs;
    private final RingOrder order;
    private final LaunchTable table;
    private final LaunchStatistics launches;
    private final TimeList recordedTurnarounds = new TimeList();
    private final TimeList plainTurnarounds = new TimeList();
    private final TimeList recordedSubmits = new TimeList();
    private final TimeList plainSubmits = new TimeList();
    private @Nullable RunRecord fastest;
    private long lost;

    private Profiler(LoweringContext context, ExecutionStream stream, ProfiledRuns runs) {
        this.context = context;
        this.stream = stream;
        this.runs = runs;
        this.order = context.ringOrder();
        this.table = new LaunchTable(context.plan());
        this.launches = new LaunchStatistics(table, runs.parts(table));
    }

    /**
     * Returns the profile of so many runs: the first one of each two is recorded.
     *
     * @param context what the executable was made of
     * @param stream the stream of the runs
     */
    public static Profile profile(LoweringContext context, ExecutionStream stream, ProfiledRuns runs, int count) {
        Profiler profiler = new Profiler(context, stream, runs);
        for (int run = 0; run < count; run++) {
            profiler.run(run % 2 == 0);
        }
        Profile profile = profiler.profile();
        if (Flight.recordsNodes()) {
            profile.launches().forEach(launch -> tell(profile.graph(), launch));
        }
        return profile;
    }

    private static void tell(Graph graph, Profile.ProfiledLaunch launch) {
        Profile.Times times = launch.times();
        Flight.node(
                graph.label(),
                LaunchTable.name(launch.nodes()),
                launch.nodes().get(0).where().toString(),
                times.count(),
                times.median(),
                times.p90(),
                launch.share());
    }

    private void run(boolean isRecorded) {
        runs.prepare(isRecorded);
        long begin = System.nanoTime();
        Submission submission = submit(isRecorded);
        long submitted = System.nanoTime();
        submission.await();
        long end = System.nanoTime();
        (isRecorded ? recordedSubmits : plainSubmits).add(submitted - begin);
        (isRecorded ? recordedTurnarounds : plainTurnarounds).add(end - begin);
        if (isRecorded) {
            RunRecord record = runs.record(table);
            launches.add(record);
            lost += record.lost();
            if (fastest == null || record.nanos() < fastest.nanos()) {
                fastest = record;
            }
        }
    }

    /** The run turns the rings of its graph, and is ordered with other runs that use them. */
    private Submission submit(boolean isRecorded) {
        order.begin(stream);
        ExecutionStream ran = null;
        try {
            Submission submission = runs.submit(isRecorded);
            ran = stream;
            return submission;
        } finally {
            order.end(ran);
        }
    }

    private Profile profile() {
        return new MeasuredProfile(
                context.graph().origin(),
                stream.space(),
                context,
                table,
                Required.internal(fastest, "the recorded run of a profile"),
                launches.launches(context.kernels()),
                launches.runs(),
                recordedTurnarounds.times(),
                plainTurnarounds.times(),
                (plainSubmits.size() > 0 ? plainSubmits : recordedSubmits).times(),
                launches.rows(),
                launches.gapShare(),
                runs.clockNanos(),
                lost);
    }
}
