package org.sporos.host.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What deciding costs, beside always doing runs the one or the other way on the same machine: a model, so that quiet
 * and busy machines are the same each time.
 */
class ModeDeciderTest {
    private static final double BETWEEN = 200;
    private static final double SECOND = 1e9;
    private static final double BUSY = 8;
    private static final int SEEDS = 50;

    /** What one way of choosing did until some time. */
    private record Course(double nanos, int shared, int runs, int sharedAtEnd) {
        double each() {
            return nanos / runs;
        }
    }

    @ParameterizedTest(name = "{0} ns, two threads take {1} of it")
    @CsvSource({
        "3e3, 0.53",
        "20e3, 0.53",
        "50e3, 0.53",
        "1e6, 0.53",
        "1e6, 0.8",
        "5e6, 0.53",
        "20e3, 0.8",
        "3e3, 1.3",
        "20e3, 1.02",
        "50e3, 1.3",
        "1e6, 1.3",
        "1e6, 3",
        "5e6, 3",
        "9e6, 1.3"
    })
    void a_quiet_machine_costs_at_most_3_percent_more_than_the_better_way(double work, double share) {
        Supplier<SimulatedMachine> machine = () -> SimulatedMachine.quiet(work, share);
        Course decided = decided(machine.get(), 3 * SECOND, new ModeDecider(2));
        assertThat(decided.each()).isLessThan(1.03 * better(machine, 3 * SECOND));
        assertThat(decided.sharedAtEnd).isBetween(share < 1 ? 90 : 0, share < 1 ? 100 : 10);
    }

    @ParameterizedTest(name = "{0} ns, two threads take {1} of it")
    @CsvSource({"10e3, 1.15", "10e3, 1.05", "20e3, 1.15", "50e3, 1.1"})
    void data_in_the_caches_of_other_cores_does_not_hide_a_loss(double work, double share) {
        SimulatedMachine machine =
                new SimulatedMachine(1, t -> work, t -> t < SECOND ? 0.6 : share, t -> 0).withCaches(20_000);
        ModeDecider decider = new ModeDecider(2);
        assertThat(decided(machine, SECOND, decider).sharedAtEnd).isEqualTo(100);
        assertThat(decided(machine, 5 * SECOND, decider).sharedAtEnd).isLessThan(60);
    }

    @Test
    void a_quiet_machine_shares_a_millisecond_of_work_within_ten_runs() {
        SimulatedMachine machine = SimulatedMachine.quiet(1e6, 0.53);
        ModeDecider decider = new ModeDecider(2);
        int last = 0;
        for (int r = 0; r < 200; r++) {
            if (!isShared(machine, decider)) {
                last = r;
            }
            if (r == 10) {
                assertThat(last).isLessThan(10);
            }
        }
        assertThat(machine.now).isLessThan(200 * 0.56e6);
    }

    @Test
    void runs_that_nothing_contradicts_are_measured_the_less_often_the_more_there_were() {
        for (double share : new double[] {0.53, 0.9}) {
            SimulatedMachine machine = SimulatedMachine.quiet(50e3, share);
            int alone = 0;
            ModeDecider decider = new ModeDecider(2);
            while (machine.now < 100 * SECOND) {
                alone += isShared(machine, decider) ? 0 : 1;
            }
            // 0.4 ms each time that the time has grown fourfold: nine runs of more than a million.
            assertThat(alone).isBetween(24, 150);
        }
    }

    @Tag("matrix")
    @ParameterizedTest(name = "{0} processes")
    @ValueSource(doubles = {1, 2, BUSY})
    void beside_busy_processes_it_costs_little_more_than_the_better_way(double others) {
        for (double work : new double[] {20e3, 100e3}) {
            double sum = 0;
            for (int seed = 1; seed <= SEEDS; seed++) {
                sum += regret(seed, work, t -> others);
            }
            assertThat(sum / SEEDS).isLessThan(1.15);
        }
    }

    @Test
    void where_no_second_core_is_ever_free_it_costs_two_percent_at_most() {
        Supplier<SimulatedMachine> machine = () -> SimulatedMachine.quiet(50e3, 1.02);
        assertThat(decided(machine.get(), SECOND, new ModeDecider(2)).each())
                .isLessThan(1.02 * better(machine, SECOND));
    }

    @Tag("matrix")
    @ParameterizedTest(name = "each {0} ns")
    @ValueSource(doubles = {50e6, 500e6, 5e9})
    void a_load_that_comes_and_goes_costs_at_most_a_quarter(double each) {
        for (double work : new double[] {20e3, 100e3}) {
            double sum = 0;
            for (int seed = 1; seed <= SEEDS; seed++) {
                sum += regret(seed, work, t -> ((long) (t / each) & 1) * BUSY);
            }
            assertThat(sum / SEEDS).isLessThan(1.25);
        }
    }

    @Test
    void a_machine_that_becomes_busy_costs_20_ms() {
        ModeDecider decider = new ModeDecider(2);
        course(decider, 50_000, 27_000, 2_000, true);
        int shared = course(decider, 55_000, 900_000, 1_000, true);
        // The time that was gained counts up to 20 ms.
        assertThat(shared).isLessThan(60);
    }

    @ParameterizedTest(name = "{0} ns beside {1} processes")
    @CsvSource({"20e3, 1", "20e3, 2", "20e3, 8", "100e3, 2", "100e3, 8", "1e6, 1", "1e6, 2", "1e6, 8"})
    void after_a_load_has_gone_runs_are_shared_within_half_a_second(double work, double others) {
        double sum = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            double late = untilShared(seed, work, others, 2 * SECOND);
            // The longest wait, and the measurement that follows it.
            assertThat(late).as("seed %d", seed).isLessThan(SECOND / 2 + 50e6);
            sum += late;
        }
        assertThat(sum / SEEDS).isLessThan(SECOND / 6);
    }

    /** Returns how long after the end of a load the first run begins of 20 that are shared one after the other. */
    private static double untilShared(int seed, double work, double others, double until) {
        SimulatedMachine machine = new SimulatedMachine(seed, t -> work, 0.53, t -> t < until ? others : 0);
        ModeDecider decider = new ModeDecider(2);
        double since = until;
        for (int shared = 0; shared < 20; ) {
            double begin = machine.now;
            shared = isShared(machine, decider) && begin > until ? shared + 1 : 0;
            since = shared == 1 ? begin : since;
        }
        return since - until;
    }

    @Test
    void a_stall_of_a_shared_run_costs_an_eighth_of_a_second_by_one_thread_and_not_half_of_one() {
        for (double work : new double[] {20e3, 100e3, 1e6}) {
            SimulatedMachine machine = SimulatedMachine.quiet(work, 0.53);
            ModeDecider decider = new ModeDecider(2);
            // Runs that are shared have not shown yet that they gain.
            do {
                isShared(machine, decider);
            } while (!decider.serial().isKnown() || decider.isMeasuring());
            assertThat(decider.sharesNext()).isTrue();
            machine.now += 70e6;
            decider.ended(true, true, 70_000_000, 1);
            double stalled = machine.now;
            double alone = 0;
            while (machine.now < stalled + SECOND / 2) {
                double begin = machine.now;
                alone += isShared(machine, decider) ? 0 : machine.now - begin;
            }
            assertThat(alone).as("%f ns", work).isBetween(1e6, 150e6);
        }
    }

    @ParameterizedTest(name = "{0} ns, {1} of it, compiled")
    @CsvSource({"3e3, 0.53", "20e3, 0.53", "1e6, 0.53", "3e3, 1.3", "20e3, 1.3", "1e6, 1.3"})
    void code_that_gets_faster_costs_at_most_a_tenth(double work, double share) {
        Supplier<SimulatedMachine> machine =
                () -> new SimulatedMachine(1, t -> work * (1 + 20 * Math.exp(-t / 100e6)), share, t -> 0);
        assertThat(decided(machine.get(), SECOND, new ModeDecider(2)).each()).isLessThan(1.1 * better(machine, SECOND));
    }

    @ParameterizedTest(name = "{0} ns, and eight times that")
    @ValueSource(doubles = {20e3, 100e3, 1e6})
    void work_that_changes_costs_at_most_a_fifth(double work) {
        Supplier<SimulatedMachine> machine =
                () -> new SimulatedMachine(1, t -> ((long) (t / 300e6) & 1) == 0 ? work : 8 * work, 0.53, t -> 0);
        assertThat(decided(machine.get(), 6 * SECOND, new ModeDecider(2)).each())
                .isLessThan(1.2 * better(machine, 6 * SECOND));
    }

    @ParameterizedTest(name = "{0} ns")
    @ValueSource(doubles = {3e3, 50e3, 1e6, 9e6})
    void runs_that_gain_nothing_by_forecast_are_never_shared_after_the_first(double work) {
        ModeDecider decider = new ModeDecider(2);
        Course decided = decided(SimulatedMachine.quiet(work, 0.53), 3 * SECOND, decider, 0.95);
        assertThat(decided.shared).isOne();
        assertThat(decider.gains()).isFalse();
    }

    @ParameterizedTest(name = "{0} ns")
    @ValueSource(doubles = {20e3, 1e6, 9e6})
    void a_forecast_that_measured_times_refute_costs_three_percent(double work) {
        Supplier<SimulatedMachine> machine = () -> SimulatedMachine.quiet(work, 1.3);
        Course decided = decided(machine.get(), 3 * SECOND, new ModeDecider(2), 0.55);
        assertThat(decided.each()).isLessThan(1.03 * better(machine, 3 * SECOND));
        assertThat(decided.sharedAtEnd).isLessThan(10);
    }

    @Test
    void code_that_is_long_until_it_is_compiled_has_a_forecast_too() {
        ModeDecider decider = new ModeDecider(2);
        assertThat(course(decider, 16_000_000, 18_000_000, 1, true)).isOne();
        assertThat(decider.wantsSteps()).isTrue();
        assertThat(course(decider, 16_000_000, 18_000_000, 2, true)).isZero();
        decider.foresee(1, 1);
        assertThat(course(decider, 300_000, 400_000, 100, true)).isOne();
    }

    @Test
    void a_forecast_that_becomes_better_is_followed() {
        ModeDecider decider = new ModeDecider(2);
        decided(SimulatedMachine.quiet(20e3, 0.53), SECOND, decider, 0.95);
        // Eight times the work is news enough.
        SimulatedMachine machine = SimulatedMachine.quiet(160e3, 0.53);
        Course decided = decided(machine, SECOND / 10, decider, 0.55);
        assertThat(decided.sharedAtEnd).isEqualTo(100);
    }

    @Test
    void steps_are_to_be_timed_before_the_first_run_of_a_measurement_on_one_thread() {
        ModeDecider decider = new ModeDecider(2);
        assertThat(decider.wantsSteps()).isFalse();
        assertThat(course(decider, 50_000, 27_000, 1, true)).isOne();
        assertThat(decider.wantsSteps()).isTrue();
        assertThat(decider.sharesNext()).isFalse();
        assertThat(course(decider, 50_000, 27_000, 1, true)).isZero();
        assertThat(decider.wantsSteps()).isFalse();
        // A serial half of nine runs.
        assertThat(course(decider, 50_000, 27_000, 11, true)).isEqualTo(3);
        assertThat(decider.sharesNext()).isTrue();
    }

    @Test
    void runs_that_nobody_joins_are_done_by_one_thread_until_somebody_is_there() {
        ModeDecider decider = new ModeDecider(2);
        assertThat(course(decider, 50_000, 51_000, 2_000, false)).isLessThan(150);
        assertThat(course(decider, 50_000, 27_000, 1_000, true)).isGreaterThan(500);
    }

    @Test
    void sharing_that_fails_again_and_again_is_tried_less_and_less() {
        ModeDecider decider = new ModeDecider(2);
        assertThat(course(decider, 3_000_000, 11_000_000, 100, true)).isGreaterThan(2);
        course(decider, 3_000_000, 11_000_000, 200, true);
        assertThat(course(decider, 3_000_000, 11_000_000, 1_000, true)).isLessThan(10);
    }

    @Test
    void a_mishap_of_the_first_measurement_puts_sharing_off_for_a_moment_only() {
        ModeDecider decider = new ModeDecider(2);
        course(decider, 3_000_000, 11_000_000, 8, true);
        assertThat(course(decider, 3_000_000, 1_600_000, 60, true)).isGreaterThan(15);
    }

    @Test
    void a_run_that_would_be_long_for_one_thread_is_measured_but_once() {
        assertThat(course(new ModeDecider(2), 30_000_000, 16_000_000, 1_000, true))
                .isEqualTo(998);
        assertThat(course(new ModeDecider(2), 60_000_000, 31_000_000, 100, true))
                .isEqualTo(100);
    }

    @Test
    void a_run_of_less_than_a_handover_is_never_shared_after_the_first() {
        assertThat(course(new ModeDecider(2), 300, 200, 10_000, true)).isOne();
    }

    @Test
    void one_thread_never_tries() {
        assertThat(course(new ModeDecider(1), 50_000, 27_000, 1_000, true)).isZero();
        assertThat(new ModeDecider(1).gains()).isFalse();
    }

    @Test
    void the_work_of_a_run_that_was_always_shared_is_estimated_by_its_time() {
        ModeDecider decider = new ModeDecider(4);
        course(decider, 400_000_000, 100_000_000, 10, true);
        assertThat(decider.workNanos(4)).isEqualTo(400_000_000);
    }

    @Test
    void code_that_took_one_thread_long_until_it_was_compiled_is_measured_again() {
        ModeDecider decider = new ModeDecider(2);
        course(decider, 35_000_000, 18_000_000, 3, true);
        for (int time = 10_000_000; time > 20_000; time -= time / 8) {
            course(decider, time, 2 * time, 5, true);
        }
        course(decider, 20_000, 40_000, 100, true);
        assertThat(decider.serial().typical()).isEqualTo(20_000);
        assertThat(decider.sharesNext()).isFalse();
    }

    private static double regret(int seed, double work, DoubleUnaryOperator others) {
        Supplier<SimulatedMachine> machine = () -> new SimulatedMachine(seed, t -> work, 0.53, others);
        return decided(machine.get(), 6 * SECOND, new ModeDecider(2)).each() / better(machine, 6 * SECOND);
    }

    /** Returns the average time of a run in the better way. */
    private static double better(Supplier<SimulatedMachine> machine, double until) {
        return Math.min(
                always(machine.get(), until, false).each(),
                always(machine.get(), until, true).each());
    }

    private static Course always(SimulatedMachine machine, double until, boolean shared) {
        int runs = 0;
        while (machine.now < until) {
            machine.run(shared);
            machine.now += BETWEEN;
            runs++;
        }
        return new Course(machine.now, shared ? runs : 0, runs, 0);
    }

    private static Course decided(SimulatedMachine machine, double until, ModeDecider decider) {
        return decided(machine, until, decider, 0);
    }

    /** Decides with a forecast of this part of the time of one thread. */
    private static Course decided(SimulatedMachine machine, double until, ModeDecider decider, double foreseen) {
        int runs = 0;
        int shared = 0;
        while (machine.now < until) {
            boolean forecasts = foreseen > 0 && decider.wantsSteps();
            shared += isShared(machine, decider) ? 1 : 0;
            runs++;
            if (forecasts) {
                decider.foresee(1, foreseen);
            }
        }
        int last = 0;
        for (int r = 0; r < 100; r++) {
            last += isShared(machine, decider) ? 1 : 0;
        }
        return new Course(machine.now, shared, runs + 100, last);
    }

    /** Does a run as it is to be done; returns whether it was shared. */
    private static boolean isShared(SimulatedMachine machine, ModeDecider decider) {
        boolean shared = decider.sharesNext();
        double took = machine.run(shared);
        decider.ended(shared, machine.together(), (long) took, 1);
        machine.now += BETWEEN;
        return shared;
    }

    /** Does runs of given times; returns how many were shared. */
    private static int course(ModeDecider decider, long serial, long shared, int runs, boolean together) {
        int count = 0;
        for (int r = 0; r < runs; r++) {
            boolean shares = decider.sharesNext();
            count += shares ? 1 : 0;
            decider.ended(shares, shares && together, shares ? shared : serial, 1);
        }
        return count;
    }
}
