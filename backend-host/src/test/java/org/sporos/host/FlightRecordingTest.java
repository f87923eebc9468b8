package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.internal.flight.Flight;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The events that Java's flight recorder gets from a program, and that there are none without a recording. */
final class FlightRecordingTest {
    private static final int N = 1000;

    @TempDir
    Path folder;

    private List<RecordedEvent> recorded(Runnable program) throws IOException {
        Path file = folder.resolve("program.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("sporos."))
                .toList();
    }

    private static void program() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, N)) {
            Graph graph = Graph.define(
                    "recorded", root -> root.thenParallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < 5; run++) {
                    exec.submit();
                }
                exec.submitTracked().await();
                assertThat(exec.profile(4).launches()).hasSize(1);
            }
            Graph failing = Graph.define(
                    "failing",
                    root -> root.thenHost("thrower", Access.reads(), () -> {
                        throw new IllegalStateException("on purpose");
                    }));
            assertThatThrownBy(() -> failing.run(space)).hasMessageStartingWith("R303");
            assertThat(x.toArray()).containsOnly(10);
        }
    }

    private static List<RecordedEvent> of(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("sporos." + name))
                .toList();
    }

    private static long ofGraph(String name, List<RecordedEvent> events, String graph) {
        return of(name, events).stream()
                .filter(event -> event.getString("graph").equals(graph))
                .filter(event -> event.getString("space").equals("host"))
                .count();
    }

    @Test
    void a_recording_has_instantiations_steps_submits_runs_launches_failures_and_memory() throws IOException {
        List<RecordedEvent> events = recorded(FlightRecordingTest::program);
        assertThat(ofGraph("Instantiate", events, "recorded")).isEqualTo(1);
        assertThat(of("InstantiateStep", events))
                .filteredOn(event -> event.getString("graph").equals("recorded"))
                .extracting(event -> event.getString("step"))
                .containsExactly("capture", "effects", "lift", "facts", "check", "plan", "lower");
        assertThat(ofGraph("Submit", events, "recorded")).isEqualTo(6);
        assertThat(ofGraph("Run", events, "recorded")).isEqualTo(10);
        assertThat(of("Run", events))
                .allMatch(event -> event.getDuration().toNanos() >= 0 && event.getLong("runs") == 1);
        assertThat(of("Node", events)).singleElement().satisfies(event -> {
            assertThat(event.getString("nodes")).isEqualTo("add");
            assertThat(event.getString("where")).startsWith("FlightRecordingTest.java:");
            assertThat(event.getLong("count")).isEqualTo(2);
            assertThat(event.getDuration("median")).isPositive();
        });
        assertThat(of("RunFailure", events)).singleElement().satisfies(event -> {
            assertThat(event.getString("code")).isEqualTo("R303");
            assertThat(event.getString("node")).isEqualTo("thrower");
            assertThat(event.getString("message")).contains("on purpose");
        });
        assertThat(of("Memory", events))
                .filteredOn(event -> event.getString("space").equals("host"))
                .extracting(event -> event.getLong("change"))
                .contains(8L * N, -8L * N);
    }

    @Test
    void without_a_recording_nothing_is_told() {
        assertThat(Flight.recordsSubmits()).isFalse();
        assertThat(Flight.recordsRuns()).isFalse();
        assertThat(Flight.recordsInstantiations()).isFalse();
        assertThat(Flight.recordsNodes()).isFalse();
    }
}
