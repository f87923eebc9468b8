package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The front page keeps the form that tools read. */
final class ReadmeTest {
    private static final DocFile README = DocFile.read(DocFile.ROOT.resolve("README.md"));

    @ParameterizedTest
    @ValueSource(strings = {"## Run", "## Test"})
    void the_section_holds_one_sh_block_of_one_command(String heading) {
        int begin = README.lines().indexOf(heading);
        assertThat(begin).isNotNegative();
        int end = begin + 1;
        while (end < README.lines().size() && !README.lines().get(end).startsWith("## ")) {
            end++;
        }
        List<DocFile.Block> blocks = DocFile.blocks(README.lines().subList(begin, end));
        assertThat(blocks).hasSize(1);
        assertThat(blocks.get(0).language()).isEqualTo("sh");
        assertThat(blocks.get(0).end() - blocks.get(0).begin()).isEqualTo(1);
    }

    @Test
    void it_shows_a_picture_that_exists() {
        assertThat(README.lines()).anyMatch(line -> line.startsWith("!["));
    }
}
