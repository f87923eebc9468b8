package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * How the sources write errors: mistakes of users have a code, bugs of the library have the type for bugs, and labels
 * are shown by {@link org.sporos.internal.error.Labels} alone.
 */
final class ErrorTextsTest {
    /** The package that the rules are built on. */
    private static final String RULES = "org/sporos/internal/error/";

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n\"]*(?=\\n)");

    /** Java's own types, which have no code. */
    private static final Pattern UNCODED = Pattern.compile("new (?:IllegalState|IllegalArgument|NullPointer"
            + "|IndexOutOfBounds|UnsupportedOperation|UncheckedIO)Exception\\(");

    /** The types of the library that take their place, and the first of what they are made from: a code. */
    private static final Pattern MISTAKE = Pattern.compile("new Coded\\w+Exception\\(\\s*([^,]*),");

    private static final Pattern CODE = Pattern.compile("\"[GSRKDC][0-9]{3}\"|violation\\.code\\(\\)");
    private static final Pattern BUG_OF_ANOTHER_TYPE = Pattern.compile(
            "new (?:Assertion|ExceptionInInitializer|)Error\\(|new RuntimeException\\(|requireNonNull\\([^;]*?, (?:\\(\\) -> )?\"");
    private static final Pattern RAW_LABEL = Pattern.compile("'\"\\s*(?:\\+|\\)\\s*\\.append)"
            + "|\\+\\s*(?:[\\w.]|\\(\\w*\\))*\\blabel(?:\\(\\))?\\s*[;,+)]"
            + "|(?<!\\w)label(?:\\(\\))?\\s*\\+\\s*\"");

    /** Its labels are those of C++, which the library makes. */
    private static final String JUMPS = "StmtPrinter.java";

    private record Found(String file, String text) {}

    private static List<Found> find(Pattern pattern, int group) throws IOException {
        List<Found> all = new ArrayList<>();
        for (Path file : MainSources.ofLibrary()) {
            if (file.toString().contains(RULES)) {
                continue;
            }
            Matcher found =
                    pattern.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""));
            while (found.find()) {
                all.add(new Found(file.getFileName().toString(), found.group(group)));
            }
        }
        return all;
    }

    @Test
    void mistakes_of_users_have_codes() throws IOException {
        assertThat(find(MISTAKE, 1))
                .hasSizeGreaterThan(50)
                .allMatch(found -> CODE.matcher(found.text()).matches(), "begins with a code");
        assertThat(find(UNCODED, 0)).isEmpty();
    }

    @Test
    void bugs_have_the_type_of_bugs() throws IOException {
        assertThat(find(BUG_OF_ANOTHER_TYPE, 0)).isEmpty();
    }

    @Test
    void texts_show_no_label_as_it_is() throws IOException {
        assertThat(find(RAW_LABEL, 0))
                .filteredOn(found -> !found.file().equals(JUMPS))
                .isEmpty();
    }

    @Test
    void the_rules_find_what_they_look_for() {
        Matcher mistake = MISTAKE.matcher("throw new CodedStateException(\n  text, \"view \" + x + \" is closed\");");
        assertThat(mistake.find()).isTrue();
        assertThat(CODE.matcher(mistake.group(1)).matches()).isFalse();
        assertThat(CODE.matcher("\"S202\"").matches()).isTrue();
        assertThat(UNCODED.matcher("new IllegalStateException(\"S202: closed\")")
                        .find())
                .isTrue();
        assertThat(List.of(
                        "throw new AssertionError(\"step\");",
                        "throw new ExceptionInInitializerError(e);",
                        "Objects.requireNonNull(label, \"the label\");",
                        "Objects.requireNonNull(space, () -> \"the space\");"))
                .allMatch(line -> BUG_OF_ANOTHER_TYPE.matcher(line).find());
        assertThat(List.of(
                        "\"view '\" + view.label() + \"' is\"",
                        "text.append(\"view '\").append(label)",
                        "\"#\" + id + \" \" + label + work",
                        "(\"view \" + node.label())  + x",
                        "return \"node \" + label;",
                        "String all = members.get(0).label() + \" and more\";"))
                .allMatch(line -> RAW_LABEL.matcher(line).find());
        assertThat(RAW_LABEL
                        .matcher("\"view \" + Labels.quoted(view.label()) + \" is\"")
                        .find())
                .isFalse();
    }
}
