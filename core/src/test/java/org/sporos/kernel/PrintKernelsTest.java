package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.debug.Debug;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.RangeBody;
import org.sporos.policy.TeamBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Prints in kernels, from bytecode to the intermediate form. */
class PrintKernelsTest {
    private final DoubleView u = DoubleView.of("u", MemorySpace.host(), 100);
    private final DoubleView v = DoubleView.of("v", MemorySpace.host(), 100);
    private final IntView count = IntView.of("count", MemorySpace.host());

    @Test
    void a_print_has_the_index_and_the_values_as_operands() {
        DoubleView from = u;
        RangeBody body = i -> Debug.print("i = {}, u = {}", i, from.get(i));
        assertThat(lift(true, body).toString())
                .contains("load.f64 @from %i")
                .contains("print 'i = {}, u = {}' %")
                .contains("f64_bits");
        assertThat(lift(true, body).prints()).isTrue();
        assertThat(lift(false, body).prints()).isFalse();
    }

    @Test
    void a_kernel_that_does_not_print_is_the_one_without_the_calls() {
        DoubleView from = u;
        DoubleView to = v;
        RangeBody without = i -> {
            double x = 2 * from.get(i);
            for (int k = 0; k < i; k++) {
                x += to.get(k);
            }
            to.set(i, x);
        };
        RangeBody with = i -> {
            double x = 2 * from.get(i);
            Debug.print("i = {}", i);
            for (int k = 0; k < i; k++) {
                x += to.get(k);
                if (k == 3) {
                    Debug.print("x = {}, next {}, at {}", x, to.get(k + 1), k % i);
                }
            }
            double after = i > 5 ? from.get(i + 1) : from.get(i + 2);
            Debug.print("after {}", after);
            to.set(i, x);
        };
        assertThat(lift(false, with).toString()).isEqualTo(lift(false, without).toString());
    }

    @Test
    void what_changes_something_stays_also_as_the_value_of_a_print() {
        IntView counted = count;
        RangeBody body = i -> Debug.print("before {}", counted.atomicAdd(1));
        assertThat(lift(false, body).toString())
                .contains("atomic.add.i32 @counted")
                .doesNotContain("print");
    }

    @Test
    void a_wrong_print_is_refused_by_code_and_line_whether_it_would_print_or_not() {
        String made = count.label();
        RangeBody few = i -> Debug.print("{} and {}", i);
        RangeBody many = i -> Debug.print("none", i, 1.0);
        RangeBody captured = i -> Debug.print(made, i);
        RangeBody missing = i -> Debug.print(null);
        TeamBody nested = team -> team.parallelFor(3, k -> Debug.print("{}", k));
        refused(few, "K218", "prints 1 value with the format '{} and {}', which has places for 2");
        refused(many, "K218", "prints 2 values with the format 'none', which has places for 0");
        refused(captured, "K218", "prints 1 value with the format 'count', which has places for 0");
        refused(missing, "K218", "prints with a format that is no constant, or null");
        refused(nested, "K219", "prints in a nested range or in single of a team");
    }

    private static void refused(org.sporos.policy.KernelBody body, String code, String text) {
        for (boolean prints : new boolean[] {false, true}) {
            Lifted lifted = new KernelLifter(prints).lift("k", body);
            assertThat(lifted).isInstanceOf(Lifted.Refused.class);
            List<KernelProblem> problems = ((Lifted.Refused) lifted).problems();
            assertThat(problems).singleElement().satisfies(problem -> {
                assertThat(problem.code().name()).isEqualTo(code);
                assertThat(problem.toString()).contains("PrintKernelsTest.java:", text);
            });
        }
    }

    private static Kernel lift(boolean prints, RangeBody body) {
        return ((Lifted.Translated) new KernelLifter(prints).lift("k", body)).kernel();
    }
}
