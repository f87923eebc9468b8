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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No page is older than its code: pages name each package that users see and each program of the samples, and name no
 * package or class that does not exist. {@link PropertiesTest} and {@link ErrorCodesTest} do the same for properties
 * and codes.
 */
final class NamedOnPagesTest {
    /** Modules whose packages and classes pages may name beside those of the library. */
    private static final List<String> OTHERS = List.of("core/contract", "samples", "docs");

    private static final Pattern EXPORT = Pattern.compile("(?m)^ *exports ([\\w.]+);");
    private static final Pattern MAIN = Pattern.compile("public static void main\\(String");

    /** A package or a class of the library, without the classes in it. */
    private static final Pattern NAME = Pattern.compile("\\borg\\.sporos(?:\\.[a-z]\\w*)+(?:\\.[A-Z]\\w*)?");

    /** What the name of a template holds in place of an element type. */
    private static final String TYPE = "$Type$";

    private static final List<String> TYPES = List.of("Double", "Float", "Int", "Long", "Byte", "Short");

    private static final List<String> IN_QUICKSTART =
            List.of("core", "core/algorithms", "core/communicators", "core/sweeps", "core/junit");

    /** Modules have names of their own. */
    private static final Set<String> MODULE_NAMES = Set.of(
            "org.sporos.core",
            "org.sporos.algorithms",
            "org.sporos.communicators",
            "org.sporos.sweeps",
            "org.sporos.junit",
            "org.sporos.host",
            "org.sporos.cuda",
            "org.sporos.hip",
            "org.sporos.samples");

    /** Returns the packages that some modules export to all. */
    private static Set<String> exported(List<String> modules) throws IOException {
        Set<String> exported = new TreeSet<>();
        for (String module : modules) {
            Path descriptor = DocFile.ROOT.resolve(module + "/src/main/java/module-info.java");
            if (Files.exists(descriptor)) {
                Matcher export = EXPORT.matcher(Files.readString(descriptor));
                while (export.find()) {
                    exported.add(export.group(1));
                }
            }
        }
        return exported;
    }

    @Test
    void each_package_of_core_and_its_parts_has_a_row_in_the_quickstart() throws IOException {
        DocFile quickstart = DocFile.read(DocFile.ROOT.resolve("docs/quickstart.md"));
        Set<String> rows = new TreeSet<>();
        for (String line : quickstart.lines()) {
            Matcher row = Pattern.compile("\\| `(org\\.sporos\\.\\w+)` \\|.*").matcher(line);
            if (row.matches()) {
                rows.add(row.group(1));
            }
        }
        assertThat(rows).isEqualTo(exported(IN_QUICKSTART));
    }

    @Test
    void each_package_that_is_exported_to_all_is_in_the_page_of_versions() throws IOException {
        Set<String> exported = exported(MainSources.LIBRARY);
        String versions = Files.readString(DocFile.ROOT.resolve("docs/versions.md"));
        assertThat(exported)
                .hasSizeGreaterThan(10)
                .allMatch(name -> versions.contains("`" + name + "`"), "is named in docs/versions.md");
    }

    @Test
    void each_program_of_the_samples_is_named_on_a_page() throws IOException {
        String pages = pages();
        Set<String> unnamed = new TreeSet<>();
        for (Path source : MainSources.of("samples")) {
            String name = source.getFileName().toString().replace(".java", "");
            if (MAIN.matcher(Files.readString(source)).find() && !names(pages, name)) {
                unnamed.add(name);
            }
        }
        assertThat(unnamed).as("programs that no page names").isEmpty();
    }

    @Test
    void pages_name_no_package_and_no_class_that_does_not_exist() throws IOException {
        Set<String> existing = existing();
        Set<String> gone = new TreeSet<>();
        for (DocFile file : currentPages()) {
            Matcher name = NAME.matcher(String.join("\n", file.lines()));
            while (name.find()) {
                if (!existing.contains(name.group())) {
                    gone.add(file + ": " + name.group());
                }
            }
        }
        assertThat(gone).isEmpty();
    }

    @Test
    void a_name_counts_only_whole() {
        assertThat(names("run `Heat2D` and `Heat`", "Heat")).isTrue();
        assertThat(names("run `Heat2D`", "Heat")).isFalse();
        Matcher name = NAME.matcher("see org.sporos.view.DoubleView and org.sporos:sporos-host");
        assertThat(name.find()).isTrue();
        assertThat(name.group()).isEqualTo("org.sporos.view.DoubleView");
        assertThat(name.find()).isFalse();
    }

    private static boolean names(String text, String word) {
        return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
    }

    /** Returns all pages but the changelog and the decisions, which tell of what was. */
    private static List<DocFile> currentPages() {
        return DocFile.all().stream()
                .filter(file ->
                        !file.path().endsWith("CHANGELOG.md") && !file.path().startsWith("docs/decisions"))
                .toList();
    }

    private static String pages() {
        return currentPages().stream().flatMap(file -> file.lines().stream()).collect(Collectors.joining("\n"));
    }

    /** Returns the names of all packages and classes of main and test sources, and of the modules. */
    private static Set<String> existing() throws IOException {
        Set<String> names = new TreeSet<>(MODULE_NAMES);
        for (String module :
                Stream.concat(MainSources.LIBRARY.stream(), OTHERS.stream()).toList()) {
            for (String folder : List.of("src/main/java", "src/main/templates", "src/test/java")) {
                collect(DocFile.ROOT.resolve(module).resolve(folder), names);
            }
        }
        return names;
    }

    private static void collect(Path folder, Set<String> names) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        for (Path source : sources) {
            String name =
                    folder.relativize(source).toString().replace(".java", "").replace('/', '.');
            TYPES.forEach(type -> names.add(name.replace(TYPE, type)));
            names.add(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
        }
    }
}
