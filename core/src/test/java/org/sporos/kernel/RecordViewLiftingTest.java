package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.RecordView;

/** The loads and stores that accesses of record views become. */
class RecordViewLiftingTest {
    private record Vec(double x, double y) {}

    private record Body(Vec at, Vec speed, boolean fixed) {}

    private final RecordView<Body> p = RecordView.of("p", MemorySpace.host(), Body.class, 10);
    private final DoubleView u = DoubleView.of("u", MemorySpace.host(), 10);

    /** Returns the accesses to memory in the IR of a kernel, in order. */
    private static List<String> accesses(KernelBody body) {
        return Pattern.compile("(load|store)[.\\w]* @\\w+")
                .matcher(Lifting.lift("body", body).toString())
                .results()
                .map(found -> found.group().replaceFirst("[.]\\w+", ""))
                .toList();
    }

    @Test
    void a_get_is_a_load_of_each_component_that_is_used() {
        RangeBody one = i -> u.set(i, p.get(i).speed().y());
        RangeBody two = i -> {
            Body old = p.get(i);
            u.set(i, old.at().x() + old.speed().x());
        };
        assertThat(accesses(one)).containsExactly("load @p_speed_y", "store @u");
        assertThat(accesses(two)).containsExactly("load @p_at_x", "load @p_speed_x", "store @u");
    }

    @Test
    void a_set_is_a_store_of_each_component() {
        RangeBody set = i -> p.set(i, new Body(new Vec(1, 2), p.get(i).speed(), i > 3));
        assertThat(accesses(set))
                .containsExactly(
                        "load @p_speed_x",
                        "load @p_speed_y",
                        "store @p_at_x",
                        "store @p_at_y",
                        "store @p_speed_x",
                        "store @p_speed_y",
                        "store @p_fixed");
    }

    /** Both arms choose by values, so no component is loaded that the result does not need. */
    @Test
    void what_branches_leave_unused_is_not_loaded() {
        RangeBody choice = i -> {
            Body b = i > 5 ? p.get(i) : p.get(i - 1);
            u.set(i, b.fixed() ? b.at().x() : 0);
        };
        assertThat(accesses(choice)).containsOnly("load @p_fixed", "load @p_at_x", "store @u");
    }

    @Test
    void one_load_of_a_record_that_nothing_uses_stays_for_its_failure() {
        RangeBody unused = i -> p.get(i + 1);
        assertThat(accesses(unused)).containsExactly("load @p_at_x");
    }

    @Test
    void a_component_is_the_view_itself() {
        RangeBody component = i -> p.component("at.y", DoubleView.class)
                .set(i, p.component("at.x", DoubleView.class).get(i));
        assertThat(accesses(component)).containsExactly("load @p_at_x", "store @p_at_y");
    }
}
