package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the memory model names all litmus tests and no others. */
final class MemoryModelTest {
    private static final Path PAGE = DocFile.ROOT.resolve("docs/guide/memory-model.md");
    private static final Path TESTS =
            DocFile.ROOT.resolve("core/contract/src/test/java/org/sporos/contract/MemoryModelContract.java");

    @Test
    void each_line_has_a_litmus_test_and_each_test_a_line() throws IOException {
        Set<String> named = found(PAGE, "`([a-z]+(?:_[a-z]+)+)` \\|");
        assertThat(named).isNotEmpty().isEqualTo(found(TESTS, "@Test\\s+void (\\w+)\\("));
    }

    private static Set<String> found(Path file, String pattern) throws IOException {
        Set<String> found = new TreeSet<>();
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
