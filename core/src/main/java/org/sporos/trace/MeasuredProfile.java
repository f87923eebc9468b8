package org.sporos.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Profile;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.render.Gantt;
import org.sporos.render.Svg;
import org.sporos.space.ExecutionSpace;
import org.sporos.spi.LoweringContext;
import org.sporos.verify.NodeShadow;

/**
 * The profile as it was measured.
 *
 * @param context what the executable was made of
 * @param table the launches by the numbers of the record
 * @param run the recorded run that pictures show
 */
record MeasuredProfile(
        Graph graph,
        ExecutionSpace space,
        LoweringContext context,
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
        // Whoever closes a view meanwhile must not free what is copied.
        context.retainAll();
        try {
            launches.forEach(launch -> all.add(withShadow(launch, runs)));
        } finally {
            context.releaseAll();
        }
        return new MeasuredProfile(
                graph,
                space,
                context,
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
        List<NodeShare> shadow = NodeShadow.of(launch.nodes(), space, context.options(), runs);
        return new ProfiledLaunch(
                launch.nodes(), launch.times(), launch.perRun(), launch.work(), launch.share(), shadow);
    }

    /** Returns the shadow of each launch that has one, by its first node. */
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
                        LaunchTable.name(nodes),
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
}
