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

/** The page of properties and environment variables names exactly those that the sources read. */
final class PropertiesTest {
    private static final Path PAGE = DocFile.ROOT.resolve("docs/properties.md");

    /** The library's properties, wherever a source names one in a string. */
    private static final Pattern PROPERTY = Pattern.compile("\"(sporos\\.[a-z]+(?:\\.[a-z]+)*)\"");

    /** The same on a page: the groups of names that the library has, so that names of files are none. */
    private static final Pattern ON_PAGE =
            Pattern.compile("(?<![\\w.])sporos\\.(?:space|host|cache|stall|hip|hiprtc)(?:\\.[a-z]+)*\\b");

    /** What the tests of a module read alone. */
    private static final Set<String> OF_TESTS = Set.of("sporos.hip.shim");

    /** The name of a file, which looks like a property. */
    private static final String FILE = "sporos.cu";

    private static final Pattern VARIABLE = Pattern.compile("\\bgetenv\\(\\s*(\"?)(\\w+)\"?\\s*\\)");
    private static final Pattern UNNAMED_VARIABLE = Pattern.compile("\\bgetenv\\((?!\\s*\"?\\w+\"?\\s*\\))");

    @Test
    void the_page_names_exactly_the_properties_of_the_sources() throws IOException {
        Set<String> read = new TreeSet<>();
        for (Path source : MainSources.ofLibrary()) {
            read.addAll(properties(Files.readString(source)));
        }
        assertThat(named("## System properties")).isEqualTo(read);
    }

    @Test
    void the_page_names_exactly_the_variables_of_the_sources() throws IOException {
        Set<String> read = new TreeSet<>();
        for (Path source : MainSources.ofLibrary()) {
            String text = Files.readString(source);
            assertThat(UNNAMED_VARIABLE.matcher(text).find())
                    .as(source + " reads a variable whose name is not a constant")
                    .isFalse();
            read.addAll(variables(text));
        }
        assertThat(named("## Environment variables")).isEqualTo(read);
    }

    @Test
    void no_page_names_a_property_that_does_not_exist() throws IOException {
        Set<String> known = named("## System properties");
        Set<String> gone = new TreeSet<>();
        for (DocFile file : DocFile.all()) {
            Matcher property = ON_PAGE.matcher(String.join("\n", file.lines()));
            while (property.find()) {
                if (!known.contains(property.group()) && !OF_TESTS.contains(property.group())) {
                    gone.add(file + ": " + property.group());
                }
            }
        }
        assertThat(gone).isEmpty();
    }

    @Test
    void names_are_found_in_strings_and_in_constants() {
        assertThat(properties("Long.getLong(\"sporos.a.b\", 5); image(\"sporos.cu\")"))
                .containsExactly("sporos.a.b");
        assertThat(variables("String X = \"SPOROS_X\"; System.getenv(X); System.getenv(\"HOME\");"))
                .containsExactly("HOME", "SPOROS_X");
        assertThat(UNNAMED_VARIABLE.matcher("getenv(prefix + name)").find()).isTrue();
        assertThat(UNNAMED_VARIABLE.matcher("getenv()").find()).isTrue();
    }

    private static Set<String> properties(String source) {
        Set<String> found = new TreeSet<>();
        Matcher property = PROPERTY.matcher(source);
        while (property.find()) {
            found.add(property.group(1));
        }
        found.remove(FILE);
        return found;
    }

    private static Set<String> variables(String source) {
        Set<String> found = new TreeSet<>();
        Matcher variable = VARIABLE.matcher(source);
        while (variable.find()) {
            found.add(variable.group(1).isEmpty() ? constant(variable.group(2), source) : variable.group(2));
        }
        return found;
    }

    private static String constant(String name, String source) {
        Matcher value = Pattern.compile("\\b" + name + " = \"(\\w+)\"").matcher(source);
        assertThat(value.find()).as("a constant " + name + " in the same file").isTrue();
        return value.group(1);
    }

    /** Returns what the first column of the table of a section names. */
    private static Set<String> named(String heading) throws IOException {
        String section =
                Files.readString(PAGE).split(Pattern.quote(heading + "\n"))[1].split("\n## ")[0];
        Set<String> named = new TreeSet<>();
        for (String line : section.lines().filter(l -> l.startsWith("| `")).toList()) {
            Matcher name = Pattern.compile("`([^`]+)`").matcher(line.split(" \\| ")[0]);
            while (name.find()) {
                named.add(name.group(1));
            }
        }
        return named;
    }
}
