package org.sporos.kernel.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.KernelCode;
import org.sporos.param.DoubleParam;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangeBody;
import org.sporos.policy.SingleBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** What a body runs and captured is found, whatever kind of object it is. */
class KernelCaptureTest {
    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 10);
    private final DoubleView y = DoubleView.of("y", MemorySpace.host(), 10);
    private final DoubleParam dt = DoubleParam.of("dt", 1);

    private static CapturedKernel found(KernelBody body) {
        CaptureResult capture = KernelCapture.of(body);
        assertThat(capture).isInstanceOf(CaptureResult.Found.class);
        return ((CaptureResult.Found) capture).kernel();
    }

    @Test
    void a_lambda_gives_its_method_and_its_captured_values() {
        double a = 2;
        DoubleView local = x;
        CapturedKernel kernel = found((RangeBody) i -> local.set(i, a));
        assertThat(kernel.captured()).containsExactly(local, 2.0);
        assertThat(kernel.isStatic()).isTrue();
        assertThat(kernel.samName()).isEqualTo("at");
        assertThat(kernel.samDescriptor()).isEqualTo("(I)V");
        assertThat(kernel.owner()).isEqualTo("org/sporos/kernel/capture/KernelCaptureTest");
    }

    @Test
    void a_lambda_that_uses_a_field_captures_this_which_is_not_serializable() {
        CapturedKernel kernel = found((RangeBody) i -> x.set(i, 1));
        assertThat(kernel.captured()).hasSize(1);
        assertThat(kernel.captured().get(0)).isSameAs(this);
        assertThat(kernel.isStatic()).isFalse();
    }

    private static void one(int i) {}

    private void two(int i) {
        x.set(i, i);
    }

    @Test
    void method_references_give_the_method_itself() {
        assertThat(found((RangeBody) KernelCaptureTest::one).name()).isEqualTo("one");
        CapturedKernel bound = found((RangeBody) this::two);
        assertThat(bound.name()).isEqualTo("two");
        assertThat(bound.captured()).hasSize(1);
    }

    private record Shift(double by, DoubleView x) implements RangeBody {
        @Override
        public void at(int i) {
            x.set(i, by);
        }
    }

    @Test
    void a_named_class_is_its_own_receiver() {
        Shift shift = new Shift(1, x);
        CapturedKernel kernel = found(shift);
        assertThat(kernel.captured()).containsExactly(shift);
        assertThat(kernel.name()).isEqualTo("at");
    }

    private record Both() implements RangeBody, SingleBody {
        @Override
        public void at(int i) {}

        @Override
        public void run() {}
    }

    @Test
    void an_object_of_two_kernel_interfaces_is_refused() {
        CaptureResult capture = KernelCapture.of(new Both());
        assertThat(capture).isInstanceOf(CaptureResult.Refused.class);
        assertThat(((CaptureResult.Refused) capture).problem().code()).isEqualTo(KernelCode.K101);
        assertThat(((CaptureResult.Refused) capture).problem().toString())
                .isEqualTo(
                        "K101: the body is of class org.sporos.kernel.capture.KernelCaptureTest$Both, which implements"
                                + " 2 kernel interfaces instead of one\n      Pass a lambda, a method reference or an object of a class with final fields.");
    }

    @Test
    void a_constructor_reference_is_refused() {
        CaptureResult capture = KernelCapture.of((RangeBody) StringBuilder::new);
        assertThat(((CaptureResult.Refused) capture).problem().toString())
                .startsWith("K101: the body is the constructor reference StringBuilder::new\n      Pass a lambda");
    }

    @Test
    void views_and_params_are_found_through_lambdas_records_arrays_and_fields() {
        DoubleView[] both = {x, y};
        DoubleView local = x;
        assertThat(CapturedValues.of((RangeBody) i -> local.set(i, 1)).views()).containsExactly(x);
        assertThat(CapturedValues.of((RangeBody) i -> both[0].set(i, 1)).views())
                .containsExactly(x, y);
        assertThat(CapturedValues.of(new Shift(1, y)).views()).containsExactly(y);
        CapturedValues ofThis = CapturedValues.of((RangeBody) this::two);
        assertThat(ofThis.views()).containsExactly(x, y);
        assertThat(ofThis.params()).containsExactly(dt);
        RangeBody inner = new Shift(2, x);
        assertThat(CapturedValues.of((RangeBody) i -> inner.at(i)).views()).containsExactly(x);
        RangeBody lambda = i -> local.set(i, 3);
        assertThat(CapturedValues.of((RangeBody) i -> lambda.at(i)).views()).containsExactly(x);
    }

    private static final class Ring implements Serializable {
        private final Ring[] next = new Ring[1];
        private final Object odd = Thread.currentThread();
        private final DoubleView view;

        Ring(DoubleView view) {
            this.view = view;
            this.next[0] = this;
        }

        void at(int i) {
            view.set(i, odd.hashCode());
        }
    }

    @Test
    void cycles_nulls_and_odd_objects_do_no_harm() {
        Ring ring = new Ring(x);
        Object nothing = null;
        assertThat(CapturedValues.of((RangeBody) ring::at).views()).containsExactly(x);
        assertThat(CapturedValues.of((RangeBody) i -> one(nothing == null ? i : 0))
                        .views())
                .isEmpty();
    }

    @Test
    void serialised_fields_are_read_where_reflection_may_not() {
        assertThat(SerialFields.of(new Shift(0.5, x)))
                .containsEntry(Shift.class.getName() + "#by", 0.5)
                .containsEntry(Shift.class.getName() + "#x", x);
        assertThat(SerialFields.of(new Object())).isNull();
        Ring ring = new Ring(x);
        assertThat(SerialFields.of(ring)).containsEntry(Ring.class.getName() + "#view", x);
    }
}
