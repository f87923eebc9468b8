package org.sporos.kernel.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

final class LambdaValuesTest {
    private final DoubleView field = DoubleView.of("field", MemorySpace.host(), 8);

    private static List<@Nullable Object> read(Object lambda) {
        List<@Nullable Object> values = new ArrayList<>();
        assertThat(LambdaValues.read(lambda, values::add)).isTrue();
        return values;
    }

    /** Captured values of all types, more than ten so that their order is not that of the fields' names. */
    private static RangeBody all(DoubleView x, int k, boolean... flags) {
        byte b = (byte) k;
        short s = (short) k;
        char c = (char) k;
        long l = k;
        float f = k;
        double d = k;
        boolean flag = k > 1;
        int i2 = k + 1;
        int i3 = k + 2;
        int i4 = k + 3;
        int i5 = k + 4;
        int i6 = k + 5;
        return i -> x.set(i, b + s + c + k + l + f + d + (flag ? 1 : 0) + i2 + i3 + i4 + i5 + i6);
    }

    @Test
    void captured_values_are_those_that_serialising_tells() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        for (int k = 1; k < 4; k++) {
            RangeBody body = all(x, k);
            CapturedKernel told = ((CaptureResult.Found) KernelCapture.of(body)).kernel();
            assertThat(read(body)).hasSize(14).isEqualTo(told.captured());
        }
    }

    @Test
    void a_captured_this_and_nothing_are_read() {
        RangeBody ofThis = i -> field.set(i, 1);
        assertThat(read(ofThis)).containsExactly(this);
        RangeBody ofNothing = i -> {};
        assertThat(read(ofNothing)).isEmpty();
        assertThat(read(ofNothing)).isEmpty();
    }

    @Test
    void a_lambda_that_is_not_serializable_cannot_be_read() {
        int captured = field.rank();
        Runnable plain = () -> assertThat(captured).isOne();
        plain.run();
        assertThat(LambdaValues.read(plain, value -> {})).isFalse();
    }
}
