package org.sporos.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.BitAnd;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.LogicalAnd;
import static org.sporos.reduce.Reducers.LogicalOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

final class ReductionTest {
    private final DoubleView d = DoubleView.of("d", MemorySpace.host());
    private final FloatView f = FloatView.of("f", MemorySpace.host());
    private final IntView i = IntView.of("i", MemorySpace.host());
    private final LongView l = LongView.of("l", MemorySpace.host());

    @Test
    void each_operator_has_the_identity_of_its_type() {
        assertThat(Sum.into(d, k -> 1.0).identity()).isEqualTo(ElementValue.of(0.0));
        assertThat(Prod.into(d, k -> 1.0).identity()).isEqualTo(ElementValue.of(1.0));
        assertThat(Prod.into(f, k -> 1f).identity()).isEqualTo(ElementValue.of(1f));
        assertThat(Prod.into(l, k -> 1L).identity()).isEqualTo(ElementValue.of(1L));
        assertThat(Min.into(d, k -> 1.0).identity()).isEqualTo(ElementValue.of(Double.POSITIVE_INFINITY));
        assertThat(Min.into(f, k -> 1f).identity()).isEqualTo(ElementValue.of(Float.POSITIVE_INFINITY));
        assertThat(Min.into(i, k -> 1).identity()).isEqualTo(ElementValue.of(Integer.MAX_VALUE));
        assertThat(Max.into(l, k -> 1L).identity()).isEqualTo(ElementValue.of(Long.MIN_VALUE));
        assertThat(Max.into(i, k -> 1).identity()).isEqualTo(ElementValue.of(Integer.MIN_VALUE));
        assertThat(Max.into(f, k -> 1f).identity()).isEqualTo(ElementValue.of(Float.NEGATIVE_INFINITY));
        assertThat(LogicalAnd.into(i, k -> true).identity()).isEqualTo(ElementValue.of(1));
        assertThat(LogicalOr.into(i, k -> true).identity()).isEqualTo(ElementValue.of(0));
        assertThat(BitAnd.into(i, k -> 1).identity()).isEqualTo(ElementValue.of(-1));
        assertThat(Custom.into(d, 2.5, (a, b) -> a, k -> 1.0).identity()).isEqualTo(ElementValue.of(2.5));
    }

    @Test
    void a_reduction_knows_its_parts() {
        Reduction least = MinLoc.into(d, l, k -> 1.0);
        assertThat(least.op()).isEqualTo(ReductionOp.MIN_LOC);
        assertThat(least.op().hasLocation()).isTrue();
        assertThat(least.result()).isSameAs(d);
        assertThat(least.location()).isSameAs(l);
        assertThat(least.join()).isNull();
        assertThat(least).hasToString("MIN_LOC into 'd'");
        assertThat(MaxLoc.into(i, l, k -> 1).op()).isEqualTo(ReductionOp.MAX_LOC);
        assertThat(Custom.into(i, 0, (a, b) -> a, k -> 1).join()).isNotNull();
        assertThat(Sum.into(i, k -> 1).op().hasLocation()).isFalse();
    }

    @Test
    void a_missing_result_is_refused() {
        assertThatThrownBy(() -> Sum.into((DoubleView) null, k -> 1.0)).hasMessageContaining("result");
        assertThatThrownBy(() -> MinLoc.into(d, null, k -> 1.0)).hasMessageContaining("location");
        assertThatThrownBy(() -> Custom.into(d, 0.0, null, k -> 1.0)).hasMessageContaining("join");
    }
}
