package org.sporos.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that read the source tree have the tag {@code sources}, because the bundle runs tests where there is none.
 * Core's own tests and those of the docs are not in it.
 */
class SourcesTagTest {
    private static final List<String> BUNDLED = List.of("backend-host", "backend-cuda", "backend-hip", "samples");
    private static final Pattern READS_SOURCES = Pattern.compile("Path\\.of\\(\"(src|\\.\\.)[/\"]");

    @Test
    void tests_that_read_the_sources_say_so() throws IOException {
        for (String module : BUNDLED) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test", "java"))) {
                assertThat(files.filter(file -> file.toString().endsWith(".java")))
                        .isNotEmpty()
                        .allSatisfy(file -> assertThat(isSilent(Files.readString(file)))
                                .as("'%s' reads the sources: give it @Tag(\"sources\")", file)
                                .isFalse());
            }
        }
    }

    @Test
    void a_tag_or_an_assumption_is_needed() {
        assertThat(isSilent("Path.of(\"src/main/java\")")).isTrue();
        assertThat(isSilent("Path.of(\"..\", \"docs\")")).isTrue();
        assertThat(isSilent("@Tag(\"sources\") class A { Path p = Path.of(\"../docs\"); }"))
                .isFalse();
        assertThat(isSilent("Path p = Path.of(\"src/a\"); assumeTrue(Files.exists(p));"))
                .isFalse();
        assertThat(isSilent("Path p = Path.of(\"src/a\"); assumeTrue(HAS_COMPILER, \"no g++\");"))
                .isTrue();
        assertThat(isSilent("Path.of(\"target/classes\")")).isFalse();
    }

    private static boolean isSilent(String text) {
        return READS_SOURCES.matcher(text).find()
                && !text.contains("@Tag(\"sources\")")
                && !text.contains("assumeTrue(Files.exists(");
    }
}
