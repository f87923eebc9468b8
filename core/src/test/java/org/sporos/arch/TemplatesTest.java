package org.sporos.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The generator of the sources that differ in an element type alone, and the templates that it is run with. */
final class TemplatesTest {
    private static final Path BUILD = Path.of("src/build");
    private static final Path TABLE = BUILD.resolve("element-types.txt");
    private static final int WIDTH = 120;
    private static final String SMALL_TABLE = """
        # a comment

        Type   | type  | a  | toBits              | has
        Float  | float | a  | Float.toBits(*)     | view real
        Int    | int   | an | *                   | view
        Empty  | empty | an | *                   | other
        """;

    @TempDir
    static Path compiled;

    private static Method generator;

    @TempDir
    Path folder;

    @BeforeAll
    static void compile() throws IOException, ReflectiveOperationException {
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        compiled.toString(),
                        BUILD.resolve("Templates.java").toString());
        assertThat(code).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {compiled.toUri().toURL()})) {
            generator = loader.loadClass("Templates").getMethod("main", String[].class);
            // Its records are loaded while the loader is open.
            loader.loadClass("Templates$Type");
        }
    }

    @Test
    void a_marker_in_the_name_gives_a_file_for_each_type_that_has_text() throws Exception {
        template("p/$Type$View.java", "//#if view", "/** Shows $a$ $type$. */ class $Type$View {}", "//#end");
        generate();
        assertThat(text("p/FloatView.java"))
                .isEqualTo("// Generated from p/$Type$View.java\n/** Shows a float. */ class FloatView {}\n");
        assertThat(text("p/IntView.java")).contains("/** Shows an int. */ class IntView {}");
        assertThat(files()).containsExactly("p/FloatView.java", "p/IntView.java");
    }

    @Test
    void an_argument_stands_where_the_cell_has_its_star() throws Exception {
        template("$Type$.java", "put(at(1), $toBits$(load((i + 1), $toBits$(x))), 2);");
        generate();
        assertThat(text("Float.java")).contains("put(at(1), Float.toBits(load((i + 1), Float.toBits(x))), 2);");
        assertThat(text("Int.java")).contains("put(at(1), load((i + 1), x), 2);");
    }

    @Test
    void sections_are_chosen_by_words_and_repeated_for_types() throws Exception {
        template(
                "All.java",
                "begin",
                "//#for view",
                "$Type$",
                "    //#if real",
                "rounds",
                "    //#else",
                "wraps",
                "    //#end",
                "//#end",
                "end");
        generate();
        assertThat(text("All.java")).endsWith("\nbegin\nFloat\nrounds\nInt\nwraps\nend\n");
    }

    @Test
    void imports_are_sorted_and_stand_once() throws Exception {
        template(
                "All.java",
                "import b.B;",
                "//#for view",
                "import a.$Type$;",
                "//#end",
                "import b.B;",
                "",
                "import a.A;");
        generate();
        assertThat(text("All.java")).endsWith("\nimport a.Float;\nimport a.Int;\nimport b.B;\n\nimport a.A;\n");
    }

    @Test
    void only_files_that_change_are_written_and_those_without_a_template_go() throws Exception {
        template("$Type$.java", "class $Type$ {", "//#if real", "int real;", "//#end", "}");
        generate();
        FileTime old = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(folder.resolve("out/Float.java"), old);
        Files.setLastModifiedTime(folder.resolve("out/Int.java"), old);
        Files.writeString(folder.resolve("out/Gone.java"), "");
        template("$Type$.java", "class $Type$ {", "//#if real", "int changed;", "//#end", "}");
        generate();
        assertThat(Files.getLastModifiedTime(folder.resolve("out/Int.java"))).isEqualTo(old);
        assertThat(Files.getLastModifiedTime(folder.resolve("out/Float.java"))).isGreaterThan(old);
        assertThat(files()).containsExactly("Empty.java", "Float.java", "Int.java");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "$Typ$ x = 1;           no column for $Typ$ here: $Typ$ x = 1",
                "int $ = 1;             no column for $ here: int $ = 1",
                "//#if views;           no type of the table has 'views': //#if views",
                "//#for;                no type of the table has '': //#for",
                "//#if view;            no //#end after it: //#if view",
                "//#else;               this belongs to no //#if or //#for: //#else",
                "//#end;                this belongs to no //#if or //#for: //#end",
                "//#fi;                 this belongs to no //#if or //#for: //#fi",
                "put($toBits$ (x));     no (argument) after a marker that takes one: put($toBits$ (x))",
                "put($toBits$(x);       no (argument) after a marker that takes one: put($toBits$(x"
            })
    void a_wrong_line_is_named(String line, String flaw) throws IOException {
        template("$Type$.java", "class A {", line.startsWith("put($toBits$(") ? "put($toBits$(x" : line);
        assertThatThrownBy(this::generate).hasMessage(folder.resolve("in/$Type$.java") + ":2: " + flaw);
    }

    @Test
    void a_file_for_all_types_names_them_in_sections_alone() throws IOException {
        template("All.java", "class $Type$ {}");
        assertThatThrownBy(this::generate)
                .hasMessage(folder.resolve("in/All.java") + ":1: no column for $Type$ here: class $Type$ {}");
    }

    @Test
    void a_row_with_too_few_cells_is_named() throws IOException {
        Path table = Files.writeString(folder.resolve("table"), "Type | type | has\nInt | int\n");
        assertThatThrownBy(() -> generate(table, folder.resolve("in")))
                .hasMessage(table + ": Int has 2 cells for 3 columns");
    }

    /** Bytes and shorts are stored, and are ints in all arithmetic. */
    @Test
    void a_row_for_bytes_gives_views_of_them_and_no_more() throws Exception {
        List<String> rows = Files.readAllLines(TABLE);
        String ints =
                rows.stream().filter(row -> row.startsWith("Int ")).findFirst().orElseThrow();
        String bytes = ints.substring(0, ints.lastIndexOf('|') + 1).replace("int", "byte") + " view";
        Path table = Files.write(
                folder.resolve("table"),
                Stream.concat(
                                rows.stream(),
                                Stream.of(bytes.replace("Int ", "Byte").replace("INT", "BYTE")))
                        .toList());
        generate(table, Path.of("src/main/templates"));
        assertThat(files()).contains("org/sporos/view/ByteView.java").noneMatch(name -> name.matches(".*/Byte[^V].*"));
        assertThat(text("org/sporos/view/ByteView.java"))
                .contains("public byte get(int i) {", "(byte) load(at(i))", "A {@link View} of byte elements.")
                .doesNotContain("tomic", "VarHandle");
        assertThat(text("org/sporos/policy/TeamMember.java"))
                .contains("ByteView byteScratch(int n);")
                .doesNotContain("ReduceByte");
        for (String file : files()) {
            // Tasks and eager calls have fills of all views.
            if (!file.matches(".*/(ByteView|TeamMember|Task|EagerCalls).java")) {
                assertThat(text(file)).as(file).doesNotContain("Byte");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"core", "backend-host"})
    void lines_of_templates_fit(String module) throws IOException {
        for (Path file : below(Path.of("..", module, "src/main/templates"))) {
            assertThat(Files.readAllLines(file)).as(file.toString()).allMatch(line -> line.length() <= WIDTH);
        }
    }

    private void template(String name, String... lines) throws IOException {
        Path file = folder.resolve("in").resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }

    private void generate() throws Exception {
        generate(Files.writeString(folder.resolve("table"), SMALL_TABLE), folder.resolve("in"));
    }

    private void generate(Path table, Path templates) throws Exception {
        String[] arguments = {
            table.toString(), templates.toString(), folder.resolve("out").toString()
        };
        try {
            generator.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve("out").resolve(name));
    }

    private List<String> files() throws IOException {
        Path out = folder.resolve("out");
        return below(out).stream().map(file -> out.relativize(file).toString()).toList();
    }

    private static List<Path> below(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
