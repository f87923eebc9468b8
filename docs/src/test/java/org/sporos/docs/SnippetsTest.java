package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What the pages show is what the tests run. With {@code -Dsporos.docs.update=true} the pages are brought up to date
 * instead of compared.
 */
final class SnippetsTest {
    private static final boolean UPDATE = Boolean.getBoolean("sporos.docs.update");

    @Test
    void every_java_block_of_every_page_is_a_snippet_that_is_tested() {
        Map<String, String> snippets = Snippets.all();
        if (UPDATE) {
            snippets.forEach((name, text) -> DocFile.rewrite("snippet", name, text));
        }
        List<String> violations = new ArrayList<>();
        DocFile.all().forEach(file -> violations.addAll(violations(file, snippets)));
        assertThat(violations).isEmpty();
    }

    @Test
    void a_block_that_is_unnamed_unknown_or_changed_is_found() {
        List<String> lines = List.of(
                "```java",
                "x();",
                "```",
                "<!-- snippet: b -->",
                "```java",
                "x();",
                "```",
                "<!-- snippet: a -->",
                "```java",
                "y();",
                "```",
                "<!-- snippet: a -->",
                "```java",
                "x();",
                "```");
        DocFile file = new DocFile(Path.of("page.md"), lines, DocFile.blocks(lines));
        assertThat(violations(file, Map.of("a", "x();")))
                .satisfiesExactly(
                        violation -> assertThat(violation).startsWith("page.md:1: a java block without"),
                        violation -> assertThat(violation).startsWith("page.md:5: no test source has"),
                        violation -> assertThat(violation).startsWith("page.md:9: differs"));
    }

    private static List<String> violations(DocFile file, Map<String, String> snippets) {
        List<String> violations = new ArrayList<>();
        for (DocFile.Block block : file.blocks()) {
            if (block.language().equals("java") || block.kind().equals("snippet")) {
                compare(file, block, snippets, violations);
            }
        }
        return violations;
    }

    private static void compare(
            DocFile file, DocFile.Block block, Map<String, String> snippets, List<String> violations) {
        String expected = snippets.get(block.name());
        if (!block.kind().equals("snippet") || !block.language().equals("java")) {
            violations.add(file.where(block) + ": a java block without the comment <!-- snippet: name --> above it");
        } else if (expected == null) {
            violations.add(file.where(block) + ": no test source has the snippet '" + block.name() + "'");
        } else if (!expected.equals(file.text(block))) {
            violations.add(
                    file.where(block) + ": differs from the snippet '" + block.name() + "', which is\n" + expected);
        }
    }

    @Test
    void every_snippet_is_shown_on_a_page() {
        Set<String> shown = new HashSet<>();
        DocFile.all().forEach(file -> file.blocks().forEach(block -> shown.add(block.name())));
        assertThat(shown).containsAll(Snippets.all().keySet());
    }

    @Test
    void every_output_block_belongs_to_a_test_that_prints() throws Exception {
        for (DocFile file : DocFile.all()) {
            for (DocFile.Block block : file.blocks()) {
                if (block.kind().equals("output")) {
                    String[] name = block.name().split("\\.");
                    Class<?> type = Class.forName(getClass().getPackageName() + "." + name[0]);
                    Method method = type.getDeclaredMethod(name[1]);
                    assertThat(method.isAnnotationPresent(Test.class))
                            .as(file.where(block))
                            .isTrue();
                    assertThat(type.isAnnotationPresent(ShownOnPages.class))
                            .as(file.where(block))
                            .isTrue();
                }
            }
        }
    }

    @Test
    void a_snippet_loses_only_its_common_indentation() {
        assertThat(Snippets.dedented(List.of("    if (a) {", "", "        b();", "    }")))
                .isEqualTo("if (a) {\n\n    b();\n}");
    }

    @Test
    void a_snippet_in_another_one_is_a_part_of_it() {
        List<String> lines = List.of(
                "// snippet: outer",
                "a();",
                "    // snippet: inner",
                "    b();",
                "    // end",
                "c();",
                "// end",
                "d();");
        Map<String, String> snippets = new HashMap<>();
        Snippets.collect(Path.of("File.java"), lines, snippets);
        assertThat(snippets).isEqualTo(Map.of("outer", "a();\n    b();\nc();", "inner", "b();"));
    }

    @Test
    void a_block_takes_its_name_from_the_comment_above_it() {
        List<String> lines = List.of("<!-- snippet: a -->", "```java", "x();", "```", "text", "```java", "y();", "```");
        assertThat(DocFile.blocks(lines))
                .containsExactly(
                        new DocFile.Block("snippet", "a", "java", 2, 3), new DocFile.Block("", "", "java", 6, 7));
    }
}
