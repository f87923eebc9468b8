package org.sporos.trace;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Profile;

/** What recorded runs took, launch by launch. Used by one thread. */
final class LaunchStatistics {
    private final LaunchTable table;
    private final int[] partsOfLaunch;
    private final TimeList[] elapsed;
    private final long[] busy;
    private final int[] partsSeen;
    private final long[] began;
    private final long[] ended;
    private final TimeList runs = new TimeList();
    private long rowNanos;
    private int rows = 1;

    /** @param partsOfLaunch how many parts each launch has */
    LaunchStatistics(LaunchTable table, int[] partsOfLaunch) {
        this.table = table;
        this.partsOfLaunch = partsOfLaunch;
        this.elapsed = new TimeList[table.size()];
        this.busy = new long[table.size()];
        this.partsSeen = new int[table.size()];
        this.began = new long[table.size()];
        this.ended = new long[table.size()];
        for (int launch = 0; launch < elapsed.length; launch++) {
            elapsed[launch] = new TimeList();
        }
    }

    /** Adds a run. All parts of a launch end before it is launched again, so they tell one time from the next. */
    void add(RunRecord run) {
        java.util.Arrays.fill(partsSeen, 0);
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
        rowNanos += run.nanos() * Math.max(1, run.rows());
    }

    Profile.Times runs() {
        return runs.times();
    }

    int rows() {
        return rows;
    }

    List<Profile.Launch> launches() {
        List<Profile.Launch> all = new ArrayList<>();
        for (int launch = 0; launch < elapsed.length; launch++) {
            Profile.Times times = elapsed[launch].times();
            if (times.count() > 0) {
                double perRun = (double) times.count() / runs.size();
                all.add(new Profile.Launch(table.nodes(launch), times, perRun, share(busy[launch])));
            }
        }
        return all;
    }

    private double share(long nanos) {
        return rowNanos == 0 ? 0 : (double) nanos / rowNanos;
    }

    double gapShare() {
        long sum = 0;
        for (long nanos : busy) {
            sum += nanos;
        }
        return Math.max(0, 1 - share(sum));
    }
}
