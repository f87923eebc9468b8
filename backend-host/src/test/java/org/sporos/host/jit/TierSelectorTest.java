package org.sporos.host.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The selection among tiers, on a machine whose clock is the test's: each tier takes what the test says. */
class TierSelectorTest {
    private static final double CLOCK_NANOS = 100;

    private final Random random = new Random(1);
    private double plain;
    private double cpp = 1;
    /** The nanoseconds that a call of C++ costs. */
    private double callNanos = 200;
    /** How many calls of C++ the JVM interprets, each for some microseconds. */
    private int interpretedCalls;
    /** The part of all slices that lose their core for a millisecond. */
    private double disturbed;

    private double now;
    private double work;
    private long timed;
    private long reported;

    private double each(TierSelector.CodeTier way) {
        return switch (way) {
            case PLAIN -> plain;
            case CPP -> cpp;
        };
    }

    private TierSelector choice(boolean awaitsCpp) {
        TierSelector choice = new TierSelector(nanos -> reported += nanos);
        choice.awaitCpp(awaitsCpp);
        return choice;
    }

    private double slice(TierSelector.CodeTier way, long n) {
        double took = n * each(way) + (way == TierSelector.CodeTier.CPP ? callNanos : 0);
        if (way == TierSelector.CodeTier.CPP && interpretedCalls > 0) {
            interpretedCalls--;
            took += 5_000;
        }
        return random.nextDouble() < disturbed ? took + 1e6 : took;
    }

    /** Does what {@link TieredLoop} does with a piece. */
    private void piece(TierSelector choice, long n) {
        if (!choice.isDue(n)) {
            spend(slice(choice.chosen(), n));
            return;
        }
        choice.begin(n);
        for (long done = 0; done < n; ) {
            TierSelector.CodeTier way = choice.next();
            long length = Math.min(choice.slice(way), n - done);
            double took = slice(way, length);
            spend(took);
            now += CLOCK_NANOS;
            timed++;
            choice.after(way, length, (long) took);
            done += length;
        }
    }

    private void spend(double nanos) {
        now += nanos;
        work += nanos;
    }

    private void runFor(TierSelector choice, double nanos, ToDoubleFunction<Random> length) {
        for (double end = now + nanos; now < end; ) {
            piece(choice, (long) length.applyAsDouble(random));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1000000", "1, 200", "10, 20", "100, 1000", "10000, 20000", "10000, 1", "0.5, 100", "0.1, 100000000"
    })
    void all_work_is_counted_and_the_clock_costs_less_than_a_percent(double nanosPerIndex, long indexes) {
        plain = nanosPerIndex;
        TierSelector choice = choice(true);
        runFor(choice, 2e9, r -> indexes);
        assertThat(choice.worked()).isBetween(0.95 * work, 1.05 * work);
        assertThat((double) reported).isBetween(0.95 * work, 1.05 * work);
        assertThat(timed * CLOCK_NANOS).isLessThan(0.01 * work);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.3, 1000000", "10000, 360, 20000", "10, 8, 3000", "5, 10, 1000", "2, 1, 50", "0.5, 0.55, 100000"})
    void the_fastest_tier_does_the_work_soon_after_it_is_there(double plainNanos, double cppNanos, long indexes) {
        plain = plainNanos;
        cpp = cppNanos;
        disturbed = 0.05;
        TierSelector choice = choice(true);
        runFor(choice, 300e6, r -> indexes);
        choice.addCpp(false);
        runFor(choice, 100e6, r -> indexes);
        boolean isCpp = indexes * cpp + callNanos < indexes * plain;
        assertThat(choice.chosen()).isEqualTo(isCpp ? TierSelector.CodeTier.CPP : TierSelector.CodeTier.PLAIN);
    }

    @Test
    void a_run_that_is_one_piece_changes_its_tier_in_the_midst_of_it() {
        plain = 10_000;
        cpp = 100;
        TierSelector choice = choice(true);
        choice.isDue(1_000_000);
        choice.begin(1_000_000);
        int slices = 0;
        for (long done = 0; done < 1_000_000 && choice.chosen() == TierSelector.CodeTier.PLAIN; slices++) {
            if (slices == 500) {
                choice.addCpp(false);
            }
            TierSelector.CodeTier way = choice.next();
            long length = choice.slice(way);
            choice.after(way, length, (long) slice(way, length));
            done += length;
        }
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.CPP);
        assertThat(slices).isLessThan(550);
    }

    @Test
    void pieces_that_differ_in_length_do_not_deceive_it() {
        plain = 2;
        cpp = 1;
        callNanos = 500;
        disturbed = 0.05;
        int[] turn = {0};
        // Long and short ones by turns: short ones are faster as plain code, and most of the work is in long ones.
        TierSelector choice = choice(true);
        runFor(choice, 100e6, r -> turn[0]++ % 2 == 0 ? 20_000 : 100);
        choice.addCpp(false);
        runFor(choice, 100e6, r -> turn[0]++ % 2 == 0 ? 20_000 : 100);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.CPP);
    }

    @Test
    void calls_that_the_jvm_interprets_at_first_do_not_deceive_it() {
        plain = 1;
        cpp = 0.3;
        interpretedCalls = 200;
        TierSelector choice = choice(true);
        runFor(choice, 100e6, r -> 961);
        choice.addCpp(false);
        runFor(choice, 20e6, r -> 961);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.CPP);
    }

    @Test
    void pieces_that_have_become_longer_are_tried_anew() {
        plain = 1;
        cpp = 0.3;
        TierSelector choice = choice(true);
        runFor(choice, 100e6, r -> 120);
        choice.addCpp(false);
        runFor(choice, 20e6, r -> 120);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.PLAIN);
        runFor(choice, 20e6, r -> 961);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.CPP);
    }

    @Test
    void trials_that_change_nothing_cost_less_than_a_percent() {
        plain = 28;
        cpp = 1;
        TierSelector choice = choice(true);
        runFor(choice, 100e6, r -> 100_000);
        choice.addCpp(false);
        runFor(choice, 200e6, r -> 100_000);
        double before = now;
        long pieces = 0;
        for (; now < before + 20e9; pieces++) {
            piece(choice, 100_000);
        }
        assertThat(now - before).isLessThan(1.01 * pieces * (100_000 * cpp + callNanos));
    }

    @Test
    void code_that_was_tried_before_the_jvm_has_compiled_it_gets_another_chance() {
        plain = 50;
        cpp = 2;
        TierSelector choice = choice(true);
        runFor(choice, 30e6, r -> 10_000);
        choice.addCpp(false);
        runFor(choice, 30e6, r -> 10_000);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.CPP);
        plain = 1;
        runFor(choice, 2e9, r -> 10_000);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.PLAIN);
    }

    @Test
    void a_tier_that_becomes_slower_than_another_one_was_is_doubted_soon() {
        plain = 1.5;
        cpp = 1;
        TierSelector choice = choice(true);
        runFor(choice, 30e6, r -> 10_000);
        choice.addCpp(false);
        // Trials that change nothing become rare.
        runFor(choice, 30e9, r -> 10_000);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.CPP);
        cpp = 2;
        runFor(choice, 300e6, r -> 10_000);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.PLAIN);
    }

    @Test
    void a_tier_that_was_asked_for_does_all_the_work() {
        plain = 1;
        cpp = 5;
        TierSelector choice = choice(true);
        choice.addCpp(true);
        runFor(choice, 500e6, r -> 10_000);
        assertThat(choice.chosen()).isEqualTo(TierSelector.CodeTier.CPP);
        assertThat(choice.nanos(TierSelector.CodeTier.PLAIN)).isZero();
        assertThat(choice.nanos(TierSelector.CodeTier.CPP)).isBetween(4.9, 5.1);
    }

    /** Some garbage collectors wait for the end of a call. */
    @Test
    void a_call_of_cpp_takes_milliseconds_at_most_and_java_code_that_is_alone_is_not_cut() {
        plain = 1;
        cpp = 1;
        TierSelector alone = choice(false);
        piece(alone, 1_000_000_000);
        assertThat(timed).isEqualTo(1);
        TierSelector forced = choice(true);
        forced.addCpp(true);
        piece(forced, 1_000_000_000);
        assertThat(timed).isBetween(150L, 250L);
    }
}
