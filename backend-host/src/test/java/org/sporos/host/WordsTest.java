package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An engineer of the field finds the mechanisms of the executor by the words that he would search for. */
@Tag("sources")
class WordsTest {
    private static final Path SOURCES = Path.of("src/main/java/org/sporos/host");

    /** Words of the field, each with a file that it leads to. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("steal", "run/TaskClaimer.java"),
            Map.entry("preempted", "run/StallDetector.java"),
            Map.entry("affinity", "threads/CpuAvoidance.java"),
            Map.entry("false sharing", "run/CacheLinePadded.java"),
            Map.entry("warm-up", "submit/JitWarmup.java"),
            Map.entry("event count", "threads/EventCount.java"),
            Map.entry("spin limit", "run/TaskDispatcher.java"),
            Map.entry("list scheduler", "schedule/ListScheduler.java"),
            Map.entry("explore-exploit", "tune/ModeDecider.java"));

    @Test
    void the_fields_words_lead_to_the_mechanisms() {
        assertThat(WORDS)
                .allSatisfy(
                        (word, file) -> assertThat(text(SOURCES.resolve(file)).toLowerCase(Locale.ROOT))
                                .contains(word));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
