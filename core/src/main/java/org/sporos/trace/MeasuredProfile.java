package org.sporos.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Profile;
import org.sporos.graph.Profile.Ceilings;
import org.sporos.graph.Profile.NodeShare;
import org.sporos.graph.Profile.ProfiledLaunch;
import org.sporos.graph.Profile.Times;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.policy.RangePolicy;
import org.sporos.render.Gantt;
import org.sporos.render.Svg;
import org.sporos.space.ExecutionSpace;
import org.sporos.spi.LoweringContext;
import org.sporos.verify.NodeShadow;
import org.sporos.view.DoubleView;

/**
 * The profile as it was measured.
 *
 * @param space the space of the instantiation
 * @param contexts the inputs of the lowering of its parts
 * @param table the launches, by their numbers in the record
 * @param run the recorded run that pictures show
 */
record MeasuredProfile(
        Graph graph,
        ExecutionSpace space,
        List<LoweringContext> contexts,
        LaunchTable table,
        RunRecord run,
        List<ProfiledLaunch> launches,
        Times recordedRuns,
        Times recordedTurnarounds,
        Times plainTurnarounds,
        Times submits,
        int rows,
        double gapShare,
        double clockNanos,
        long lostPieces)
        implements Profile {

    /** Keeps unmodifiable copies. */
    MeasuredProfile {
        contexts = List.copyOf(contexts);
        launches = List.copyOf(launches);
    }

    @Override
    public Ceilings roofline() {
        return SpaceCeilings.of(space);
    }

    @Override
    public Profile withNodeShares(int runs) {
        RunFrame.refuseInHostNode("withNodeShares");
        RunCount.require(graph, runs);
        space.fence();
        List<ProfiledLaunch> all = new ArrayList<>();
        // A concurrent close of a view must not free memory that is being copied.
        int retained = 0;
        try {
            for (; retained < contexts.size(); retained++) {
                contexts.get(retained).retainAll();
            }
            launches.forEach(launch -> all.add(withShadow(launch, runs)));
        } finally {
            contexts.subList(0, retained).forEach(LoweringContext::releaseAll);
        }
        return new MeasuredProfile(
                graph,
                space,
                contexts,
                table,
                run,
                all,
                recordedRuns,
                recordedTurnarounds,
                plainTurnarounds,
                submits,
                rows,
                gapShare,
                clockNanos,
                lostPieces);
    }

    private ProfiledLaunch withShadow(ProfiledLaunch launch, int runs) {
        if (launch.nodes().size() == 1) {
            return launch;
        }
        List<Node> nodes = launch.nodes();
        List<NodeShare> shadow =
                NodeShadow.of(nodes, table.space(nodes.get(0)), contexts.get(0).options(), runs);
        return new ProfiledLaunch(
                launch.nodes(), launch.times(), launch.perRun(), launch.work(), launch.share(), shadow);
    }

    /** Returns the shadows of merged launches, by their first nodes. */
    private Map<Node, List<NodeShare>> shadows() {
        Map<Node, List<NodeShare>> all = new IdentityHashMap<>();
        for (ProfiledLaunch launch : launches) {
            if (!launch.shadow().isEmpty()) {
                all.put(launch.nodes().get(0), launch.shadow());
            }
        }
        return all;
    }

    @Override
    public void trace(Path file) throws IOException {
        Files.writeString(file, ChromeTrace.of(graph.label(), table, run, shadows()));
    }

    @Override
    public void svg(Path file) throws IOException {
        Map<Node, List<NodeShare>> shadows = shadows();
        List<Gantt.Bar> bars = new ArrayList<>();
        for (int piece : run.inOrder()) {
            List<Node> nodes = table.nodes(run.launch(piece));
            List<NodeShare> shadow = shadows.getOrDefault(nodes.get(0), List.of());
            if (shadow.stream().allMatch(node -> node.share() == 0)) {
                bars.add(new Gantt.Bar(
                        nodes.get(0).work(),
                        nameIn(nodes, run.space(run.row(piece))),
                        run.row(piece),
                        run.begin(piece),
                        run.end(piece)));
            } else {
                addShadow(piece, shadow, bars);
            }
        }
        String title = "a run of " + Labels.shown(graph.label()) + " on " + space.name();
        Files.writeString(file, Gantt.of(title, run.rows(), run.nanos(), bars, TimeText::of));
    }

    private static String nameIn(List<Node> nodes, String space) {
        return LaunchTable.name(nodes) + (space.isEmpty() ? "" : " on " + space);
    }

    /** Adds a bar for each node of a piece, as wide as its share. */
    private void addShadow(int piece, List<NodeShare> shadow, List<Gantt.Bar> bars) {
        double from = run.begin(piece);
        for (NodeShare node : shadow) {
            double to = from + node.share() * (run.end(piece) - run.begin(piece));
            bars.add(new Gantt.Bar(node.node().work(), ShadowText.name(node), run.row(piece), from, to));
            from = to;
        }
    }

    @Override
    public void graphSvg(Path file) throws IOException {
        Map<Node, String> notes = new IdentityHashMap<>();
        for (ProfiledLaunch launch : launches) {
            String time = TimeText.of(launch.times().median()) + ", " + TimeText.percent(launch.share());
            int count = launch.nodes().size();
            String note = count == 1 ? time : "one of " + count + " in " + time;
            launch.nodes().forEach(node -> notes.put(node, note));
            String whole = TimeText.of(launch.times().median());
            launch.shadow().forEach(node -> notes.put(node.node(), ShadowText.note(node, whole, note)));
        }
        Files.writeString(file, Svg.of(graph, node -> notes.getOrDefault(node, "")));
    }

    @Override
    public String toString() {
        return ProfileTable.of(this, space.name(), SpaceCeilings.known(space));
    }

    /**
     * The roofline of a space, measured once by a triad and a loop of fused multiply-adds. Thread-safe.
     *
     * <p>Source: J. McCalpin, Memory Bandwidth and Machine Balance in Current High Performance Computers, 1995
     * (STREAM).
     */
    private static final class SpaceCeilings {
        private static final Map<ExecutionSpace, Ceilings> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

        /** The elements of an array of the triad: three arrays are 192 MiB. */
        private static final int TRIAD = 1 << 23;

        /** The multiply-adds per load, far beyond the ridge of any roofline. */
        private static final int PASSES = 256;

        private static final int FEWEST_ITEMS = 1 << 10;
        private static final int MOST_ITEMS = 1 << 20;
        /** A launch of this length is measured accurately by any clock. */
        private static final long LONG_NANOS = 20_000_000;

        private static final int RUNS = 4;
        /** The time until code has reached its final speed: on host, C++ of a loop arrives within a second. */
        private static final long SETTLE_NANOS = 2_000_000_000;

        private static final long SHORT_NANOS = 100_000_000;

        private SpaceCeilings() {}

        /** Returns the roofline of a space, if measured. */
        static @Nullable Ceilings known(ExecutionSpace space) {
            return KNOWN.get(space);
        }

        /** Returns the roofline of a space. */
        static Ceilings of(ExecutionSpace space) {
            Ceilings known = known(space);
            if (known == null) {
                known = new Ceilings(triad(space), fma(space));
                KNOWN.put(space, known);
            }
            return known;
        }

        private static double triad(ExecutionSpace space) {
            try (DoubleView a = DoubleView.of("a", space, TRIAD);
                    DoubleView b = DoubleView.of("b", space, TRIAD);
                    DoubleView c = DoubleView.of("c", space, TRIAD)) {
                Graph triad = Graph.define(
                        "triad",
                        root -> root.thenParallelFor(
                                "triad", RangePolicy.of(TRIAD), i -> a.set(i, b.get(i) + 3.0 * c.get(i))));
                return fastest(triad, space, SETTLE_NANOS).gigabytesPerSecond();
            }
        }

        /** Adds items until a launch is long: a CPU without the instruction is slower by orders of magnitude. */
        private static double fma(ExecutionSpace space) {
            double best = 0;
            try (DoubleView x = DoubleView.of("x", space, MOST_ITEMS)) {
                int items = FEWEST_ITEMS;
                for (long settle : new long[] {SHORT_NANOS, SETTLE_NANOS}) {
                    ProfiledLaunch launch = fastest(chains(x, items), space, settle);
                    while (launch.times().median() < LONG_NANOS && items < MOST_ITEMS) {
                        items = Math.min(MOST_ITEMS, 4 * items);
                        launch = fastest(chains(x, items), space, settle);
                    }
                    best = Math.max(best, launch.gigaflopsPerSecond());
                }
                return best;
            }
        }

        private static Graph chains(DoubleView x, int items) {
            return Graph.define(
                    "fma",
                    root -> root.thenParallelFor("fma", RangePolicy.of(items), i -> {
                        double p = x.get(i);
                        double q = p + 1;
                        double r = p + 2;
                        double s = p + 3;
                        for (int k = 0; k < PASSES; k++) {
                            p = Math.fma(p, 0.5, 1.0);
                            q = Math.fma(q, 0.5, 1.0);
                            r = Math.fma(r, 0.5, 1.0);
                            s = Math.fma(s, 0.5, 1.0);
                        }
                        x.set(i, p + q + r + s);
                    }));
        }

        /** Returns the launch with the shortest median among profiles over some time. */
        private static ProfiledLaunch fastest(Graph graph, ExecutionSpace space, long settle) {
            long begin = System.nanoTime();
            try (ExecutableGraph executable = graph.instantiate(space)) {
                ProfiledLaunch fastest = launch(executable);
                while (System.nanoTime() - begin < settle) {
                    ProfiledLaunch next = launch(executable);
                    fastest = next.times().median() < fastest.times().median() ? next : fastest;
                }
                return fastest;
            }
        }

        private static ProfiledLaunch launch(ExecutableGraph executable) {
            return executable.profile(RUNS).launches().get(0);
        }
    }

    /** A profile as a table. */
    private static final class ProfileTable {
        /** The number of launches with a line of their own. */
        private static final int MOST_LINES = 40;

        private static final int NAME = 36;

        private final StringBuilder out = new StringBuilder();

        private ProfileTable() {}

        /** @param ceilings the roofline of the space, or null if not measured */
        static String of(Profile profile, String space, Profile.@Nullable Ceilings ceilings) {
            ProfileTable table = new ProfileTable();
            table.head(profile, space);
            if (ceilings != null) {
                table.line(
                        "built-in loops on this space: triad %s GB/s, fma %s Gflop/s",
                        rate(ceilings.gigabytesPerSecond(), true), rate(ceilings.gigaflopsPerSecond(), true));
            }
            table.launches(profile.launches());
            return table.out.toString();
        }

        private void head(Profile profile, String space) {
            Times plain = profile.plainTurnarounds();
            Times recorded = profile.recordedTurnarounds();
            line("profile of graph %s on %s", Labels.quoted(profile.graph().label()), space);
            times("a run, recorded", profile.recordedRuns());
            times("submit to end, recorded", recorded);
            if (plain.count() > 0) {
                times("submit to end, plain", plain);
            }
            times("submit() itself", profile.submits());
            line(
                    "launches %s, gaps %s of the time of %d %s; clock of %s",
                    TimeText.percent(1 - profile.gapShare()),
                    TimeText.percent(profile.gapShare()),
                    profile.rows(),
                    profile.rows() == 1 ? "row" : "rows",
                    TimeText.of(profile.clockNanos()));
            if (profile.lostPieces() > 0) {
                line("%d pieces are not recorded: there was no room for them", profile.lostPieces());
            }
        }

        private void times(String what, Times times) {
            line(
                    "%-24s %6d runs   median %9s   p90 %9s",
                    what, times.count(), TimeText.of(times.median()), TimeText.of(times.p90()));
        }

        private void launches(List<ProfiledLaunch> launches) {
            List<ProfiledLaunch> sorted = new ArrayList<>(launches);
            sorted.sort(Comparator.comparingDouble(ProfiledLaunch::share).reversed());
            line("\n%7s %8s %9s %9s %8s %8s  %s", "share", "per run", "median", "p90", "GB/s", "Gflop/s", "launch");
            for (ProfiledLaunch launch : sorted.subList(0, Math.min(MOST_LINES, sorted.size()))) {
                launch(launch);
            }
            if (sorted.size() > MOST_LINES) {
                List<ProfiledLaunch> rest = sorted.subList(MOST_LINES, sorted.size());
                double share = rest.stream().mapToDouble(ProfiledLaunch::share).sum();
                double perRun =
                        rest.stream().mapToDouble(ProfiledLaunch::perRun).sum();
                line("%7s %8s %37s  %d others", TimeText.percent(share), count(perRun), "", rest.size());
            }
        }

        private void launch(ProfiledLaunch launch) {
            Times times = launch.times();
            String name = LaunchTable.name(launch.nodes());
            line(
                    "%7s %8s %9s %9s %8s %8s  %-" + NAME + "s %s",
                    TimeText.percent(launch.share()),
                    count(launch.perRun()),
                    TimeText.of(times.median()),
                    TimeText.of(times.p90()),
                    rate(launch.gigabytesPerSecond(), launch.work().isAllBytes()),
                    rate(launch.gigaflopsPerSecond(), launch.work().isAllOperations()),
                    cut(name),
                    launch.nodes().get(0).where());
            for (NodeShare node : launch.shadow()) {
                String share = node.share() == 0 ? "" : TimeText.percent(node.share()) + " of it, ";
                line("%7s %8s %37s    shadow: %s%s", "", "", "", share, ShadowText.line(node));
            }
        }

        private static String cut(String name) {
            int count = name.codePointCount(0, name.length());
            return count <= NAME ? name : name.substring(0, name.offsetByCodePoints(0, NAME - 3)) + "...";
        }

        /**
         * Returns a rate with three digits, prefixed by a sign for "at least" if the work is a lower bound; empty for
         * none.
         */
        private static String rate(double perSecond, boolean isAll) {
            if (perSecond == 0) {
                return "";
            }
            int digits = perSecond >= 99.95 ? 0 : perSecond >= 9.995 ? 1 : 2;
            return (isAll ? "" : ">") + String.format(Locale.ROOT, "%." + digits + "f", perSecond);
        }

        private static String count(double perRun) {
            return String.format(Locale.ROOT, perRun == Math.rint(perRun) ? "%.0f" : "%.1f", perRun);
        }

        private void line(String format, Object... values) {
            out.append(String.format(Locale.ROOT, format, values).stripTrailing())
                    .append('\n');
        }
    }
}
