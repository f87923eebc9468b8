package org.sporos.trace;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.internal.error.Required;
import org.sporos.plan.RingOrder;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.ForwardingExecutable;
import org.sporos.spi.PartRun;
import org.sporos.spi.PartSubmissions;

/**
 * The runs of the parts of a graph under the profiler, level by level: parts of one level run at the same time, and the
 * next level is submitted when all have ended. So no device needs the clock of another one: the record of a part begins
 * at its submit. Each space has rows of its own. Used by one thread.
 */
public final class SpacesProfile implements ProfiledRuns {
    private final List<PartRun> levels;
    private final List<ProfiledPart> parts;
    private final List<RingOrder> orders;
    private final long[] begins;

    private SpacesProfile(List<PartRun> levels, List<ProfiledPart> parts) {
        this.levels = levels;
        this.parts = parts;
        this.orders = parts.stream().map(part -> part.context().ringOrder()).toList();
        this.begins = new long[parts.size()];
    }

    /** Returns the profile of a number of runs of a graph in parts, which are sorted by level. */
    public static Profile profile(Graph graph, ExecutionStream stream, List<PartRun> levels, int count) {
        RunCount.require(graph, count);
        return with(
                levels,
                new ArrayList<>(),
                parts -> Profiler.profile(graph, stream, parts, new SpacesProfile(levels, parts), count));
    }

    /** Opens the parts one inside another, as each is closed when its function returns. */
    private static Profile with(
            List<PartRun> levels, List<ProfiledPart> opened, Function<List<ProfiledPart>, Profile> use) {
        if (opened.size() == levels.size()) {
            return use.apply(opened);
        }
        PartRun next = levels.get(opened.size());
        ExecutableGraph inner = next.executable();
        while (!(inner instanceof ProfiledExecutable) && inner instanceof ForwardingExecutable outer) {
            inner = outer.current();
        }
        return ((ProfiledExecutable) inner).profiled(part -> {
            opened.add(part.of(next.nodes()));
            return with(levels, opened, use);
        });
    }

    @Override
    public int[] parts(LaunchTable table) {
        int[] all = new int[table.size()];
        for (ProfiledPart part : parts) {
            int[] own = part.runs().parts(table);
            for (int launch = 0; launch < all.length; launch++) {
                all[launch] = Math.max(all[launch], own[launch]);
            }
        }
        return all;
    }

    @Override
    public double clockNanos() {
        return parts.stream()
                .mapToDouble(part -> part.runs().clockNanos())
                .max()
                .orElse(0);
    }

    @Override
    public void prepare(boolean isRecorded) {
        parts.forEach(part -> part.runs().prepare(isRecorded));
    }

    @Override
    public Submission submit(boolean isRecorded) {
        List<Submission> all = new ArrayList<>();
        List<Submission> level = new ArrayList<>();
        for (int k = 0; k < parts.size(); k++) {
            if (k > 0 && levels.get(k).level() != levels.get(k - 1).level()) {
                new PartSubmissions(List.copyOf(level)).await();
                level.clear();
            }
            begins[k] = System.nanoTime();
            level.add(submit(k, isRecorded));
            all.add(level.get(level.size() - 1));
        }
        return new PartSubmissions(all);
    }

    private Submission submit(int k, boolean isRecorded) {
        ExecutionStream stream = parts.get(k).stream();
        orders.get(k).begin(stream);
        ExecutionStream ran = null;
        try {
            Submission submission = parts.get(k).runs().submit(isRecorded);
            ran = stream;
            return submission;
        } finally {
            orders.get(k).end(ran);
        }
    }

    @Override
    public RunRecord record(LaunchTable table) {
        List<RunRecord> records = new ArrayList<>();
        Map<ExecutionSpace, Integer> rows = new IdentityHashMap<>();
        for (int k = 0; k < parts.size(); k++) {
            records.add(parts.get(k).runs().record(table));
            rows.merge(levels.get(k).space(), records.get(k).rows(), Math::max);
        }
        RunRecord all = new RunRecord();
        Map<ExecutionSpace, Integer> firstRows = new IdentityHashMap<>();
        int row = 0;
        for (int k = 0; k < parts.size(); k++) {
            ExecutionSpace space = levels.get(k).space();
            if (!firstRows.containsKey(space)) {
                int own = Required.internal(rows.get(space), "the rows of a space");
                firstRows.put(space, row);
                all.addRows(space.name(), own);
                row += own;
            }
            Long begin = parts.get(k).runs().hasHostClock() ? null : Long.valueOf(begins[k]);
            all.addAll(records.get(k), begin, Required.internal(firstRows.get(space), "the first row of a space"));
        }
        return all;
    }

    /** The parts are closed by their executables. */
    @Override
    public void close() {}
}
