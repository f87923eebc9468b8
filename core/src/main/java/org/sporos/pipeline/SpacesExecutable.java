package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.internal.error.ForeignStream;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.JoinedParts;
import org.sporos.spi.PartRun;
import org.sporos.spi.PartSubmissions;

/**
 * A graph whose nodes name spaces: an executable for each of its {@link GraphParts}. A part of the space of the
 * instantiation runs on the stream of the submit, a part of another space on a stream that this owns there. A run is
 * one operation of the stream of the submit: one launch where the backend joins the parts. Elsewhere each part waits
 * for events of the parts before it on other spaces, and the streams of other spaces begin after the stream of the
 * submit and end before its next operation. Thread-safe.
 */
final class SpacesExecutable extends MutableExecutable {
    private final Event began = Event.of("began");
    private final Event ended = Event.of("ended");
    /** Guarded by this. */
    private Lowered lowered;

    /** The executable of a part. */
    private record Run(PartRun part, Event end, boolean isAwaited) {}

    /** A stream on another space, and its end in a run. */
    private record Follower(ExecutionStream stream, Event end) {}

    /**
     * A lowered graph.
     *
     * @param joined the launch of all parts, or null
     * @param obstacle what stands against it, or an empty text
     */
    private record Lowered(
            List<Diagnostic> warnings,
            List<Run> runs,
            Map<Backend, Follower> followers,
            @Nullable JoinedParts joined,
            String obstacle) {
        List<PartRun> parts() {
            return runs.stream().map(Run::part).toList();
        }
    }

    /** Instantiates a graph, whose index sets are placed. */
    SpacesExecutable(Graph placed, Instantiation steps) {
        super(steps, placed.origin());
        this.lowered = lower(placed, (graph, kernels) -> {});
    }

    private Lowered lower(Graph placed, BiConsumer<Graph, KernelIndex> check) {
        PipelineTrace trace = PipelineTrace.of(placed, steps.backend().name(), steps.options());
        Instantiation.Checked checked = steps.checked(placed, trace);
        trace.progress().end();
        check.accept(placed, checked.kernels());
        List<GraphParts.Part> parts = GraphParts.of(placed, steps.backend(), checked.effects());
        boolean[] isAwaited = new boolean[parts.size()];
        parts.forEach(part -> part.before().forEach(before -> isAwaited[before] = true));
        Lowered made = new Lowered(checked.warnings(), new ArrayList<>(), new IdentityHashMap<>(), null, "");
        List<String> obstacle = new ArrayList<>();
        JoinedParts joined;
        try {
            for (GraphParts.Part part : parts) {
                Follower on = part.space() == steps.backend()
                        ? null
                        : made.followers.computeIfAbsent(part.space(), space -> follower(space, placed.label()));
                PartRun run = new PartRun(
                        part.space(),
                        executable(part),
                        part.nodes(),
                        part.level(),
                        part.before(),
                        on == null ? null : on.stream);
                Event end = Event.of("end of part " + made.runs.size());
                made.runs.add(new Run(run, end, isAwaited[made.runs.size()]));
            }
            joined = steps.backend().join(made.parts(), obstacle::add);
        } catch (RuntimeException | Error failure) {
            close(made);
            throw failure;
        }
        Instantiation.warn(made.warnings);
        return new Lowered(made.warnings, made.runs, made.followers, joined, String.join("", obstacle));
    }

    private Follower follower(Backend space, String label) {
        ExecutionStream stream = space.stream(label);
        steps.backend().followers().add(stream);
        return new Follower(stream, Event.of(label));
    }

    private ExecutableGraph executable(GraphParts.Part part) {
        Instantiation own = new Instantiation(part.space(), steps.options());
        PipelineTrace trace = PipelineTrace.of(part.graph(), part.space().name(), steps.options());
        LiveExecutable made = new LiveExecutable(own, own.lowered(own.planned(part.graph(), trace)));
        trace.progress().end();
        return made;
    }

    @Override
    public synchronized List<Diagnostic> warnings() {
        return lowered.warnings;
    }

    @Override
    public void submit(ExecutionStream stream) {
        run(stream, null);
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        List<Submission> parts = new ArrayList<>();
        run(stream, parts);
        return new PartSubmissions(parts);
    }

    /** @param tracked receives the submissions of the parts, or is null */
    private void run(ExecutionStream stream, @Nullable List<Submission> tracked) {
        RunFrame.refuseInHostNode("submit");
        Required.argument(stream, "the stream to submit to");
        if (stream.space() != space()) {
            throw ForeignStream.refusal(stream.label(), stream.space().name(), space().name());
        }
        synchronized (this) {
            requireOpen("submitted");
            lowered.followers.keySet().forEach(Instantiation::requireUsable);
            if (lowered.joined == null) {
                launchParts(stream, tracked);
            } else {
                lowered.joined.submit(stream, tracked);
            }
        }
    }

    private void launchParts(ExecutionStream stream, @Nullable List<Submission> tracked) {
        stream.await(ended);
        stream.record(began);
        lowered.followers.values().forEach(other -> other.stream.await(began));
        try {
            for (Run run : lowered.runs) {
                run(run, run.part.stream() == null ? stream : run.part.stream(), tracked);
            }
        } finally {
            lowered.followers.values().forEach(other -> {
                other.stream.record(other.end);
                stream.await(other.end);
            });
            stream.record(ended);
        }
    }

    private void run(Run run, ExecutionStream stream, @Nullable List<Submission> tracked) {
        for (int before : run.part.before()) {
            stream.await(lowered.runs.get(before).end);
        }
        if (tracked == null) {
            run.part.executable().submit(stream);
        } else {
            tracked.add(run.part.executable().submitTracked(stream));
        }
        if (run.isAwaited) {
            stream.record(run.end);
        }
    }

    /** Changes and submits wait for it. Its parts run on the default streams of their spaces, after earlier runs. */
    @Override
    public Profile profile(int runs) {
        RunFrame.refuseInHostNode("profile");
        synchronized (this) {
            requireOpen("profiled");
            lowered.followers.keySet().forEach(Instantiation::requireUsable);
            space().defaultStream().await(ended);
            lowered.followers.keySet().forEach(other -> other.defaultStream().await(ended));
            return steps.backend().profile(graph(), lowered.parts(), runs);
        }
    }

    @Override
    public synchronized String explain(ExplainOption... options) {
        RunFrame.refuseDeviceCallInHostNode("explain");
        StringBuilder text = new StringBuilder("graph " + Labels.quoted(graph().label()) + " in " + lowered.runs.size()
                + " parts, "
                + (lowered.joined == null
                        ? "each a launch of its own; events order parts of different spaces"
                        : "child graphs of one native graph, which is one launch")
                + (lowered.obstacle.isEmpty() ? "" : "; no native graph over all devices: " + lowered.obstacle)
                + "\n");
        for (int k = 0; k < lowered.runs.size(); k++) {
            Run run = lowered.runs.get(k);
            String before = run.part.before().stream().map(String::valueOf).collect(Collectors.joining(", "));
            text.append("part " + k + " on " + run.part.space().name() + (before.isEmpty() ? "" : " after " + before)
                    + ":\n");
            text.append(run.part.executable().explain(options).stripTrailing().indent(2));
        }
        return text.toString();
    }

    /** Waits for the end of all runs so far. */
    @Override
    void change(Graph to, BiConsumer<Graph, KernelIndex> check) {
        Lowered made = to.placedOn(space(), placed -> lower(placed, check));
        close(lowered);
        lowered = made;
    }

    private void close(Lowered parts) {
        parts.runs.forEach(run -> run.part.executable().close());
        parts.followers.values().forEach(other -> {
            steps.backend().followers().remove(other.stream);
            other.stream.close();
        });
    }

    @Override
    void closeRuns() {
        close(lowered);
    }

    @Override
    public String toString() {
        return "executable of " + graph() + " on several spaces";
    }
}
