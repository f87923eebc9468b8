package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.internal.flight.Flight;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** A runtime without the flight recorder, such as an image of jlink, runs graphs all the same. */
final class NoFlightRecorderTest {

    /** The program that the test runs in a JVM without the module jdk.jfr. */
    public static void main(String[] arguments) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                DoubleView x = DoubleView.of("x", space, 10)) {
            Graph graph = Graph.define("g", root -> root.thenParallelFor("a", RangePolicy.of(10), i -> x.set(i, i)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                exec.submitTracked().await();
            }
            System.out.println(ModuleLayer.boot().findModule("jdk.jfr").isPresent() + " " + Flight.recordsSubmits()
                    + " " + x.toArray()[9]);
        }
    }

    @Test
    void graphs_run_without_the_module_of_the_recorder() throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--limit-modules",
                        "java.base,java.logging,jdk.unsupported",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NoFlightRecorderTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        assertThat(output.strip()).endsWith("false false 9.0");
    }
}
