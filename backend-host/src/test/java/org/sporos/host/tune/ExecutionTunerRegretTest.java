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
 * What choosing costs, beside always doing runs the one or the other way on the same machine: a model, so that quiet
 * and busy machines are the same each time.
 */
class ExecutionTunerRegretTest {
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
        Course paced = paced(machine.get(), 3 * SECOND);
        assertThat(paced.each()).isLessThan(1.03 * better(machine, 3 * SECOND));
        assertThat(paced.sharedAtEnd).isBetween(share < 1 ? 90 : 0, share < 1 ? 100 : 10);
    }

    @Test
    void a_quiet_machine_shares_a_millisecond_of_work_within_ten_runs() {
        SimulatedMachine machine = SimulatedMachine.quiet(1e6, 0.53);
        ExecutionTuner tuner = tuner(machine);
        int last = 0;
        for (int r = 0; r < 200; r++) {
            if (!isShared(machine, tuner)) {
                last = r;
            }
            if (r == 10) {
                assertThat(last).isLessThan(10);
            }
        }
        assertThat(machine.now).isLessThan(200 * 0.56e6);
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
        assertThat(paced(machine.get(), SECOND).each()).isLessThan(1.02 * better(machine, SECOND));
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

    @ParameterizedTest(name = "{0} ns beside {1} processes")
    @CsvSource({"20e3, 1", "20e3, 2", "20e3, 8", "100e3, 2", "100e3, 8", "1e6, 1", "1e6, 2", "1e6, 8"})
    void after_a_load_has_gone_runs_are_shared_within_half_a_second(double work, double others) {
        double sum = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            double late = untilShared(seed, work, others, 2 * SECOND);
            // The longest wait, and the trial that follows it.
            assertThat(late).as("seed %d", seed).isLessThan(SECOND / 2 + 50e6);
            sum += late;
        }
        assertThat(sum / SEEDS).isLessThan(SECOND / 6);
    }

    /** Returns how long after the end of a load the first run begins of 20 that are shared one after the other. */
    private static double untilShared(int seed, double work, double others, double until) {
        SimulatedMachine machine = new SimulatedMachine(seed, t -> work, 0.53, t -> t < until ? others : 0);
        ExecutionTuner tuner = tuner(machine);
        double since = until;
        for (int shared = 0; shared < 20; ) {
            double begin = machine.now;
            shared = isShared(machine, tuner) && begin > until ? shared + 1 : 0;
            since = shared == 1 ? begin : since;
        }
        return since - until;
    }

    @Test
    void a_stall_of_a_shared_run_costs_an_eighth_of_a_second_by_one_thread_and_not_half_of_one() {
        for (double work : new double[] {20e3, 100e3, 1e6}) {
            SimulatedMachine machine = SimulatedMachine.quiet(work, 0.53);
            ExecutionTuner tuner = tuner(machine);
            // Runs that are shared have not shown yet that they gain.
            for (int r = 0; r < 20; r++) {
                isShared(machine, tuner);
            }
            tuner.next(true, true);
            machine.now += 70e6;
            tuner.ended(true);
            double stalled = machine.now;
            double alone = 0;
            while (machine.now < stalled + SECOND / 2) {
                double begin = machine.now;
                alone += isShared(machine, tuner) ? 0 : machine.now - begin;
            }
            assertThat(alone).as("%f ns", work).isLessThan(150e6);
        }
    }

    @ParameterizedTest(name = "{0} ns, compiled")
    @ValueSource(doubles = {3e3, 20e3, 1e6})
    void code_that_gets_faster_costs_at_most_a_tenth(double work) {
        Supplier<SimulatedMachine> machine =
                () -> new SimulatedMachine(1, t -> work * (1 + 20 * Math.exp(-t / 100e6)), 0.53, t -> 0);
        assertThat(paced(machine.get(), SECOND).each()).isLessThan(1.1 * better(machine, SECOND));
    }

    @ParameterizedTest(name = "{0} ns, and eight times that")
    @ValueSource(doubles = {20e3, 100e3, 1e6})
    void work_that_changes_costs_at_most_a_fifth(double work) {
        Supplier<SimulatedMachine> machine =
                () -> new SimulatedMachine(1, t -> ((long) (t / 300e6) & 1) == 0 ? work : 8 * work, 0.53, t -> 0);
        assertThat(paced(machine.get(), 6 * SECOND).each()).isLessThan(1.2 * better(machine, 6 * SECOND));
    }

    private static double regret(int seed, double work, DoubleUnaryOperator others) {
        Supplier<SimulatedMachine> machine = () -> new SimulatedMachine(seed, t -> work, 0.53, others);
        return paced(machine.get(), 6 * SECOND).each() / better(machine, 6 * SECOND);
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

    private static Course paced(SimulatedMachine machine, double until) {
        ExecutionTuner tuner = tuner(machine);
        int runs = 0;
        int shared = 0;
        while (machine.now < until) {
            shared += isShared(machine, tuner) ? 1 : 0;
            runs++;
        }
        int last = 0;
        for (int r = 0; r < 100; r++) {
            last += isShared(machine, tuner) ? 1 : 0;
        }
        return new Course(machine.now, shared, runs + 100, last);
    }

    private static ExecutionTuner tuner(SimulatedMachine machine) {
        return new ExecutionTuner(true, 2, new ExplorationBudget(0), () -> (long) machine.now);
    }

    /** Does a run as it is to be done; returns whether it was shared. */
    private static boolean isShared(SimulatedMachine machine, ExecutionTuner tuner) {
        boolean shared = false;
        if (tuner.isInline()) {
            tuner.inlineBegins();
        } else {
            shared = tuner.next(true, true) == ExecutionTuner.Mode.PARALLEL;
        }
        machine.run(shared);
        tuner.ended(machine.together());
        machine.now += BETWEEN;
        return shared;
    }
}
