package org.sporos.trace;

import org.jspecify.annotations.Nullable;
import org.sporos.error.Required;
import org.sporos.flight.Flight;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;

/** Does runs and makes a profile of them. Used by one thread. */
public final class Profiler {
    private final Graph graph;
    private final ProfiledRuns runs;
    private final LaunchTable table;
    private final LaunchStatistics launches;
    private final TimeList recordedTurnarounds = new TimeList();
    private final TimeList plainTurnarounds = new TimeList();
    private final TimeList recordedSubmits = new TimeList();
    private final TimeList plainSubmits = new TimeList();
    private @Nullable RunRecord fastest;
    private long lost;

    private Profiler(Graph graph, ProfiledRuns runs) {
        this.graph = graph;
        this.runs = runs;
        this.table = new LaunchTable(runs.context().plan());
        this.launches = new LaunchStatistics(table, runs.parts(table));
    }

    /** Returns the profile of so many runs: the first one of each two is recorded. */
    public static Profile profile(Graph graph, ProfiledRuns runs, int count) {
        Profiler profiler = new Profiler(graph, runs);
        for (int run = 0; run < count; run++) {
            profiler.run(run % 2 == 0);
        }
        Profile profile = profiler.profile();
        if (Flight.recordsNodes()) {
            profile.launches().forEach(launch -> tell(graph, launch));
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
        runs.submit(isRecorded);
        long submitted = System.nanoTime();
        runs.await();
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

    private Profile profile() {
        return new MeasuredProfile(
                graph,
                runs.space(),
                runs.context(),
                table,
                Required.internal(fastest, "the recorded run of a profile"),
                launches.launches(runs.context().kernels()),
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
