package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of error codes and the sources name the same codes. A section whose heading ends in {@code (in work)}
 * describes a check that does not exist yet; {@code -Dsporos.docs.update=true} takes the mark from those that have come
 * to exist.
 */
final class ErrorCodesTest {
    private static final Path PAGE = DocFile.ROOT.resolve("docs/error-codes.md");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n\"]*(?=\\n)");
    private static final Pattern CODE = Pattern.compile("\\b[GSRKDC][0-9]{3}\\b");
    private static final Pattern SECTION =
            Pattern.compile("<a id=\"([GSRKDC][0-9]{3})\"></a>\n### ([GSRKDC][0-9]{3}): (.*)");
    private static final String IN_WORK = " *(in work)*";

    @Test
    void the_page_describes_exactly_the_codes_of_the_sources() throws IOException {
        Set<String> codes = codesOfSources();
        if (Boolean.getBoolean("sporos.docs.update")) {
            Files.writeString(PAGE, withoutMarks(Files.readString(PAGE), codes));
        }
        assertThat(codesOfPage(false)).isEqualTo(codes);
        assertThat(codesOfPage(true)).as("marked as in work").doesNotContainAnyElementsOf(codes);
    }

    @Test
    void a_mark_goes_when_its_code_comes() {
        String page = "### G101: a *(in work)*\n### G102: b *(in work)*\n";
        assertThat(withoutMarks(page, Set.of("G102"))).isEqualTo("### G101: a *(in work)*\n### G102: b\n");
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
    void every_code_stands_in_a_test() throws IOException {
        Set<String> tested = new TreeSet<>();
        for (String module : modulesWithTests()) {
            Path tests = DocFile.ROOT.resolve(module + "/src/test");
            if (Files.isDirectory(tests)) {
                tested.addAll(codesBelow(tests, ".java", ".txt"));
            }
        }
        Set<String> untested = codesOfSources();
        untested.removeAll(tested);
        assertThat(untested).as("codes whose text no test expects").isEmpty();
    }

    private static List<String> modulesWithTests() {
        List<String> modules = new ArrayList<>(MainSources.LIBRARY);
        modules.add("core/contract");
        return modules;
    }

    @Test
    void comments_name_no_codes_of_their_own() {
        assertThat(codesIn("/** such as {@code R399} */ // S299\n String a = \"G101: x\"; enum { K102(\"\") }"))
                .containsExactly("G101", "K102");
    }

    private static Set<String> codesOfPage(boolean inWork) throws IOException {
        Set<String> codes = new TreeSet<>();
        Matcher section = SECTION.matcher(Files.readString(PAGE));
        while (section.find()) {
            assertThat(section.group(1)).as("anchor and heading").isEqualTo(section.group(2));
            if (section.group(3).endsWith(IN_WORK) == inWork) {
                assertThat(codes.add(section.group(1)))
                        .as(section.group(1) + " is there once")
                        .isTrue();
            }
        }
        return codes;
    }

    private static String withoutMarks(String page, Set<String> codes) {
        String text = page;
        for (String code : codes) {
            text = text.replaceAll("(?m)^(### " + code + ": .*)" + Pattern.quote(IN_WORK) + "$", "$1");
        }
        return text;
    }

    private static Set<String> codesOfSources() throws IOException {
        Set<String> codes = new TreeSet<>();
        for (Path source : MainSources.ofLibrary()) {
            codes.addAll(codesIn(Files.readString(source)));
        }
        return codes;
    }

    private static Set<String> codesBelow(Path folder, String... endings) throws IOException {
        Set<String> codes = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> Stream.of(endings).anyMatch(f.toString()::endsWith))
                    .toList()) {
                codes.addAll(codesIn(Files.readString(file)));
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
