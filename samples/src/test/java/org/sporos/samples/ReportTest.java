package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8), "Sample");

    @Test
    void what_holds_is_ok_and_what_does_not_is_wrong() {
        report.check("a", true);
        report.checkAtMost("b", 0.5, 1);
        report.checkBetween("c", 2, 1.9, 2.1);
        assertThat(report.failures()).isZero();
        report.check("d", false);
        report.checkAtMost("e", 2e-9, 1e-9);
        report.checkBetween("f", 1.8, 1.9, 2.1);
        assertThat(report.failures()).isEqualTo(3);
        assertThat(text())
                .containsSubsequence("Sample", "ok", "a", "yes", "ok", "b", "0.5000  (at most 1.000)", "ok", "c")
                .containsSubsequence("WRONG  d", "no", "WRONG  e", "2.00e-09  (at most 1.00e-09)", "WRONG  f");
    }

    @Test
    void not_a_number_is_wrong() {
        report.checkAtMost("a", Double.NaN, 1);
        report.checkBetween("b", Double.NaN, 0, 1);
        assertThat(report.failures()).isEqualTo(2);
    }

    @Test
    void speed_is_time_per_step_and_bytes_per_second() {
        report.speed("steps", 1000, 2, 3e6);
        assertThat(text())
                .contains("speed  1,000 steps, after a warm-up ")
                .contains("2.000 s, 2000.00 us each, 1.50 GB/s of memory");
    }

    @Test
    void time_with_the_first_steps_has_no_bytes_per_second() {
        report.time("steps", 1000, 2);
        assertThat(text())
                .contains("time   1,000 steps, the first ones included ")
                .contains("2.000 s, 2000.00 us each" + System.lineSeparator());
    }

    @Test
    void a_file_is_named_by_its_whole_path() {
        Path file = Path.of("target", "a.csv");
        report.file("table of 3 cases", file);
        assertThat(text())
                .contains("file   table of 3 cases ", file.toAbsolutePath().toString());
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
