package org.sporos.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.Node;
import org.sporos.graph.Profile;
import org.sporos.kernel.compile.KernelIndex;

/** Times of recorded runs, launch by launch. Used by one thread. */
final class LaunchStatistics {
    private final LaunchTable table;
    private final int[] partsOfLaunch;
    private final TimeList[] elapsed;
    private final List<RunSum> sums = new ArrayList<>();
    private final int[] partsSeen;
    private final long[] began;
    private final long[] ended;
    private final TimeList runs = new TimeList();
    private int rows = 1;

    /** @param partsOfLaunch how many parts each launch has */
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

    /** The time of the launches of a run in all rows, and the length of all rows. */
    private record RunSum(long nanos, long rowNanos, long[] busy) {}

    /** Adds a run. All parts of a launch end before it is launched again, so they tell one time from the next. */
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

    List<Profile.ProfiledLaunch> launches(KernelIndex kernels) {
        RunSum sum = sumOfFasterHalf();
        List<Profile.ProfiledLaunch> all = new ArrayList<>();
        for (int launch = 0; launch < elapsed.length; launch++) {
            Profile.Times times = elapsed[launch].times();
            if (times.count() > 0) {
                double perRun = (double) times.count() / runs.size();
                List<Node> nodes = table.nodes(launch);
                Profile.LeastWork work = WorkCount.of(nodes, kernels);
                all.add(new Profile.ProfiledLaunch(
                        nodes, times, perRun, work, share(sum.busy[launch], sum), List.of()));
            }
        }
        return all;
    }

    /** A thread that was preempted in one run would have the greatest share of all. */
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
