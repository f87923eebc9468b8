package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpaces;

/** The page "Use my GPU" explains what the CUDA backend says when it finds no GPU, in the words that it says. */
final class UseMyGpuTest {
    private static final Path PAGE = DocFile.ROOT.resolve("docs/use-my-gpu.md");
    /** The source of the texts that both GPU backends share; each adds its vendor. */
    private static final Path SHARED =
            DocFile.ROOT.resolve("core/src/main/java/org/sporos/gpu/GpuBackendProvider.java");

    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    @Test
    void every_machine_says_what_it_has() {
        // snippet: gpu-available
        ExecutionSpaces.available().forEach(System.out::println);
        // end
        assertThat(ExecutionSpaces.available()).isNotEmpty();
    }

    @Test
    void the_reasons_on_the_page_are_those_of_the_probe() throws IOException {
        String sources = MainSources.of("backend-cuda").stream()
                .map(UseMyGpuTest::read)
                .collect(Collectors.joining())
                .concat(read(SHARED).replace("\" + vendor + \"", "NVIDIA"))
                .replaceAll("\"\\s*\\+\\s*\"", "");
        List<String> reasons = reasons();
        assertThat(reasons).hasSizeGreaterThan(7).allMatch(reason -> said(reason, sources), "is said by the probe");
    }

    /** A reason may be put together from what is missing and how it fails. */
    private static boolean said(String reason, String sources) {
        String ending = " cannot be loaded";
        return reason.endsWith(ending)
                ? sources.contains(reason.substring(0, reason.length() - ending.length())) && sources.contains(ending)
                : sources.contains(reason);
    }

    /** Returns what is quoted in the first column of the table of reasons, but for names of lines. */
    private static List<String> reasons() throws IOException {
        String section =
                Files.readString(PAGE).split("## When it is not found")[1].split("\n## ")[0];
        List<String> reasons = new ArrayList<>();
        for (String line : section.lines().filter(l -> l.startsWith("| `")).toList()) {
            Matcher quoted = QUOTED.matcher(line.split(" \\| ")[0]);
            while (quoted.find()) {
                reasons.add(quoted.group(1));
            }
        }
        return reasons;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
