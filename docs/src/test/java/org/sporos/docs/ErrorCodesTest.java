package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of error codes and the sources name the same codes. */
final class ErrorCodesTest {
    private static final Path PAGE = DocFile.ROOT.resolve("docs/error-codes.md");
    private static final List<String> MODULES = List.of("core", "backend-host", "backend-cuda", "backend-hip");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n\"]*(?=\\n)");
    private static final Pattern CODE = Pattern.compile("\\b[GSRKD][0-9]{3}\\b");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([GSRKD][0-9]{3})\"></a>");

    @Test
    void every_code_of_the_sources_has_an_anchor_on_the_page_and_the_other_way_round() throws IOException {
        assertThat(anchors()).isEqualTo(codesOfSources());
    }

    @Test
    void every_anchor_is_followed_by_what_it_means_an_example_and_a_cure() throws IOException {
        String[] sections = Files.readString(PAGE).split("(?=<a id=\")");
        for (int at = 1; at < sections.length; at++) {
            assertThat(sections[at])
                    .contains("### ")
                    .containsPattern("(?m)^Example: ")
                    .containsPattern("(?m)^Cure: ");
        }
    }

    @Test
    void comments_name_no_codes_of_their_own() {
        assertThat(codesIn("/** such as {@code R399} */ // S299\n String a = \"G101: x\"; enum { K102(\"\") }"))
                .containsExactly("G101", "K102");
    }

    private static Set<String> anchors() throws IOException {
        Set<String> anchors = new TreeSet<>();
        Matcher anchor = ANCHOR.matcher(Files.readString(PAGE));
        while (anchor.find()) {
            assertThat(anchors.add(anchor.group(1)))
                    .as(anchor.group(1) + " is there once")
                    .isTrue();
        }
        return anchors;
    }

    private static Set<String> codesOfSources() throws IOException {
        Set<String> codes = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(DocFile.ROOT.resolve(module + "/src/main/java"))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    codes.addAll(codesIn(Files.readString(file)));
                }
            }
        }
        return codes;
    }

    private static Set<String> codesIn(String source) {
        Set<String> codes = new TreeSet<>();
        Matcher code = CODE.matcher(COMMENT.matcher(source).replaceAll(""));
        while (code.find()) {
            codes.add(code.group());
        }
        return codes;
    }
}
