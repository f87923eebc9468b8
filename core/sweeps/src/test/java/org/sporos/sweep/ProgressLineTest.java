package org.sporos.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {
    private final StringWriter shown = new StringWriter();
    private final AtomicLong clock = new AtomicLong();
    private final ProgressLine line = new ProgressLine(new PrintWriter(shown), clock::get);

    private static SweepProgress progress(int completed, int failed, int seconds) {
        return new SweepProgress("rods", 40, completed, failed, Duration.ofSeconds(seconds));
    }

    @Test
    void a_line_tells_what_has_ended_and_how_long_the_others_will_take() {
        assertThat(progress(0, 0, 3)).hasToString("rods: 0 of 40 cases");
        assertThat(progress(10, 0, 30)).hasToString("rods: 10 of 40 cases, about 1:30 left");
        assertThat(progress(10, 2, 3000)).hasToString("rods: 10 of 40 cases, 2 failed, about 2:30:00 left");
        assertThat(progress(40, 0, 61)).hasToString("rods: 40 of 40 cases, took 1:01");
        assertThat(progress(10, 0, 30).remaining()).contains(Duration.ofSeconds(90));
    }

    @Test
    void its_digits_are_those_of_other_texts_in_each_locale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(progress(40, 0, 61)).hasToString("rods: 40 of 40 cases, took 1:01");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void the_line_is_written_anew_a_few_times_a_second() {
        line.accept(progress(10, 2, 3000));
        clock.addAndGet(100_000_000);
        line.accept(progress(11, 2, 3000));
        clock.addAndGet(100_000_000);
        line.accept(progress(20, 0, 60));
        line.accept(progress(40, 0, 61));
        assertThat(shown.toString().replace('\r', '|').split("\\|"))
                .containsExactly(
                        "",
                        "rods: 10 of 40 cases, 2 failed, about 2:30:00 left",
                        "rods: 20 of 40 cases, about 1:00 left             ",
                        "rods: 40 of 40 cases, took 1:01      \n");
    }

    @Test
    void a_sweep_that_ends_early_leaves_the_terminal_on_a_new_line() {
        ProgressLine.end(line);
        line.accept(progress(10, 0, 30));
        ProgressLine.end(line);
        assertThat(shown.toString()).endsWith("left\n").startsWith("\r");
    }

    @Test
    void nothing_is_shown_where_there_is_no_terminal() {
        assumeTrue(System.console() == null, "these tests are run on a terminal");
        assertThat(ProgressLine.onTerminal()).isNotInstanceOf(ProgressLine.class);
    }
}
