package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each type that a user meets has an example in its javadoc, and each example compiles. */
final class JavadocExamplesTest {
    private static final List<String> PACKAGES = List.of(
            "algorithm",
            "comm",
            "space",
            "policy",
            "reduce",
            "random",
            "view",
            "param",
            "graph",
            "render",
            "error",
            "sweep",
            "testing");

    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?)\\n \\* }</pre>", Pattern.DOTALL);
    private static final Pattern EXPORT = Pattern.compile("exports (org\\.sporos\\.[\\w.]+);");
    private static final Pattern TYPE = Pattern.compile(
            "(?m)^public (?:abstract |final |sealed |non-sealed )*(?:class|interface|enum|record) ([\\w${}.]+)");

    /** These are what nodes are made of, or values that examples of other types show. */
    private static final Set<String> WITHOUT_EXAMPLE = Set.of(
            // What nodes are made of.
            "ElementValue",
            "GraphCompiler",
            "CommunicatorProvider",
            "Conditional",
            "KernelCall",
            "KernelWork",
            "LeafWork",
            "NestedGraph",
            "NodeEffects",
            "RunGuard",
            "SequencedCall",
            "PendingTransfer",
            "Transport",
            "Work",
            "WorkVisitor",
            // Lambdas, which the examples of the calls that take them show.
            "${t.Type}Contribution",
            "${t.Type}Join",
            "${t.Type}ScanBody",
            "CaptureBody",
            "KernelBody",
            "LongRangeBody",
            "RangeBody",
            "RangeBody2",
            "RangeBody3",
            "RangeBody4",
            "SingleBody",
            "TeamBody",
            // Values that the examples of others show.
            "BodyTask",
            "CaptureStream",
            "CodedArgumentException",
            "CodedIndexException",
            "CodedNullException",
            "CodedStateException",
            "Direction",
            "ElementType",
            "GraphMemoryStatistics",
            "InternalException",
            "MemoryStatistics",
            "Node",
            "Param",
            "Policy",
            "ReductionOp",
            "SourceLocation",
            "ViewSpec");

    /** What the examples may use without a declaration. */
    private static final String AROUND = """
            import java.nio.file.*;
            import java.util.*;
            import java.util.stream.*;
            import org.sporos.algorithm.*;
            import org.sporos.comm.*;
            import org.sporos.debug.*;
            import org.sporos.error.*;
            import org.sporos.graph.*;
            import org.sporos.graph.InstantiateOption.*;
            import org.sporos.param.*;
            import org.sporos.policy.*;
            import org.sporos.random.*;
            import org.sporos.reduce.*;
            import org.sporos.render.*;
            import org.sporos.space.*;
            import org.sporos.sweep.*;
            import org.sporos.testing.*;
            import org.sporos.view.*;
            import org.junit.jupiter.api.Assertions;
            import static org.sporos.reduce.Reducers.*;
            abstract class %s {
                int n, rows, columns;
                ExecutionSpace space;
                DoubleView x, y, u, v, big, total;
                IntView indexes, keys, order;
                Workspace workspace;
                NodeRef root;
                Graph graph, first, second;
                ExecutableGraph exec;
                Communicator world;
                List<Integer> cases;
                Sweep<Integer, Double> sweep;
                void example() throws Exception {
            %s
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void each_example_compiles() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (Path file : MainSources.ofLibrary()) {
            String text = Files.readString(file);
            for (String type : text.contains("${t.Type}") ? List.of("Double", "Int") : List.of("")) {
                collect(file, typed(text, type), type, sources);
            }
        }

        assertThat(sources).hasSizeGreaterThan(50);
        assertThat(compiled(sources)).isEmpty();
    }

    @Test
    void an_example_that_does_not_compile_is_found() {
        Map<String, String> sources = new TreeMap<>();
        collect(Path.of("A.java"), "/**\n * <pre>{@code\n * x.nothing();\n * }</pre>\n */", "", sources);

        assertThat(compiled(sources)).singleElement().asString().contains("nothing");
    }

    @Test
    void each_type_that_a_user_meets_has_an_example() throws IOException {
        Set<String> without = new TreeSet<>();
        for (Path file : MainSources.ofLibrary()) {
            Matcher type = TYPE.matcher(Files.readString(file));
            if (isForUsers(file) && type.find()) {
                String doc = Files.readString(file).substring(0, type.start());
                if (!EXAMPLE.matcher(doc).find() && !doc.contains("@hidden")) {
                    without.add(type.group(1));
                }
            }
        }

        assertThat(without).isEqualTo(new TreeSet<>(WITHOUT_EXAMPLE));
    }

    @Test
    void each_exported_package_says_since_when() throws IOException {
        int pages = 0;
        for (String module : MainSources.LIBRARY) {
            Path sources = DocFile.ROOT.resolve(module).resolve("src/main/java");
            Matcher export = EXPORT.matcher(Files.readString(sources.resolve("module-info.java")));
            for (; export.find(); pages++) {
                Path page = sources.resolve(export.group(1).replace('.', '/')).resolve("package-info.java");
                assertThat(page).content().contains("\n * @since ");
            }
        }
        assertThat(pages).isGreaterThan(10);
    }

    private static boolean isForUsers(Path file) {
        Path room = file.getParent();
        return room.getParent().endsWith("org/sporos")
                && PACKAGES.contains(room.getFileName().toString());
    }

    private static String typed(String text, String type) {
        return text.replace("${t.Type}", type).replace("${t.type}", type.toLowerCase(Locale.ROOT));
    }

    private static void collect(Path file, String text, String type, Map<String, String> sources) {
        Matcher example = EXAMPLE.matcher(text);
        for (int k = 0; example.find(); k++) {
            String name = file.getFileName().toString().replace(".java", "").replace("$", "") + type + "Example" + k;
            name = name.replace("package-info", "Package" + sources.size());
            String code = example.group(1)
                    .lines()
                    .map(line -> line.replaceFirst("^ *\\* ?", ""))
                    .collect(Collectors.joining("\n"));
            sources.put(name, AROUND.formatted(name, code));
        }
    }

    /** Returns what the compiler says of them. */
    private List<String> compiled(Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((name, text) -> files.add(new InMemory(name, text)));
        compiler.getTask(null, null, said, List.of("-proc:none", "-d", folder.toString()), null, files)
                .call();
        return said.getDiagnostics().stream()
                .filter(violation -> violation.getKind() == Diagnostic.Kind.ERROR)
                .map(Diagnostic::toString)
                .toList();
    }

    private static final class InMemory extends SimpleJavaFileObject {
        private final String text;

        InMemory(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
