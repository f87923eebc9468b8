package org.sporos.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.samples.SampleStep;

final class MergingCostsTest {
    private static final int SHRINK = 10_000;

    private static double[] rounds(double... pattern) {
        double[] rounds = new double[20];
        Arrays.setAll(rounds, k -> pattern[k % pattern.length]);
        return rounds;
    }

    @Test
    void what_is_slower_than_noise_is_called_slower() {
        MergingCosts.Times times = new MergingCosts.Times(rounds(10), rounds(11), rounds(10, 10.5));
        assertThat(times.ratio()).isEqualTo(1.1);
        assertThat(times.noise()).isEqualTo(1.05);
        assertThat(times.isSlower()).isTrue();
    }

    @Test
    void what_two_runs_without_merging_differ_by_is_noise() {
        assertThat(new MergingCosts.Times(rounds(10), rounds(10.4), rounds(10, 10.5)).isSlower())
                .isFalse();
        assertThat(new MergingCosts.Times(rounds(10), rounds(10.05), rounds(10)).isSlower())
                .isFalse();
    }

    @Test
    void a_single_round_that_was_disturbed_hides_nothing() {
        double[] again = rounds(10);
        again[7] = 50;
        assertThat(new MergingCosts.Times(rounds(10), rounds(11), again).isSlower())
                .isTrue();
    }

    @Test
    void the_three_ways_are_kept_apart() {
        MergingCosts.Times times = MergingCosts.measure(() -> 2e4, () -> 3e4, () -> 4e4);
        assertThat(times.off()).containsOnly(2e4);
        assertThat(times.on()).containsOnly(3e4);
        assertThat(times.offAgain()).containsOnly(4e4);
    }

    @Test
    @Tag("full")
    void every_sample_has_a_row() {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            MergingCosts.main("--space=host", "--shrink=" + SHRINK);
        } finally {
            System.setOut(before);
        }
        List<String> names = bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.matches("[|] [A-Za-z].* [0-9.]+ .*") && !line.startsWith("| us |"))
                .map(line -> line.split(" ")[1])
                .toList();
        assertThat(names).containsExactlyElementsOf(SampleStep.all(SHRINK).keySet());
    }
}
