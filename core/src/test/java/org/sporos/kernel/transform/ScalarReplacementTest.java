package org.sporos.kernel.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sporos.error.InternalException;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.SsaConstruction;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Kernels before and after their local arrays become values. */
class ScalarReplacementTest {
    private static final IntView IN = IntView.of("in", MemorySpace.host(), 8);
    private static final IntView OUT = IntView.of("out", MemorySpace.host(), 8);

    private static String blocks(RangeBody body) {
        return blocks(new ScalarReplacement()
                .apply(KernelPasses.code(Lifting.lift("body", body), Guarantees.NONE))
                .kernel());
    }

    private static String blocks(Kernel kernel) {
        String text = kernel.toString();
        return text.substring(text.indexOf("b0:"));
    }

    @Test
    void an_element_that_a_loop_changes_is_an_argument_of_its_header() {
        RangeBody body = i -> {
            int[] two = new int[2];
            for (int k = 0; k < i; k++) {
                two[0] += IN.get(k);
            }
            OUT.set(i, two[0] + two[1]);
        };
        assertThat(blocks(Lifting.lift("body", body))).isEqualTo("""
                b0:
                  array.new #two
                  jump b1(0)
                b1(%k: i32):
                  %0 = lt.i32 %k, %i
                  branch %0 ? b2 : b3
                b2:
                  %1 = array.load.i32 #two 0
                  %2 = load.i32 @IN %k
                  %3 = add.i32 %1, %2
                  array.store #two 0, %3
                  %k.2 = add.i32 %k, 1
                  jump b1(%k.2)
                b3:
                  %4 = array.load.i32 #two 0
                  %5 = array.load.i32 #two 1
                  %6 = add.i32 %4, %5
                  store @OUT %i, %6
                  return
                """);
        assertThat(blocks(body)).isEqualTo("""
                b0:
                  jump b1(0, 0)
                b1(%k: i32, %two0: i32):
                  %0 = lt.i32 %k, %i
                  branch %0 ? b2 : b3
                b2:
                  %1 = load.i32 @IN %k
                  %2 = add.i32 %two0, %1
                  %k.2 = add.i32 %k, 1
                  jump b1(%k.2, %2)
                b3:
                  %3 = add.i32 %two0, 0
                  store @OUT %i, %3
                  return
                """);
    }

    @Test
    void an_array_that_is_made_anew_in_each_iteration_begins_with_zeros() {
        assertThat(blocks(i -> {
                    for (int k = 0; k < i; k++) {
                        int[] one = new int[1];
                        one[0] += k;
                        OUT.set(k, one[0]);
                    }
                }))
                .contains("add.i32 0, %k")
                .doesNotContain("array");
    }

    @Test
    void a_store_narrows_as_an_element_would() {
        assertThat(blocks(i -> {
                    byte[] bytes = new byte[1];
                    boolean[] truths = new boolean[1];
                    bytes[0] = (byte) i;
                    truths[0] = i > 3;
                    OUT.set(i, truths[0] ? bytes[0] : 7);
                }))
                .startsWith("""
                b0:
                  %0 = i2b %i
                  %1 = gt.i32 %i, 3
                  %2 = bool2i %1
                  %3 = ne.i32 %2, 0
                """);
    }

    @Test
    void an_access_out_of_bounds_is_a_check_that_fails() {
        assertThat(blocks(i -> {
                    int[] one = new int[1];
                    one[0] = i;
                    OUT.set(i, one[1]);
                }))
                .isEqualTo("""
                b0:
                  %0 = check.index.i32 one 1 1
                  store @OUT %i, 0
                  return
                """);
    }

    @Test
    void an_array_stays_if_an_index_is_no_literal_or_it_is_long_or_a_table() {
        assertThat(blocks(i -> {
                    int[] two = new int[2];
                    int[] one = new int[1];
                    int[] many = new int[65];
                    one[0] = i;
                    two[i & 1] = 4;
                    many[0] = 3;
                    OUT.set(i, two[0] + one[0] + many[0]);
                }))
                .contains("array.store #two")
                .contains("array.store #many 0")
                .doesNotContain("#one");
    }

    @Test
    void a_variable_without_a_value_is_a_bug() {
        Kernel kernel = Lifting.lift("body", (RangeBody) i -> OUT.set(i, i));
        KernelEdit edit = KernelEdit.of(kernel);
        SsaConstruction variables = new SsaConstruction(edit);
        SsaConstruction.Variable lost = new SsaConstruction.Variable(Type.I32, "lost", kernel.position());
        assertThatThrownBy(() -> variables.atEntry(edit.block(kernel.body().entry()), lost))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("lost");
    }
}
