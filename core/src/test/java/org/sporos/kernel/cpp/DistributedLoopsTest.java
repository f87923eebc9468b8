package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Loop distribution on the host: the independent instructions of iterations run first, then the rest. */
class DistributedLoopsTest {
    private static final int N = 100;
    private static final RangePolicy ALL = RangePolicy.of(N);
    private static final CppOptions HOISTED = CppOptions.DEFAULT.withHoisting();

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 70);
    private final DoubleView y = DoubleView.of("y", MemorySpace.host(), 70);
    private final DoubleView mass = DoubleView.of("mass", MemorySpace.host(), 71);
    private final IntView first = IntView.of("first", MemorySpace.host(), N + 1);
    private final IntView list = IntView.of("list", MemorySpace.host(), 5000);
    private final DoubleView to = DoubleView.of("to", MemorySpace.host(), N);
    private final IntView found = IntView.of("found", MemorySpace.host(), N);

    private static String text(RangeBody body, CppDialect dialect, CppOptions options) {
        CppUnit unit = new CppUnit.For("loop", false, ALL, ZooUnits.kernel("loop", body, ALL, true));
        return CppEmitter.emit(List.of(unit), dialect, options).kernels();
    }

    private static String text(RangeBody body) {
        return text(body, CppDialect.HOST, HOISTED);
    }

    private static void assertWhole(RangeBody body) {
        assertThat(text(body)).doesNotContain("chosen[");
    }

    @Test
    void instructions_without_use_in_the_condition_run_in_listed_iterations() {
        String text = text(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                int j = list.get(k);
                if (j != i && x.get(j) < 0.5) {
                    if (y.get(j) == 1) {
                        continue;
                    }
                    mass.set(k, mass.get(j) + k);
                    found.set(i, j);
                    sum += y.get(j);
                }
            }
            to.set(i, sum);
        });
        assertThat(text)
                .containsSubsequence(
                        "= j_of[iteration3];",
                        " != i) & (int) (t_of[iteration3] < 0.5));",
                        "= chosen[turn];",
                        "= k + iteration4;",
                        "= j_of[iteration4];",
                        "java::load(fault, y, j",
                        "java::load(fault, mass, j",
                        "found[i] = j",
                        "k = k + length;");
    }

    @Test
    void loops_stay_whole_if_iterations_do_more_or_exit_early_or_gather_nothing() {
        assertWhole(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                double d = x.get(list.get(k));
                sum += d < 0.5 ? d : 2;
            }
            to.set(i, sum);
        });
        assertWhole(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                double d = x.get(list.get(k));
                if (d < 0.5) {
                    sum += d;
                }
                found.set(i, k);
            }
            to.set(i, sum);
        });
        assertWhole(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                double d = x.get(list.get(k));
                if (d < 0.5) {
                    sum += d;
                    if (sum > 3) {
                        break;
                    }
                }
            }
            to.set(i, sum);
        });
        assertWhole(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                if (mass.get(k) < 0.5) {
                    sum += mass.get(k);
                }
            }
            to.set(i, sum);
        });
        assertWhole(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                int j = list.get(k);
                if (j != i) {
                    sum += x.get(j);
                }
            }
            to.set(i, sum);
        });
    }

    @Test
    void a_bound_that_iterations_may_change_is_tested_in_each() {
        assertWhole(i -> {
            double sum = 0;
            for (int k = first.get(i); k < found.get(i); k++) {
                double d = x.get(list.get(k));
                if (d < 0.5) {
                    sum += d;
                    found.set(i, k);
                }
            }
            to.set(i, sum);
        });
    }

    @Test
    void a_loop_carried_condition_is_evaluated_in_each_iteration() {
        assertWhole(i -> {
            double most = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                double d = x.get(list.get(k));
                if (d > most) {
                    most = d;
                }
            }
            to.set(i, most);
        });
        assertWhole(i -> {
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                int j = list.get(k);
                if (x.get(j) < 0.5) {
                    x.set(j, 1 + x.get(j));
                }
            }
        });
        assertWhole(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k += 2) {
                double d = x.get(list.get(k));
                if (d < 0.5) {
                    sum += d;
                }
            }
            to.set(i, sum);
        });
    }

    @Test
    void lists_of_lists_keep_their_checks() {
        assertWhole(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                double d = x.get(found.get(list.get(k)));
                if (d < 0.5) {
                    sum += d;
                }
            }
            to.set(i, sum);
        });
    }

    @Test
    void indexes_of_two_extents_and_longs_have_variables_of_their_own() {
        LongView far = LongView.of("far", MemorySpace.host(), 5000);
        String text = text(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                double d = x.get(list.get(k) + 1) * mass.get(far.get(k));
                if (d < 0.5) {
                    sum += d;
                }
            }
            to.set(i, sum);
        });
        assertThat(text)
                .contains("java::max(farthest, ", "java::max(farthest2, ", "long long farthest2 = ")
                .contains("end <= list_n0");
    }

    @Test
    void a_guarded_index_is_computed_ahead_unless_its_guard_proves_it_exact() {
        String text = text(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                int j = list.get(k);
                if (j >= 0 && j < 1000) {
                    double d = x.get(j * 3);
                    if (d < 0.5) {
                        sum += d;
                    }
                }
            }
            to.set(i, sum);
        });
        assertThat(text).doesNotContain("chosen[");
        text = text(i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                int j = list.get(k);
                if (j != i) {
                    double d = x.get(j * 3);
                    if (d < 0.5) {
                        sum += d;
                    }
                }
            }
            to.set(i, sum);
        });
        assertThat(text).containsSubsequence("chosen[", "java::max(farthest", "java::mul(", "x[");
    }

    private static void assertNothingAhead(RangeBody body) {
        assertThat(text(body)).doesNotContain("_of[");
    }

    @Test
    void short_loops_stay_whole_without_a_division_or_a_branch_or_with_a_check_or_another_start() {
        assertNothingAhead(i -> {
            double sum = 0;
            for (int p = 0; p < 8; p++) {
                double place = x.get(p) * i;
                if (place > 3) {
                    sum += place * y.get(p);
                }
            }
            to.set(i, sum);
        });
        assertNothingAhead(i -> {
            double sum = 0;
            for (int p = 0; p < 8; p++) {
                sum += 3 / (3 - x.get(p) * i);
            }
            to.set(i, sum);
        });
        assertNothingAhead(i -> {
            double sum = 0;
            for (int p = 0; p < 8; p++) {
                double place = 3 / (3 - x.get(list.get(p)) * i);
                if (place > 3) {
                    sum += place * y.get(p);
                }
            }
            to.set(i, sum);
        });
        assertNothingAhead(i -> {
            double sum = 0;
            for (int p = 0; p < -3; p++) {
                double place = 3 / (3 - x.get(i) * p);
                if (place > 3) {
                    sum += place * y.get(i);
                }
            }
            to.set(i, sum);
        });
        assertNothingAhead(i -> {
            double sum = 0;
            for (int p = 1; p < 8; p++) {
                double place = 3 / (3 - x.get(p) * i);
                if (place > 3) {
                    sum += place * y.get(p);
                }
            }
            to.set(i, sum);
        });
        assertNothingAhead(i -> {
            double sum = 1;
            for (int p = 0; p < 8; p++) {
                double place = 3 / (3 - x.get(p) * sum);
                if (place > 3) {
                    sum += place * y.get(p);
                }
            }
            to.set(i, sum);
        });
    }

    @Test
    void only_the_host_distributes_loops() {
        RangeBody body = i -> {
            double sum = 0;
            int end = first.get(i + 1);
            for (int k = first.get(i); k < end; k++) {
                double d = x.get(list.get(k));
                if (d < 0.5) {
                    sum += d;
                }
            }
            to.set(i, sum);
        };
        assertThat(text(body)).contains("chosen[");
        assertThat(text(body, CppDialect.CUDA, CppOptions.DEFAULT)).doesNotContain("chosen[");
        assertThat(text(body, CppDialect.HIP, CppOptions.DEFAULT)).doesNotContain("chosen[");
        assertThat(text(body, CppDialect.HOST, CppOptions.DEFAULT)).doesNotContain("chosen[");
    }
}
