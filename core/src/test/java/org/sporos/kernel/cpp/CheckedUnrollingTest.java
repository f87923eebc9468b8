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

/** Unrolled loops of the host with loaded indexes: any copy of an iteration may be the last or fail. */
class CheckedUnrollingTest {
    /** More than two rounds of the unrolled loop. */
    private static final int ROWS = 21;

    private static final RangePolicy POLICY = RangePolicy.of(ROWS);

    @TempDir
    Path folder;

    private final DoubleView results = DoubleView.of("results", MemorySpace.host(), ROWS);
    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), ROWS);
    private final DoubleView values = DoubleView.of("values", MemorySpace.host(), ROWS);
    private final IntView columns = IntView.of("columns", MemorySpace.host(), ROWS);
    /** The trip count of each row, unknown to the proofs. */
    private final IntView lengths = IntView.of("lengths", MemorySpace.host(), ROWS);

    /** The column that is out of bounds, or -1. */
    private int wrong = -1;

    @BeforeEach
    void inputs() {
        for (int k = 0; k < ROWS; k++) {
            x.set(k, 1 / (3.0 + k));
            values.set(k, 1 / (1.5 - k));
            columns.set(k, k == wrong ? -5 : 7 * k % ROWS);
            lengths.set(k, k);
        }
    }

    private static CppProgram program(RangeBody body, CppOptions options) {
        CppUnit unit = new CppUnit.For("rows", false, POLICY, ZooUnits.kernel("rows", body, POLICY, true));
        return CppEmitter.emit(List.of(unit), HostRun.DIALECT, options);
    }

    private static String text(RangeBody body) {
        return program(body, CppOptions.DEFAULT.withHoisting()).kernels();
    }

    private List<Object> run(RangeBody body, CppOptions options) throws IOException {
        inputs();
        results.assign(new double[ROWS]);
        CppProgram program = program(body, options);
        HostRun.Outcome outcome = HostRun.run(program, folder).get(0);
        List<CppSite> sites = program.launches().get(0).sites();
        StringBuilder bits = new StringBuilder();
        for (DoubleView view : List.of(results, x)) {
            for (int k = 0; k < ROWS; k++) {
                bits.append(Double.doubleToRawLongBits(view.get(k))).append(' ');
            }
        }
        return List.of(
                bits.toString(),
                outcome.fault().map(fault -> fault.describe(sites, "")).orElse("none"));
    }

    /** Returns the fault, after a comparison of the bits with those of the original loop. */
    private String same(RangeBody body) throws IOException {
        Tools.require("g++", "unrolled loops are not run");
        assertThat(text(body)).contains("if (left == 7) {");
        List<Object> found = run(body, CppOptions.DEFAULT.withHoisting());
        assertThat(found).isEqualTo(run(body, CppOptions.DEFAULT));
        return (String) found.get(1);
    }

    private RangeBody sum() {
        return row -> {
            double sum = 0.1;
            for (int k = 0; k < lengths.get(row); k++) {
                sum += values.get(k) * x.get(columns.get(k));
            }
            results.set(row, sum);
        };
    }

    @Test
    void rows_of_every_length_are_summed_in_order() throws IOException {
        assertThat(same(sum())).isEqualTo("none");
    }

    @Test
    void an_index_out_of_bounds_in_any_iteration_is_reported() throws IOException {
        for (int column : new int[] {0, 7, 8}) {
            wrong = column;
            assertThat(same(sum()))
                    .startsWith("fails at CheckedUnrollingTest.java")
                    .contains(": index (-5) is outside of view 'x'");
        }
    }

    @Test
    void a_row_that_begins_or_ends_out_of_bounds_runs_with_checks() throws IOException {
        RangeBody begins = row -> {
            double sum = 0;
            for (int k = lengths.get(row) - 3; k < 9; k++) {
                sum = 0.5 * sum + values.get(k) * x.get(columns.get(k));
            }
            results.set(row, sum);
        };
        assertThat(same(begins)).contains(": index (-3) is outside of view 'values'");
        RangeBody ends = row -> {
            double sum = 0;
            for (int k = lengths.get(row); k < row + 5; k++) {
                sum = 0.5 * sum + values.get(k) * x.get(columns.get(k));
            }
            results.set(row, sum);
        };
        assertThat(same(ends)).contains(": index (21) is outside of view 'values'");
    }

    @Test
    void the_counter_and_loop_carried_values_are_available_after_the_loop() throws IOException {
        RangeBody body = row -> {
            double last = -1;
            double before = -2;
            int k = 2;
            for (; k < lengths.get(row); k++) {
                before = last;
                last = values.get(k) * x.get(columns.get(k)) - 0.25 * before;
            }
            results.set(row, 1000 * k + before - last);
        };
        assertThat(same(body)).isEqualTo("none");
    }

    @Test
    void the_next_counter_has_a_name_and_is_used_before_the_iteration_ends() throws IOException {
        RangeBody body = row -> {
            double sum = 0;
            int k = 0;
            while (k < lengths.get(row)) {
                int old = k;
                k = k + 1;
                sum = sum * k + x.get((columns.get(old) + k) % 20) - values.get(old) * old;
            }
            results.set(row, sum + k);
        };
        assertThat(run(body, CppOptions.DEFAULT.withHoisting())).isEqualTo(run(body, CppOptions.DEFAULT));
    }

    @Test
    void iterations_with_stores_keep_their_order() throws IOException {
        RangeBody body = row -> {
            for (int k = lengths.get(0); k < ROWS - 1; k++) {
                int at = columns.get(k);
                x.set(at, 0.5 * x.get(at) + values.get(k + 1) + row);
            }
        };
        assertThat(same(body)).isEqualTo("none");
    }

    @Test
    void divisions_by_loaded_values_keep_their_order_among_checks() throws IOException {
        RangeBody body = row -> {
            double sum = 0;
            for (int k = 0; k < lengths.get(row); k++) {
                sum += values.get(k) + 40 / columns.get(k) + x.get(columns.get(k));
            }
            results.set(row, sum);
        };
        assertThat(same(body)).startsWith("divides an integer by zero");
    }

    @Test
    void checks_precede_loads_without_checks() {
        assertThat(text(sum())).contains("""
                const int t = columns[k];
                const double t2 = java::load(fault, x, t, values_n0, 1);
                sum = sum + values[k] * t2;
                """.indent(16).stripTrailing());
    }

    @Test
    void loops_without_checks_or_with_long_iterations_are_not_unrolled() {
        RangeBody plain = row -> {
            double sum = 0;
            for (int k = 0; k < lengths.get(row); k++) {
                sum = 0.5 * sum + values.get(k);
            }
            results.set(row, sum);
        };
        RangeBody fat = row -> {
            double sum = 0;
            for (int k = 0; k < lengths.get(row); k++) {
                double a = x.get(columns.get(k)) + k;
                double b = a * values.get(k) - a;
                double c = b * a + (k - b) * (a - 3);
                double d = c * b + (k - c) * (b - 3);
                double e = d * c + (k - d) * (c - 3);
                sum += (a - b) * (c - d) * (e - a) + (b - c) * (d - e);
            }
            results.set(row, sum);
        };
        for (RangeBody body : List.of(plain, fat)) {
            assertThat(text(body)).contains("k < k_end").doesNotContain("left");
        }
        assertThat(program(sum(), CppOptions.DEFAULT).kernels()).doesNotContain("left ==", "java::load");
    }
}
