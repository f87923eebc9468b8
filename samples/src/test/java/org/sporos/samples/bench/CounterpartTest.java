package org.sporos.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CounterpartTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void there_is_a_shell() {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    }

    /** Knows "axpy", which takes 2 us, and ends at "die". */
    private String program() throws IOException {
        Path script = folder.resolve("counterpart.sh");
        Files.writeString(
                script,
                "while read work n; do case $work in axpy) echo 2.0;; die) exit 1;; *) echo unknown;; esac; done\n");
        return "/bin/sh " + script;
    }

    @Test
    void a_program_is_asked_for_the_time_of_work() throws IOException {
        try (Counterpart c = new Counterpart("shell", program())) {
            assertThat(c.measure("axpy", 5)).isEqualTo(2.0);
            assertThat(c.measure("dot", 5)).isNaN();
        }
    }

    @Test
    void a_line_is_answered_by_a_line() throws IOException {
        try (Counterpart c = new Counterpart("shell", program())) {
            assertThat(c.ask("axpy 1")).isEqualTo("2.0");
            assertThatThrownBy(() -> c.ask("die"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("shell ended when it was asked for die");
        }
    }

    @Test
    void a_program_that_has_ended_is_named() throws IOException {
        try (Counterpart c = new Counterpart("shell", program())) {
            assertThatThrownBy(() -> c.measure("die", 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("shell ended when it was asked for die");
        }
    }

    @Test
    void a_row_holds_both_times_and_their_ratio() throws IOException {
        String printed = printed(() -> {
            try (Comparison table = new Comparison("Sporos", "shell=" + program())) {
                table.head();
                table.row("y += a x", "axpy", 3, () -> 3.0);
                table.row("x y", "dot", 3, () -> 150.0);
            }
        });
        assertThat(printed.lines())
                .containsExactly(
                        "| us | Sporos | shell | ratio |",
                        "| --- | --- | --- | --- |",
                        "| y += a x | 3.00 | 2.00 | 1.50 |",
                        "| x y | 150 |  |  |");
    }

    @Test
    void a_counterpart_without_a_name_is_refused() {
        assertThatThrownBy(() -> new Comparison("Sporos", "./launch"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'./launch' is not of the form name=command");
    }

    @Test
    void cg_takes_as_many_iterations_however_it_is_merged() throws IOException {
        String printed = printed(() -> CgLoop.main("30"));
        assertThat(printed.lines().filter(line -> line.startsWith("| 30 x 30")))
                .hasSize(4)
                .allMatch(line -> line.endsWith("| 62 |"));
    }

    private interface Printing {
        void run() throws IOException;
    }

    private static String printed(Printing body) throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            body.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
