package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The texts of a graph have the line ends of Unix on each system, so that they can be compared and parsed. */
final class LineEndsTest {

    /** The program that the test runs with the line ends of Windows: prints how many lines end so in its texts. */
    public static void main(String[] arguments) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                DoubleView x = DoubleView.of("x", space, 10)) {
            Graph graph = Graph.define("g", root -> root.thenParallelFor("a", RangePolicy.of(10), i -> x.set(i, i)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                System.out.println(Stream.of(
                                exec.explain(ExplainOption.WITH_CODE), graph.memoryPlan(space), exec.profile(1))
                        .map(text ->
                                text.toString().chars().filter(c -> c == '\r').count())
                        .toList());
            }
        }
    }

    @Test
    void texts_have_the_line_ends_of_unix_on_windows() throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dline.separator=\r\n",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LineEndsTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        assertThat(output).endsWith("[0, 0, 0]\r\n");
    }
}
