package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The front page keeps the form that tools read. */
final class ReadmeTest {
    private static final Pattern BENCHMARK = Pattern.compile("\\((docs/benchmarks/[\\w-]+\\.md)\\)");
    private static final DocFile README = DocFile.read(DocFile.ROOT.resolve("README.md"));

    @ParameterizedTest
    @ValueSource(strings = {"## Run", "## Test"})
    void the_section_holds_one_sh_block_of_one_command(String heading) {
        List<DocFile.Block> blocks = DocFile.blocks(section(heading));
        assertThat(blocks).hasSize(1);
        assertThat(blocks.get(0).language()).isEqualTo("sh");
        assertThat(blocks.get(0).end() - blocks.get(0).begin()).isEqualTo(1);
    }

    /** A figure that changes on the page of a benchmark changes here, too: each table names the page below it. */
    @Test
    void its_figures_are_those_of_the_benchmarks() throws IOException {
        List<String> figures = new ArrayList<>();
        int tables = 0;
        for (String line : section("## How fast")) {
            Matcher page = BENCHMARK.matcher(line);
            if (line.startsWith("|")) {
                figures.addAll(figures(line));
            } else if (!figures.isEmpty() && page.find()) {
                String measured = Files.readString(DocFile.ROOT.resolve(page.group(1)));
                assertThat(figures)
                        .hasSizeGreaterThan(10)
                        .allMatch(figure -> isIn(measured, figure), "is on the page " + page.group(1));
                figures.clear();
                tables++;
            }
        }
        assertThat(figures).as("figures without a page").isEmpty();
        assertThat(tables).isEqualTo(3);
        assertThat(isIn("took 50.61 us", "50.6")).isFalse();
    }

    private static List<String> figures(String row) {
        return Stream.of(row.split("\\|"))
                .skip(2)
                .map(String::strip)
                .filter(cell -> cell.matches("[\\d.,]+"))
                .toList();
    }

    private static boolean isIn(String text, String figure) {
        return Pattern.compile("(?<![\\d.])" + Pattern.quote(figure) + "(?!\\d|\\.\\d)")
                .matcher(text)
                .find();
    }

    private static List<String> section(String heading) {
        int begin = README.lines().indexOf(heading);
        assertThat(begin).isNotNegative();
        int end = begin + 1;
        while (end < README.lines().size() && !README.lines().get(end).startsWith("## ")) {
            end++;
        }
        return README.lines().subList(begin, end);
    }

    @Test
    void it_shows_a_picture_that_exists() {
        assertThat(README.lines()).anyMatch(line -> line.startsWith("!["));
    }
}
