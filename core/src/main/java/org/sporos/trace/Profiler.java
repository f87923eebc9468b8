package org.sporos.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.internal.error.Required;
import org.sporos.internal.flight.Flight;
import org.sporos.plan.RingOrder;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;

/** Executes runs and computes their profile. Used by one thread. */
public final class Profiler {
    private final Graph graph;
    private final List<ProfiledPart> parts;
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

    private Profiler(
            Graph graph, ExecutionStream stream, List<ProfiledPart> parts, ProfiledRuns runs, RingOrder order) {
        this.graph = graph;
        this.parts = parts;
        this.stream = stream;
        this.runs = runs;
        this.order = order;
        this.table = new LaunchTable(parts.stream().map(ProfiledPart::plan).toList());
        this.launches = new LaunchStatistics(table, runs.parts(table));
    }

    /**
     * Returns the profile of a number of runs: the first one of each pair is recorded. The runs rotate the rings of the
     * graph, and are ordered with other runs that use them.
     */
    public static Profile profile(ProfiledPart whole, int count) {
        LoweringContext context = whole.context();
        return profile(
                new Profiler(
                        context.graph().origin(), whole.stream(), List.of(whole), whole.runs(), context.ringOrder()),
                count);
    }

    /**
     * Returns the profile of a number of runs of several parts.
     *
     * @param stream the stream of the runs
     * @param runs the runs of all parts, which rotate their rings
     */
    public static Profile profile(
            Graph graph, ExecutionStream stream, List<ProfiledPart> parts, ProfiledRuns runs, int count) {
        return profile(new Profiler(graph, stream, parts, runs, RingOrder.of(List.of(), graph)), count);
    }

    private static Profile profile(Profiler profiler, int count) {
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
                graph,
                stream.space(),
                parts.stream().map(ProfiledPart::context).toList(),
                table,
                Required.internal(fastest, "the recorded run of a profile"),
                launches.launches(),
                launches.runs(),
                recordedTurnarounds.times(),
                plainTurnarounds.times(),
                (plainSubmits.size() > 0 ? plainSubmits : recordedSubmits).times(),
                launches.rows(),
                launches.gapShare(),
                runs.clockNanos(),
                lost);
    }

    /** Times of recorded runs, launch by launch. Used by one thread. */
    private static final class LaunchStatistics {
        private final LaunchTable table;
        private final int[] partsOfLaunch;
        private final TimeList[] elapsed;
        private final List<RunSum> sums = new ArrayList<>();
        private final int[] partsSeen;
        private final long[] began;
        private final long[] ended;
        private final TimeList runs = new TimeList();
        private int rows = 1;

        /** @param partsOfLaunch the number of parts of each launch */
        LaunchStatistics(LaunchTable table, int[] partsOfLaunch) {
            this.table = table;
            this.partsOfLaunch = partsOfLaunch;
            this.elapsed = new TimeList[table.size()];
            this.partsSeen = new int[table.size()];
            this.began = new long[table.size()];
            this.ended = new long[table.size()];
            for (int launch = 0; launch < elapsed.length; launch++) {
                elapsed[launch] = new TimeList();
            }
        }

        /** The total time of a run's launches over all rows, and the total length of the rows. */
        private record RunSum(long nanos, long rowNanos, long[] busy) {}

        /** Adds a run. All parts of a launch end before its next execution, which separates its executions. */
        void add(RunRecord run) {
            Arrays.fill(partsSeen, 0);
            long[] busy = new long[table.size()];
            for (int piece : run.inOrder()) {
                int launch = run.launch(piece);
                busy[launch] += run.end(piece) - run.begin(piece);
                if (partsSeen[launch] == 0) {
                    began[launch] = run.begin(piece);
                    ended[launch] = run.end(piece);
                }
                ended[launch] = Math.max(ended[launch], run.end(piece));
                partsSeen[launch] += run.parts(piece);
                if (partsSeen[launch] >= partsOfLaunch[launch]) {
                    elapsed[launch].add(ended[launch] - began[launch]);
                    partsSeen[launch] = 0;
                }
            }
            runs.add(run.nanos());
            rows = Math.max(rows, run.rows());
            sums.add(new RunSum(run.nanos(), run.nanos() * Math.max(1, run.rows()), busy));
        }

        Profile.Times runs() {
            return runs.times();
        }

        int rows() {
            return rows;
        }

        List<Profile.ProfiledLaunch> launches() {
            RunSum sum = sumOfFasterHalf();
            List<Profile.ProfiledLaunch> all = new ArrayList<>();
            for (int launch = 0; launch < elapsed.length; launch++) {
                Profile.Times times = elapsed[launch].times();
                if (times.count() > 0) {
                    double perRun = (double) times.count() / runs.size();
                    List<Node> nodes = table.nodes(launch);
                    Profile.LeastWork work = WorkCount.of(
                            table.unit(launch).nodes(),
                            table.part(launch).context().kernels());
                    all.add(new Profile.ProfiledLaunch(
                            nodes, times, perRun, work, share(sum.busy[launch], sum), List.of()));
                }
            }
            return all;
        }

        /** A thread preempted in one run would otherwise have the largest share of all. */
        private RunSum sumOfFasterHalf() {
            long median = runs.times().median();
            long[] busy = new long[table.size()];
            long rowNanos = 0;
            for (RunSum run : sums) {
                if (run.nanos <= median) {
                    rowNanos += run.rowNanos;
                    Arrays.setAll(busy, launch -> busy[launch] + run.busy[launch]);
                }
            }
            return new RunSum(median, rowNanos, busy);
        }

        private static double share(long nanos, RunSum sum) {
            return sum.rowNanos == 0 ? 0 : (double) nanos / sum.rowNanos;
        }

        double gapShare() {
            RunSum sum = sumOfFasterHalf();
            return Math.max(0, 1 - share(Arrays.stream(sum.busy).sum(), sum));
        }
    }

    /** A growing sample of times. Used by one thread. */
    private static final class TimeList {
        private long[] nanos = new long[8];
        private int size;

        void add(long time) {
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * size);
            }
            nanos[size++] = time;
        }

        int size() {
            return size;
        }

        Profile.Times times() {
            if (size == 0) {
                return new Profile.Times(0, 0, 0);
            }
            long[] sorted = Arrays.copyOf(nanos, size);
            Arrays.sort(sorted);
            return new Profile.Times(size, sorted[(size - 1) / 2], sorted[(9 * size + 9) / 10 - 1]);
        }
    }
}
