package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The program of the page "Your own project", and the ways to run it that CI takes from that page. */
@ShownOnPages
final class OwnProjectTest {
    private static final DocFile PAGE = DocFile.read(DocFile.ROOT.resolve("docs/own-project.md"));
    private static final Pattern MARK = Pattern.compile("<!-- (?:file|run): (\\S+) -->");

    @Test
    void heat() {
        Heat.main(new String[0]);
    }

    @Test
    void every_block_is_a_file_or_is_run_or_is_what_a_program_prints() {
        List<String> unmarked = new ArrayList<>();
        for (DocFile.Block block : PAGE.blocks()) {
            if (!block.kind().equals("output")
                    && !isMarked(block)
                    && !PAGE.text(block).startsWith("WARNING")) {
                unmarked.add(PAGE.where(block));
            }
        }
        assertThat(unmarked).isEmpty();
    }

    private static boolean isMarked(DocFile.Block block) {
        int above = block.begin() - 2;
        while (above >= 0 && PAGE.lines().get(above).startsWith("<!-- ")) {
            if (MARK.matcher(PAGE.lines().get(above)).matches()) {
                return true;
            }
            above--;
        }
        return false;
    }

    @Test
    void ci_runs_every_way() throws IOException {
        String script = Files.readString(DocFile.ROOT.resolve(".ci/own-project"));
        Matcher ways = Pattern.compile("(?m)^readonly WAYS=\\((.*)\\)$").matcher(script);
        assertThat(ways.find()).isTrue();
        List<String> shown = PAGE.lines().stream()
                .filter(line -> line.startsWith("<!-- run: "))
                .map(line -> line.replaceAll("<!-- run: (\\S+) -->", "$1"))
                .toList();
        assertThat(ways.group(1).split(" ")).containsExactlyElementsOf(shown);
    }
}
