package org.sporos.kernel.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Kernels before and after the loops over their local arrays are unrolled. */
class UnrollForArraysTest {
    private static final IntView IN = IntView.of("in", MemorySpace.host(), 8);
    private static final IntView OUT = IntView.of("out", MemorySpace.host(), 8);
    private static final int MANY = 1000;

    private static final RangeBody SUM = i -> {
        int[] two = new int[2];
        for (int k = 0; k < 2; k++) {
            two[k] = IN.get(k);
        }
        OUT.set(i, two[0] - two[1]);
    };

    private static String blocks(RangeBody body, int most) {
        LaunchedKernel code = KernelPasses.code(Lifting.lift("body", body), Guarantees.NONE);
        return blocks(new UnrollForArrays(most).apply(code).kernel());
    }

    private static String blocks(Kernel kernel) {
        String text = kernel.toString();
        return text.substring(text.indexOf("b0:"));
    }

    @Test
    void each_iteration_has_a_copy_and_the_header_one_more() {
        assertThat(blocks(Lifting.lift("body", SUM))).isEqualTo("""
                b0:
                  array.new #two
                  jump b1(0)
                b1(%k: i32):
                  %0 = lt.i32 %k, 2
                  branch %0 ? b2 : b3
                b2:
                  %1 = load.i32 @IN %k
                  array.store #two %k, %1
                  %k.2 = add.i32 %k, 1
                  jump b1(%k.2)
                b3:
                  %2 = array.load.i32 #two 0
                  %3 = array.load.i32 #two 1
                  %4 = sub.i32 %2, %3
                  store @OUT %i, %4
                  return
                """);
        assertThat(blocks(SUM, MANY)).isEqualTo("""
                b0:
                  array.new #two
                  %0 = load.i32 @IN 0
                  array.store #two 0, %0
                  %k = add.i32 0, 1
                  %1 = load.i32 @IN %k
                  array.store #two %k, %1
                  %2 = array.load.i32 #two 0
                  %3 = array.load.i32 #two 1
                  %4 = sub.i32 %2, %3
                  store @OUT %i, %4
                  return
                """);
    }

    @Test
    void values_of_a_loop_that_may_be_left_early_enter_all_iterations_of_the_next_one() {
        assertThat(blocks(
                        i -> {
                            int[] two = new int[2];
                            int s = 0;
                            for (int k = 0; k < 2; k++) {
                                s += IN.get(k);
                                if (s < i) {
                                    break;
                                }
                                two[k] = s;
                            }
                            for (int k = 0; k < 2; k++) {
                                OUT.set(k, two[k] + s);
                            }
                        },
                        MANY))
                .isEqualTo("""
                b0:
                  array.new #two
                  %0 = load.i32 @IN 0
                  %s = add.i32 0, %0
                  %1 = lt.i32 %s, %i
                  branch %1 ? b3(%s) : b1
                b1:
                  array.store #two 0, %s
                  %k = add.i32 0, 1
                  %2 = load.i32 @IN %k
                  %s.2 = add.i32 %s, %2
                  %3 = lt.i32 %s.2, %i
                  branch %3 ? b3(%s.2) : b2
                b2:
                  array.store #two %k, %s.2
                  jump b3(%s.2)
                b3(%s.3: i32):
                  %4 = array.load.i32 #two 0
                  %5 = add.i32 %4, %s.3
                  store @OUT 0, %5
                  %k.2 = add.i32 0, 1
                  %6 = array.load.i32 #two %k.2
                  %7 = add.i32 %6, %s.3
                  store @OUT %k.2, %7
                  return
                """);
    }

    @Test
    void a_value_of_the_header_that_is_used_after_a_break_is_passed_from_each_copy() {
        assertThat(blocks(
                        i -> {
                            int[] two = new int[2];
                            int k = 0;
                            for (; k < 2; k++) {
                                if (IN.get(k) < i) {
                                    break;
                                }
                                two[k] = i;
                            }
                            OUT.set(i, two[0] + k);
                        },
                        MANY))
                .contains("branch %1 ? b3(0) : b1", "branch %3 ? b3(%k) : b2", "jump b3(%k.2)", "b3(%k.3: i32):");
    }

    @Test
    void nested_loops_are_unrolled_from_the_innermost() {
        String blocks = blocks(
                i -> {
                    int[] four = new int[4];
                    for (int j = 0; j < 2; j++) {
                        for (int k = 0; k < 2; k++) {
                            four[2 * j + k] = IN.get(k) * i;
                        }
                    }
                    OUT.set(i, four[3]);
                },
                MANY);
        assertThat(blocks).doesNotContain("branch");
        assertThat(blocks.split("array.store", -1)).hasSize(1 + 4);
    }

    @Test
    void a_loop_stays_if_it_is_long_or_unknown_or_has_no_array_or_is_too_large() {
        RangeBody unknown = i -> {
            int[] eight = new int[8];
            for (int k = 0; k < IN.get(i); k++) {
                eight[k] = k;
            }
            OUT.set(i, eight[3]);
        };
        RangeBody isLong = i -> {
            int[] many = new int[17];
            for (int k = 0; k < 17; k++) {
                many[k] = k * i;
            }
            OUT.set(i, many[3]);
        };
        RangeBody without = i -> {
            int[] one = {3};
            for (int k = 0; k < 4; k++) {
                OUT.set(i, k + one[0]);
            }
        };
        for (RangeBody body : List.of(unknown, isLong, without)) {
            assertThat(blocks(body, MANY)).isEqualTo(blocks(Lifting.lift("body", body)));
        }
        assertThat(blocks(SUM, 6)).isEqualTo(blocks(Lifting.lift("body", SUM)));
    }

    @Test
    void of_two_loops_the_larger_one_stays_if_both_are_too_large() {
        assertThat(blocks(
                        i -> {
                            int[] two = new int[2];
                            int[] three = new int[3];
                            for (int k = 0; k < 2; k++) {
                                two[k] = i;
                            }
                            for (int k = 0; k < 3; k++) {
                                three[k] = IN.get(k) * IN.get(i) + i;
                            }
                            OUT.set(i, two[1] + three[2]);
                        },
                        18))
                .contains("array.store #two 0")
                .contains("array.store #three %k");
    }

    @Test
    void proofs_of_all_iterations_hold_for_each() {
        Kernel kernel = Lifting.lift("body", SUM);
        Guarantees proofs = IntervalAnalysis.of(kernel, Binding.of(kernel), IterationSpace.of(RangePolicy.of(8)));
        LaunchedKernel unrolled = new UnrollForArrays(MANY).apply(KernelPasses.code(kernel, proofs));
        List<Instruction> loads = new ArrayList<>();
        for (Block block : unrolled.kernel().body().blocks()) {
            block.instructions().stream()
                    .filter(at -> at.op() instanceof Op.Load)
                    .forEach(loads::add);
        }
        assertThat(loads).hasSize(2).allMatch(load -> unrolled.proofs().isInBounds(load, 0));
    }
}
