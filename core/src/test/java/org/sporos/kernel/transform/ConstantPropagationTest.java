package org.sporos.kernel.transform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Kernels before and after constant propagation. */
class ConstantPropagationTest {
    private static final IntView OUT = IntView.of("out", MemorySpace.host(), 8);

    private static String blocks(RangeBody body) {
        Kernel kernel = Lifting.lift("body", body);
        String text = new ConstantPropagation()
                .apply(KernelPasses.code(kernel, Guarantees.NONE))
                .kernel()
                .toString();
        return text.substring(text.indexOf("b0:"));
    }

    @Test
    void a_constant_carried_around_a_loop_folds_branches_after_it() {
        RangeBody body = i -> {
            int n = 3;
            int s = 0;
            for (int k = 0; k < i; k++) {
                if (n != 3) {
                    n = 4;
                }
                s += n;
            }
            if (n * 2 == 6) {
                OUT.set(i, s);
            } else {
                OUT.set(0, i);
            }
        };
        assertThat(Lifting.lift("body", body).toString()).endsWith("""
                b0:
                  jump b1(3, 0, 0)
                b1(%n: i32, %s: i32, %k: i32):
                  %0 = lt.i32 %k, %i
                  branch %0 ? b2 : b3
                b2:
                  %1 = ne.i32 %n, 3
                  %2 = select.i32 %1, 4, %n
                  %s.2 = add.i32 %s, %2
                  %k.2 = add.i32 %k, 1
                  jump b1(%2, %s.2, %k.2)
                b3:
                  %3 = mul.i32 %n, 2
                  %4 = eq.i32 %3, 6
                  branch %4 ? b4 : b5
                b4:
                  store @OUT %i, %s
                  jump b6
                b5:
                  store @OUT 0, %i
                  jump b6
                b6:
                  return
                """);
        assertThat(blocks(body)).isEqualTo("""
                b0:
                  jump b1(0, 0)
                b1(%s: i32, %k: i32):
                  %0 = lt.i32 %k, %i
                  branch %0 ? b2 : b3
                b2:
                  %s.2 = add.i32 %s, 3
                  %k.2 = add.i32 %k, 1
                  jump b1(%s.2, %k.2)
                b3:
                  store @OUT %i, %s
                  return
                """);
    }

    @Test
    void a_switch_on_a_constant_is_the_jump_of_its_key() {
        assertThat(blocks(i -> {
                    int kind = 1;
                    for (int k = 0; k < i; k++) {
                        kind = kind == 1 ? 1 : 2;
                    }
                    switch (kind) {
                        case 0 -> OUT.set(i, 5);
                        case 1 -> OUT.set(i, 6);
                        default -> OUT.set(i, 7);
                    }
                }))
                .contains("store @OUT %i, 6")
                .doesNotContain("switch", "5", "7");
    }

    @Test
    void a_variable_with_two_constants_stays() {
        assertThat(blocks(i -> {
                    int n = 3;
                    for (int k = 0; k < i; k++) {
                        n = 4;
                    }
                    OUT.set(i, n);
                }))
                .contains("%n: i32")
                .contains("store @OUT %i, %n");
    }

    @Test
    void a_check_that_fails_and_a_division_by_zero_stay() {
        assertThat(blocks(i -> {
                    int zero = 0;
                    for (int k = 0; k < i; k++) {
                        zero = zero == 0 ? 0 : 1;
                    }
                    OUT.set(i, 7 / zero);
                }))
                .contains("div.i32 7, 0");
        assertThat(blocks(i -> {
                    int most = Integer.MAX_VALUE;
                    for (int k = 0; k < i; k++) {
                        most = most < 0 ? 0 : most;
                    }
                    OUT.set(i, Math.addExact(most, 1));
                }))
                .contains("check.int_overflow");
    }
}
