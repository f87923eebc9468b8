package org.sporos.param;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sporos.internal.run.RunFrame;

final class ParamTest {

    @Test
    void a_param_has_the_value_that_was_set_last() {
        DoubleParam d = DoubleParam.of("d", -0.0);
        FloatParam f = FloatParam.of("f", Float.NaN);
        IntParam i = IntParam.of("i", Integer.MIN_VALUE);
        LongParam l = LongParam.of("l", Long.MIN_VALUE);
        BooleanParam b = BooleanParam.of("b", false);
        assertThat(d.bits()).isEqualTo(Long.MIN_VALUE);
        assertThat(f.get()).isNaN();
        assertThat(i.get()).isEqualTo(Integer.MIN_VALUE);
        assertThat(l.get()).isEqualTo(Long.MIN_VALUE);
        assertThat(b.get()).isFalse();
        d.set(Double.NaN);
        f.set(2.5f);
        i.set(-1);
        l.set(7);
        b.set(true);
        assertThat(d.get()).isNaN();
        assertThat(f.get()).isEqualTo(2.5f);
        assertThat(i.get()).isEqualTo(-1);
        assertThat(l.get()).isEqualTo(7);
        assertThat(b.get()).isTrue();
    }

    @Test
    void a_bounded_param_refuses_values_outside_and_keeps_the_one_it_has() {
        DoubleParam dt = DoubleParam.of("dt", 0.5).within(0, 1);
        assertThat(dt.isBounded()).isTrue();
        assertThat(dt.lowest()).isZero();
        assertThat(dt.highest()).isEqualTo(1);
        dt.set(0);
        dt.set(1);
        assertThatThrownBy(() -> dt.set(1.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S212: param 'dt' is set to 1.5, outside of its range [0.0, 1.0]");
        assertThatThrownBy(() -> dt.set(Double.NaN))
                .hasMessage("S212: param 'dt' is set to NaN, outside of its range [0.0, 1.0]");
        assertThat(dt.get()).isEqualTo(1);
        IntParam n = IntParam.of("n", 3).within(-3, 3);
        assertThatThrownBy(() -> n.set(4)).hasMessage("S212: param 'n' is set to 4, outside of its range [-3, 3]");
        FloatParam f = FloatParam.of("f", 0).within(0, 1);
        assertThatThrownBy(() -> f.set(Float.NaN))
                .hasMessage("S212: param 'f' is set to NaN, outside of its range [0.0, 1.0]");
        LongParam l = LongParam.of("l", 0).within(0, 1);
        assertThatThrownBy(() -> l.set(-1)).hasMessage("S212: param 'l' is set to -1, outside of its range [0, 1]");
    }

    @Test
    void a_range_that_leaves_out_the_first_value_is_refused() {
        assertThatThrownBy(() -> IntParam.of("n", 3).within(4, 9))
                .hasMessage("S212: param 'n' is set to 3, outside of its range [4, 9]");
        assertThatThrownBy(() -> IntParam.of("n", 3).within(9, 1))
                .hasMessage("S212: param 'n' is set to 3, outside of its range [9, 1]");
        assertThatThrownBy(() -> DoubleParam.of("d", Double.NaN).within(0, 1))
                .hasMessage("S212: param 'd' is set to NaN, outside of its range [0.0, 1.0]");
    }

    @Test
    void a_param_without_bounds_takes_every_value() {
        assertThat(IntParam.of("n", 1).isBounded()).isFalse();
        assertThat(IntParam.of("n", 1).lowest()).isEqualTo(Integer.MIN_VALUE);
        assertThat(DoubleParam.of("d", 1).highest()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(BooleanParam.of("b", true).isBounded()).isFalse();
    }

    @Test
    void inside_of_a_run_a_param_has_the_value_of_the_submit() {
        IntParam n = IntParam.of("n", 1);
        IntParam other = IntParam.of("other", 5);
        RunFrame frame = new RunFrame(true, n);
        frame.bits(0, 42);
        RunFrame before = RunFrame.enter(frame);
        try {
            n.set(2);
            assertThat(n.get()).isEqualTo(42);
            assertThat(other.get()).isEqualTo(5);
            assertThat(n.bits()).isEqualTo(2);
        } finally {
            RunFrame.enter(before);
        }
        assertThat(n.get()).isEqualTo(2);
    }

    @Test
    void a_param_prints_its_label_and_value() {
        assertThat(DoubleParam.of("dt", 1e-3)).hasToString("DoubleParam 'dt' = 0.001");
        assertThat(FloatParam.of("f", 2)).hasToString("FloatParam 'f' = 2.0");
        assertThat(IntParam.of("n", -4)).hasToString("IntParam 'n' = -4");
        assertThat(LongParam.of("l", 1L << 40)).hasToString("LongParam 'l' = 1099511627776");
        assertThat(BooleanParam.of("on", true)).hasToString("BooleanParam 'on' = true");
        assertThatThrownBy(() -> IntParam.of(null, 1))
                .hasMessage("G004: the label of a param is null; give it a value");
    }
}
