package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Speculative loops of GPUs: they assume that all loads are in bounds, and run again if one is not. The text runs on
 * the host here.
 */
class SpeculationTest {
    private static final RangePolicy ROWS = RangePolicy.of(4);

    @TempDir
    Path folder;

    private final DoubleView sums = DoubleView.of("sums", MemorySpace.host(), 4);

    @BeforeEach
    void g() {
        Tools.require("g++", "loops that are written twice are not run");
    }

    private static IntView ints(String label, int... values) {
        IntView view = IntView.of(label, MemorySpace.host(), values.length);
        view.assign(values);
        return view;
    }

    private static DoubleView doubles(String label, double... values) {
        DoubleView view = DoubleView.of(label, MemorySpace.host(), values.length);
        view.assign(values);
        return view;
    }

    private static CppProgram program(RangeBody body, CppOptions options) {
        CppUnit unit = new CppUnit.For("rows", false, ROWS, ZooUnits.kernel("rows", body, ROWS, true));
        return CppEmitter.emit(List.of(unit), HostRun.DIALECT, options);
    }

    /** Returns the sums and the fault. */
    private List<Object> run(RangeBody body, CppOptions options) throws IOException {
        sums.assign(-1, -1, -1, -1);
        CppProgram program = program(body, options);
        HostRun.Outcome outcome = HostRun.run(program, folder).get(0);
        List<CppSite> sites = program.launches().get(0).sites();
        return List.of(
                List.of(sums.get(0), sums.get(1), sums.get(2), sums.get(3)),
                outcome.fault().map(fault -> fault.describe(sites, "")).orElse("none"));
    }

    private List<Object> both(RangeBody body) throws IOException {
        CppOptions speculating = CppOptions.DEFAULT.withSpeculation();
        assertThat(program(body, speculating).kernels()).contains("int farthest = ");
        List<Object> twice = run(body, speculating);
        assertThat(twice).isEqualTo(run(body, CppOptions.DEFAULT));
        return twice;
    }

    private RangeBody rows(IntView starts, IntView column) {
        DoubleView values = doubles("values", 1, 2, 3, 4, 5, 6);
        DoubleView x = doubles("x", 1, 10, 100, 1000);
        return row -> {
            double sum = 0.5;
            for (int at = starts.get(row); at < starts.get(row + 1); at++) {
                sum += values.get(at) * x.get(column.get(at));
            }
            sums.set(row, sum);
        };
    }

    @Test
    void rows_with_all_indexes_in_bounds_are_summed_once() throws IOException {
        assertThat(both(rows(ints("starts", 0, 2, 2, 5, 6), ints("column", 0, 1, 2, 3, 0, 1))))
                .isEqualTo(List.of(List.of(21.5, 0.5, 4305.5, 60.5), "none"));
    }

    @Test
    void a_column_out_of_bounds_counts_as_zero_and_is_reported_though_the_loop_ran_twice() throws IOException {
        List<Object> found = both(rows(ints("starts", 0, 2, 2, 5, 6), ints("column", 0, 1, 2, 4, 0, -1)));
        assertThat(found.get(0)).isEqualTo(List.of(21.5, 0.5, 305.5, 0.5));
        assertThat(found.get(1))
                .asString()
                .startsWith("fails at SpeculationTest.java")
                .contains(": index (4) is outside of view 'x'");
    }

    @Test
    void rows_that_begin_or_end_out_of_bounds_run_with_checks() throws IOException {
        List<Object> found = both(rows(ints("starts", -2, 2, 2, 5, 8), ints("column", 0, 1, 2, 3, 0, 1)));
        assertThat(found.get(0)).isEqualTo(List.of(21.5, 0.5, 4305.5, 60.5));
        assertThat(found.get(1)).asString().contains(": index (-2) is outside of view 'values'");
    }

    @Test
    void live_out_values_are_those_of_either_version() throws IOException {
        IntView column = ints("column", 0, 1, 7, 3);
        DoubleView x = doubles("x", 1, 10, 100, 1000);
        RangeBody body = row -> {
            double result = 7;
            if (row > 0) {
                double sum = 0;
                for (int k = 0; k < row; k++) {
                    sum += x.get(column.get(k));
                }
                result = sum;
            }
            sums.set(row, result);
        };
        List<Object> found = both(body);
        assertThat(run(body, CppOptions.DEFAULT.withHoisting())).isEqualTo(found);
        assertThat(found.get(0)).isEqualTo(List.of(7.0, 1.0, 11.0, 11.0));
        assertThat(found.get(1)).asString().contains(": index (7) is outside of view 'x'");
    }

    @Test
    void a_loop_that_changes_a_view_or_could_divide_by_zero_has_one_version() {
        IntView column = ints("column", 0, 1, 2, 3);
        DoubleView x = doubles("x", 1, 10, 100, 1000);
        CppOptions speculating = CppOptions.DEFAULT.withSpeculation();
        RangeBody storing = row -> {
            for (int k = 0; k < row; k++) {
                sums.set(row, sums.get(row) + x.get(column.get(k)));
            }
        };
        RangeBody dividing = row -> {
            int sum = 0;
            for (int k = 0; k < row; k++) {
                sum += 100 / column.get(column.get(k));
            }
            sums.set(row, sum);
        };
        assertThat(program(storing, speculating).kernels()).doesNotContain("farthest");
        assertThat(program(dividing, speculating).kernels()).doesNotContain("farthest");
    }

    @Test
    void loads_of_an_empty_view_are_not_clamped() {
        IntView column = ints("column", 0, 1, 2, 3);
        DoubleView nothing = doubles("nothing");
        RangeBody body = row -> {
            double sum = 0;
            for (int k = 0; k < row; k++) {
                sum += nothing.get(column.get(k));
            }
            sums.set(row, sum);
        };
        assertThat(program(body, CppOptions.DEFAULT.withSpeculation()).kernels())
                .doesNotContain("farthest");
    }

    @Test
    void gpus_speculate() {
        RangeBody body = rows(ints("starts", 0, 2, 2, 5, 6), ints("column", 0, 1, 2, 3, 0, 1));
        CppUnit unit = new CppUnit.For("rows", false, ROWS, ZooUnits.kernel("rows", body, ROWS, true));
        assertThat(CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT)
                        .kernels())
                .contains("x[java::min_unsigned(", "__launch_bounds__(256, 1) k0_rows(");
    }
}
