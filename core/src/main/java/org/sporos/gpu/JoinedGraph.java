package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Submission;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.ForwardingExecutable;
import org.sporos.spi.JoinedParts;
import org.sporos.spi.PartRun;

/**
 * One native graph over several devices: a child graph for each part of a graph, with edges from the parts that it
 * follows and from the previous part of its device. A launch is enqueued in the stream of the submit. All else of a run
 * belongs to the executables of the parts: params, faults, host nodes and submissions, each in the stream of its
 * device. Guarded by the executable of the parts.
 */
final class JoinedGraph implements JoinedParts {
    private final ExecutionSpace space;
    private final GpuDevice device;
    private final Part[] parts;
    /** The streams on other devices. */
    private final GpuStream[] others;

    private final LaunchSequence launch;
    /** The native event after a launch. */
    private final long ended;

    private long submits;

    /** @param stream the stream on another device, or null for the stream of the submit */
    private record Part(GpuExecutable executable, @Nullable GpuStream stream) {
        GpuStream stream(GpuStream main) {
            return stream == null ? main : stream;
        }
    }

    private JoinedGraph(ExecutionSpace space, GpuDevice device, List<Part> parts, LaunchSequence launch, long ended) {
        this.space = space;
        this.device = device;
        this.parts = parts.toArray(Part[]::new);
        this.others = parts.stream()
                .filter(part -> part.stream != null)
                .map(Part::stream)
                .distinct()
                .toArray(GpuStream[]::new);
        this.launch = launch;
        this.ended = ended;
    }

    /** Returns the joined parts, or null with an obstacle. */
    static @Nullable JoinedGraph of(
            ExecutionSpace space, GpuDevice device, List<PartRun> runs, Consumer<String> obstacle) {
        GpuDriver driver = device.driver();
        List<GpuStream> others = runs.stream()
                .map(run -> (GpuStream) run.stream())
                .filter(Objects::nonNull)
                .toList();
        if (others.isEmpty() || !others.stream().allMatch(other -> driver.joins(other.driver()))) {
            return null;
        }
        List<Part> parts = new ArrayList<>();
        for (PartRun run : runs) {
            String found = "uses a ring";
            if (ForwardingExecutable.behind(run.executable()) instanceof GpuExecutable own) {
                parts.add(new Part(own, (GpuStream) run.stream()));
                found = own.joinObstacle();
            }
            if (found != null) {
                obstacle.accept("part " + runs.indexOf(run) + " " + found);
                return null;
            }
        }
        if (parts.stream().allMatch(part -> part.stream != null)) {
            obstacle.accept("no node runs on " + space.name());
            return null;
        }
        NativeResources owned = new NativeResources();
        try {
            JoinedGraph joined = build(space, device, parts, runs, owned);
            parts.get(0).executable.owned().add(owned::close);
            return joined;
        } catch (GpuException e) {
            owned.close();
            device.failed(e);
            if (driver.isFatal(e.status())) {
                throw e;
            }
            obstacle.accept("the driver refuses it: " + e.getMessage());
            return null;
        }
    }

    private static JoinedGraph build(
            ExecutionSpace space, GpuDevice device, List<Part> parts, List<PartRun> runs, NativeResources owned) {
        GpuDriver driver = device.driver();
        long graph = owned.add(driver.createGraph(), driver::destroyGraph);
        long[] nodes = new long[parts.size()];
        for (int k = 0; k < nodes.length; k++) {
            nodes[k] = driver.addChild(graph, parts.get(k).executable.nativeGraph());
            for (int before : runs.get(k).before()) {
                driver.addEdge(graph, nodes[before], nodes[k]);
            }
            int previous = k - 1;
            while (previous >= 0 && runs.get(previous).space() != runs.get(k).space()) {
                previous--;
            }
            if (previous >= 0) {
                driver.addEdge(graph, nodes[previous], nodes[k]);
            }
        }
        long executable = owned.add(driver.instantiate(graph), driver::destroyExecutable);
        LaunchSequence launch = new LaunchSequence(
                driver, device.memory().reclaimer(), List.of(new LaunchSequence.Segment(graph, executable)));
        launch.upload(device.setup());
        driver.synchronize(device.setup());
        return new JoinedGraph(space, device, parts, launch, owned.add(driver.createEvent(), driver::destroyEvent));
    }

    @Override
    public void submit(ExecutionStream stream, @Nullable List<Submission> tracked) {
        StackReserve.require(submits++);
        GpuStream main = GpuStream.entered(space, stream);
        int entered = 0;
        try {
            for (; entered < others.length; entered++) {
                GpuStream.entered(others[entered].space(), others[entered]);
            }
            FlightSpan span = Flight.recordsSubmits()
                    ? Flight.submit(parts[0].executable.graph().label(), space.name(), stream.label())
                    : FlightSpan.NONE;
            prepare(main, tracked != null);
            for (GpuStream other : others) {
                prepare(other, tracked != null);
            }
            launch(main, tracked);
            Flight.end(span);
        } finally {
            while (entered > 0) {
                others[--entered].leave();
            }
            main.leave();
        }
    }

    private static void prepare(GpuStream stream, boolean isTracked) {
        if (isTracked) {
            // Failures of earlier runs belong to the fence.
            stream.settle();
        } else {
            stream.awaitRoom();
        }
    }

    private void launch(GpuStream main, @Nullable List<Submission> tracked) {
        StreamQueue.Ticket ticket = launch(main);
        for (Part part : parts) {
            GpuStream own = part.stream(main);
            GpuSubmission submission = tracked == null ? null : new GpuSubmission(part.executable, own);
            part.executable.endJoined(own, ticket, submission);
            if (tracked != null && submission != null) {
                tracked.add(submission);
            }
        }
    }

    /** Launches the graph after the streams of all parts, and orders them after it; returns the queued launch. */
    private StreamQueue.@Nullable Ticket launch(GpuStream main) {
        int begun = 0;
        boolean isLaunched = false;
        try {
            for (; begun < parts.length; begun++) {
                parts[begun].executable.beginJoined(parts[begun].stream(main), main);
            }
            StreamQueue.Ticket ticket = null;
            if (main.isBusy()) {
                ticket = main.enqueue(() -> launch.launch(main.handle()));
            } else {
                launch.launch(main.handle());
            }
            isLaunched = true;
            StreamQueue.Ticket end = main.record(ended);
            for (GpuStream other : others) {
                other.await(ended, end);
            }
            return ticket;
        } catch (GpuException e) {
            device.failed(e);
            throw e;
        } finally {
            while (!isLaunched && begun > 0) {
                parts[--begun].executable.notJoined();
            }
        }
    }
}
