package org.sporos.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Profile;
import org.sporos.render.Gantt;
import org.sporos.render.Svg;
import org.sporos.space.ExecutionSpace;

/**
 * The profile as it was measured.
 *
 * @param table the launches by the numbers of the record
 * @param run the recorded run that pictures show
 */
record MeasuredProfile(
        Graph graph,
        ExecutionSpace space,
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

    /** Keeps an unmodifiable copy. */
    MeasuredProfile {
        launches = List.copyOf(launches);
    }

    @Override
    public Ceilings ceilings() {
        return SpaceCeilings.of(space);
    }

    @Override
    public void trace(Path file) throws IOException {
        Files.writeString(file, ChromeTrace.of(graph.label(), table, run));
    }

    @Override
    public void svg(Path file) throws IOException {
        List<Gantt.Bar> bars = new ArrayList<>();
        for (int piece : run.inOrder()) {
            List<Node> nodes = table.nodes(run.launch(piece));
            bars.add(new Gantt.Bar(
                    nodes.get(0).work(), LaunchTable.name(nodes), run.row(piece), run.begin(piece), run.end(piece)));
        }
        String title = "a run of " + Labels.shown(graph.label()) + " on " + space.name();
        Files.writeString(file, Gantt.of(title, run.rows(), run.nanos(), bars, TimeText::of));
    }

    @Override
    public void graphSvg(Path file) throws IOException {
        Map<Node, String> notes = new IdentityHashMap<>();
        for (ProfiledLaunch launch : launches) {
            String time = TimeText.of(launch.times().median()) + ", " + TimeText.percent(launch.share());
            int count = launch.nodes().size();
            String note = count == 1 ? time : "one of " + count + " in " + time;
            launch.nodes().forEach(node -> notes.put(node, note));
        }
        Files.writeString(file, Svg.of(graph, node -> notes.getOrDefault(node, "")));
    }

    @Override
    public String toString() {
        return ProfileTable.of(this, space.name(), SpaceCeilings.known(space));
    }
}
