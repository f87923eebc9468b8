package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.kernel.cpp.HostUnits.doubles;
import static org.sporos.kernel.cpp.HostUnits.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.kernel.analysis.CongruenceGuard;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Loops on the host whose guard selects a residue class of the last index. */
class CongruenceGuardTest {
    private static final int N = 100;

    @TempDir
    Path folder;

    private final DoubleView u = doubles("u", N, N);
    private final DoubleView x = doubles("x", N);
    private final MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {N - 1, N - 1});

    @Test
    void points_of_one_colour_are_a_loop_of_stride_2_without_a_branch() {
        int colour = 1;
        RangeBody2 relax = (i, j) -> {
            if ((i + j) % 2 == colour) {
                u.set(i, j, (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1)) / 4);
            }
        };
        assertThat(text(inside, relax)).contains("""
                        _body0(int i, int j, double* __restrict__ u, int u_s0) {
                            const double t = u[(i - 1) * u_s0 + j] + u[(i + 1) * u_s0 + j];
                            const double t2 = t + u[i * u_s0 + (j - 1)] + u[i * u_s0 + (j + 1)];
                            u[i * u_s0 + j] = t2 / 4.0;
                        }
                        """, """
                            const int t = java::floor_mod(java::sub(colour, java::floor_mod(java::add(i, j), 2)), 2);
                            return colour >= 0 && colour < 2 ? t : -1;
                        """, """
                            for (int i = begin0; i < end0; i++) {
                                const int skipped = k0_body_body0_skipped(i, begin1, colour);
                                const int count = (int) java::strides((long long) end1 - begin1, skipped, 2);
                                const int first = count > 0 ? begin1 + skipped : begin1;
                                _Pragma("GCC ivdep") for (int k = 0; k < count; k++) {
                                    const int j = first + k * 2;
                                    k0_body_body0(i, j, u, u_s0);
                                }
                            }
                        """);
    }

    @Test
    void iterations_are_independent_if_no_distance_of_elements_is_a_multiple_of_the_stride() {
        RangeBody2 near = (i, j) -> {
            if (j % 3 == 1) {
                u.set(i, j, u.get(i, j - 1) + u.get(i, j + 1) + u.get(i - 1, j));
            }
        };
        RangeBody2 far = (i, j) -> {
            if (j % 3 == 1) {
                u.set(i, j, u.get(i, j + 1) + u.get(i, j - 3));
            }
        };
        MDRangePolicy box = MDRangePolicy.of(new int[] {1, 3}, new int[] {N - 1, N - 1});
        assertThat(text(box, near)).contains("\"GCC ivdep\") for (int k = 0; k < count; k++)");
        assertThat(text(box, far))
                .contains("        for (int k = 0; k < count; k++)")
                .doesNotContain("ivdep");
    }

    @Test
    void a_strided_loop_is_split_at_boundary_conditions_of_its_body() {
        RangeBody2 guarded = (i, j) -> {
            if (j > 0 && j < N - 1 && (i + j & 1) == 0) {
                u.set(i, j, u.get(i, j - 1) + u.get(i, j + 1));
            }
        };
        assertThat(text(MDRangePolicy.of(N, N), guarded))
                .contains("_inside(int i, int j", """
                                java::cut_from(low, 1LL);
                        """, "_skipped(i, first", "_skipped(i, last");
    }

    @Test
    void a_fill_in_the_loop_of_one_colour_runs_at_every_index() throws IOException {
        Tools.require("g++", "the loop is not run");
        RangePolicy all = RangePolicy.of(N);
        DoubleView filled = doubles("filled", N);
        RangeBody even = i -> {
            if (i % 2 == 0) {
                x.set(i, i);
            }
        };
        CppUnit fill = new CppUnit.Elements("fill", false, all, filled, null, ElementValue.of(3.0));
        CppUnit both = new CppUnit.Fused("both", false, List.of(HostUnits.loop("even", all, even), fill));
        HostRun.run(HostUnits.program(List.of(both)), folder);
        assertThat(filled.toArray()).containsOnly(3);
        assertThat(x.get(4)).isEqualTo(4);
        assertThat(x.get(5)).isZero();
    }

    @Test
    void exits_and_masks_and_floored_remainders_and_other_residues_are_guards_too() {
        IntParam colour = IntParam.of("colour", 0).within(0, 1);
        List<RangeBody> bodies = List.of(
                i -> {
                    if (i % 2 != 0) {
                        return;
                    }
                    x.set(i, 1);
                },
                i -> {
                    if (i % 2 != colour.get()) {
                        x.set(i, 1);
                    }
                },
                i -> {
                    if ((5 - 3 * i & 7) == 2) {
                        x.set(i, 1);
                    }
                },
                i -> {
                    if (Math.floorMod(2 * i - 9, 5) == 4) {
                        x.set(i, 1);
                    }
                },
                i -> {
                    if (1 == i % 2 && x.get(i) > 0) {
                        x.set(i, -x.get(i));
                    }
                });
        assertThat(bodies)
                .allSatisfy(body -> assertThat(strides(RangePolicy.of(N), body)).isTrue());
    }

    @Test
    void loops_keep_other_guards() {
        IntView list = IntView.of("list", MemorySpace.host(), N);
        IntParam colour = IntParam.of("colour", 0);
        int third = 1_000_000_000;
        List<RangeBody> bodies = List.of(
                i -> x.set(i, i % 2 == 0 ? 1 : 2),
                // The condition depends on data.
                i -> {
                    if (list.get(i) % 2 == 0) {
                        x.set(i, 1);
                    }
                },
                i -> {
                    if (i % 2 == list.get(i)) {
                        x.set(i, 1);
                    }
                },
                // All or none are selected.
                i -> {
                    if (2 * i % 4 == colour.get()) {
                        x.set(i, 1);
                    }
                },
                // All indexes differ from a residue other than 0 and 1.
                i -> {
                    if (i % 2 != colour.get()) {
                        x.set(i, 1);
                    }
                },
                // The sum wraps, and its remainder with it.
                i -> {
                    if ((i * third + third) % 3 == 0) {
                        x.set(i, 1);
                    }
                },
                // The load can fail for each index.
                i -> {
                    double far = x.get(i + 1);
                    if (i % 2 == 0) {
                        x.set(i, far);
                    }
                },
                i -> {
                    for (int k = 0; k < 2; k++) {
                        if ((i + k) % 2 == 0) {
                            x.set(i, k);
                        }
                    }
                });
        assertThat(bodies)
                .allSatisfy(body -> assertThat(strides(RangePolicy.of(N), body)).isFalse());
    }

    @Test
    void a_remainder_that_may_be_negative_is_a_guard_where_its_sign_does_not_matter() {
        RangeBody even = i -> {
            if (i % 2 == 0) {
                x.set(Math.abs(i), 1);
            }
        };
        RangeBody odd = i -> {
            if (i % 2 != 0) {
                x.set(Math.abs(i), 1);
            }
        };
        RangeBody positive = i -> {
            if (i % 2 == 1) {
                x.set(Math.abs(i), 1);
            }
        };
        RangePolicy around = RangePolicy.of(-5, 5);
        assertThat(strides(around, even)).isTrue();
        assertThat(strides(around, odd)).isTrue();
        assertThat(strides(around, positive)).isFalse();
        assertThat(strides(RangePolicy.of(5), positive)).isTrue();
    }

    private static boolean strides(Policy policy, RangeBody body) {
        ProvenKernel kernel = ZooUnits.kernel("body", body, policy, true);
        return CongruenceGuard.of(kernel.kernel(), kernel.proofs()) != null;
    }
}
