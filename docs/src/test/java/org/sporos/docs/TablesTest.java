package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tables of pages are whole: a row that an empty line has cut off is shown as text with bars. */
final class TablesTest {
    private static final Pattern RULE = Pattern.compile("\\|( *:?-+:? *\\|)+");

    @Test
    void every_row_belongs_to_a_table() {
        List<String> violations = new ArrayList<>();
        DocFile.all().forEach(file -> violations.addAll(violations(file)));
        assertThat(violations).isEmpty();
    }

    @Test
    void a_row_behind_an_empty_line_and_a_table_without_a_rule_are_found() {
        List<String> lines = List.of(
                "| a |", "| --- |", "| b |", "", "| c |", "", "| d |", "| e |", "```", "| f |", "```", "", "text",
                "| g |");
        DocFile file = new DocFile(Path.of("page.md"), lines, DocFile.blocks(lines));
        assertThat(violations(file)).containsExactly("page.md:5: | c |", "page.md:7: | d |", "page.md:14: | g |");
    }

    /** Returns the rows that begin a run of rows and are no heading: no rule follows, or text stands above. */
    private static List<String> violations(DocFile file) {
        List<String> violations = new ArrayList<>();
        for (int at = 0; at < file.lines().size(); at++) {
            int line = at;
            boolean isRow = isRow(file, at);
            boolean isShown = file.blocks().stream().noneMatch(block -> block.begin() <= line && line < block.end());
            boolean begins = isRow && isShown && !isRow(file, at - 1);
            boolean isHeading = at + 1 < file.lines().size()
                    && RULE.matcher(file.lines().get(at + 1).strip()).matches();
            if (begins && !isHeading) {
                violations.add(file + ":" + (at + 1) + ": " + file.lines().get(at));
            }
        }
        return violations;
    }

    private static boolean isRow(DocFile file, int at) {
        return at >= 0 && file.lines().get(at).startsWith("|");
    }
}
