package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Java's flight recorder gets the events of graphs on a GPU. */
final class GpuFlightTest {
    @TempDir
    Path folder;

    private static List<RecordedEvent> of(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("sporos." + name))
                .toList();
    }

    @Test
    void submits_are_told_one_by_one_and_runs_together_when_their_end_is_seen() throws IOException {
        Path file = folder.resolve("gpu.jfr");
        BinaryCache cache = BinaryCache.in(folder.resolve("cache"), 1 << 20);
        try (Recording recording = new Recording()) {
            recording.start();
            try (GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, cache);
                    DoubleView x = DoubleView.of("x", space, 100)) {
                Graph graph =
                        Graph.define("g", root -> root.thenParallelFor("a", RangePolicy.of(100), i -> x.set(i, i)));
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    for (int run = 0; run < 7; run++) {
                        exec.submit();
                    }
                    space.fence();
                    exec.submit();
                    space.fence();
                }
            }
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(of("Submit", events))
                .hasSize(8)
                .allMatch(event -> event.getString("space").equals("cuda:0"));
        assertThat(of("Run", events)).extracting(event -> event.getLong("runs")).containsExactly(7L, 1L);
        assertThat(of("Compilation", events))
                .extracting(event -> event.getBoolean("isFromCache"))
                .containsExactly(false);
        assertThat(of("Memory", events))
                .extracting(event -> event.getString("space"))
                .contains("cuda:0", "pinned for cuda:0");
    }
}
