package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the log names exactly the loggers of the sources, and all are made in the one safe way. */
final class LoggingTest {
    private static final String SAFE = "SafeLogger.java";
    private static final Pattern NAMED = Pattern.compile("SafeLogger\\s*\\.of\\(\\s*\"([\\w.]+)\"\\s*\\)");
    private static final Pattern MADE = Pattern.compile("SafeLogger\\s*\\.of\\(");
    private static final Pattern UNSAFE =
            Pattern.compile("^[^*\\n]*\\b(?:System\\.getLogger|Logger\\.getLogger|LogManager)\\b", Pattern.MULTILINE);
    private static final Pattern ROW = Pattern.compile("^\\| `([\\w.]+)` \\|", Pattern.MULTILINE);

    @Test
    void the_page_names_exactly_the_loggers_of_the_sources() throws IOException {
        Set<String> made = new TreeSet<>();
        for (Path source : MainSources.ofLibrary()) {
            String text = Files.readString(source);
            List<String> names = all(NAMED, text);
            assertThat(all(MADE, text))
                    .as(source + " names its logger in a string")
                    .hasSameSizeAs(names);
            made.addAll(names);
        }
        String page = Files.readString(DocFile.ROOT.resolve("docs/logging.md"));
        assertThat(new TreeSet<>(all(ROW, page))).isEqualTo(made).contains("org.sporos");
    }

    @Test
    void no_source_makes_a_logger_in_another_way() throws IOException {
        for (Path source : MainSources.ofLibrary()) {
            if (!source.endsWith(SAFE)) {
                assertThat(UNSAFE.matcher(Files.readString(source)).find())
                        .as(source + " has a logger that may throw")
                        .isFalse();
            }
        }
    }

    @Test
    void one_line_sets_the_level_of_all_loggers() {
        Logger all = Logger.getLogger("org.sporos");
        Level before = all.getLevel();
        try {
            // snippet: logging-level
            Logger.getLogger("org.sporos").setLevel(Level.SEVERE);
            // end
            for (String name : List.of("org.sporos", "org.sporos.host", "org.sporos.debug")) {
                System.Logger logger = System.getLogger(name);
                assertThat(logger.isLoggable(System.Logger.Level.WARNING))
                        .as(name)
                        .isFalse();
                assertThat(logger.isLoggable(System.Logger.Level.ERROR))
                        .as(name)
                        .isTrue();
            }
        } finally {
            all.setLevel(before);
        }
    }

    private static List<String> all(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(matcher.groupCount()));
        }
        return found;
    }
}
