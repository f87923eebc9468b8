package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Branches on the host that become masked selects, and branches that stay. */
class IfConversionTest {
    private static final int N = 64;
    private static final CppOptions PIECES = CppOptions.DEFAULT.withHoisting();

    private final IntView sides = IntView.of("sides", MemorySpace.host(), 2 * N);
    private final IntView faces = IntView.of("faces", MemorySpace.host(), N);
    private final DoubleView from = DoubleView.of("from", MemorySpace.host(), N);
    private final DoubleView to = DoubleView.of("to", MemorySpace.host(), N);
    private final FloatView floats = FloatView.of("floats", MemorySpace.host(), N);
    private final LongView longs = LongView.of("longs", MemorySpace.host(), N);

    @TempDir
    Path folder;

    private static CppProgram program(RangeBody body, CppOptions options) {
        RangePolicy policy = RangePolicy.of(N);
        CppUnit unit = new CppUnit.For("body", false, policy, ZooUnits.kernel("body", body, policy, true));
        return CppEmitter.emit(List.of(unit), HostRun.DIALECT, options);
    }

    private static String text(RangeBody body) {
        return program(body, PIECES).kernels();
    }

    private void fill() {
        double[] special = {0.0, -0.0, Double.NaN, 1.5, -2.5, Double.POSITIVE_INFINITY, Double.MIN_VALUE, -1e300};
        for (int i = 0; i < N; i++) {
            faces.set(i, 37 * i % N);
            sides.set(2 * i, 11 * i % N);
            sides.set(2 * i + 1, (5 * i + 3) % N);
            from.set(i, i % 3 == 0 ? special[i / 3 % 8] : Math.sin(i));
            to.set(i, Math.cos(i));
            floats.set(i, (float) from.get(i));
            longs.set(i, (i - 20L) << 40);
        }
    }

    private List<Long> bits(RangeBody body, CppOptions options) throws IOException {
        fill();
        HostRun.run(program(body, options), folder);
        List<Long> bits = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            bits.add(Double.doubleToRawLongBits(to.get(i)));
            bits.add((long) Float.floatToRawIntBits(floats.get(i)));
            bits.add(longs.get(i));
        }
        return bits;
    }

    private List<Long> bitsOfJava(RangeBody body) throws IOException {
        fill();
        for (int i = 0; i < N; i++) {
            body.at(i);
        }
        double[] results = to.toArray();
        List<Long> bits = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            bits.add(Double.doubleToRawLongBits(results[i]));
            bits.add((long) Float.floatToRawIntBits(floats.get(i)));
            bits.add(longs.get(i));
        }
        return bits;
    }

    private void assertSame(RangeBody body) throws IOException {
        Tools.require("g++", "choices are not run");
        List<Long> right = bitsOfJava(body);
        assertThat(bits(body, PIECES)).isEqualTo(right);
        assertThat(bits(body, CppOptions.DEFAULT)).isEqualTo(right);
    }

    @Test
    void loads_in_bounds_on_both_arms_are_both_executed() throws IOException {
        RangeBody body = i -> {
            double through = from.get(faces.get(i));
            int side = through > 0 ? sides.get(2 * i) : sides.get(2 * i + 1);
            to.set(i, from.get(side));
        };
        assertThat(text(body)).contains("java::choose(through > 0.0, sides[2 * i], sides[2 * i + 1])");
        assertSame(body);
    }

    @Test
    void one_load_serves_both_arms_and_its_sign_is_selected() throws IOException {
        RangeBody body = i -> {
            int f = faces.get(i);
            to.set(i, sides.get(i) == f ? from.get(f) : -from.get(f));
        };
        assertThat(text(body)).containsOnlyOnce("java::load(fault, from, f, ").contains("java::choose(sides[i] == f, ");
        assertSame(body);
    }

    @Test
    void floats_and_longs_are_selected_by_their_bits() throws IOException {
        RangeBody body = i -> {
            double taken = from.get(faces.get(i));
            float chosen = taken < 0.5 ? floats.get(i) : -floats.get(i);
            long other = taken < 0.25 ? longs.get(i) : longs.get(N - 1 - i);
            floats.set(i, chosen);
            to.set(i, chosen * 2.0 + other);
        };
        assertThat(text(body).split("java::choose")).hasSize(3);
        assertSame(body);
    }

    @Test
    void values_swapped_by_one_arm_are_selected_in_parallel() throws IOException {
        RangeBody body = i -> {
            int f = faces.get(i);
            double one = from.get(f);
            double other = to.get(i);
            if (f > i) {
                double kept = one;
                one = -other;
                other = -kept;
            }
            to.set(i, one - 2 * other);
        };
        assertSame(body);
    }

    @Test
    void a_load_in_bounds_by_its_guard_alone_stays_guarded() throws IOException {
        RangeBody body = i -> {
            double taken = from.get(faces.get(i));
            int j = i > 0 ? sides.get(i - 1) : sides.get(i);
            to.set(i, taken + j);
        };
        assertThat(text(body)).doesNotContain("java::choose");
        assertSame(body);
    }

    @Test
    void checked_loads_divisions_and_sums_stay_guarded() throws IOException {
        RangeBody checked = i -> {
            int f = faces.get(i);
            to.set(i, f > i ? from.get(f) : from.get(sides.get(f)));
        };
        RangeBody divides = i -> {
            double taken = from.get(faces.get(i));
            to.set(i, taken < 1 ? taken : 1 / taken);
        };
        RangeBody adds = i -> {
            double taken = from.get(faces.get(i));
            double sum = to.get(i);
            if (taken > 0) {
                sum += from.get(i);
            }
            to.set(i, sum);
        };
        for (RangeBody body : Arrays.asList(checked, divides, adds)) {
            assertThat(text(body)).doesNotContain("java::choose");
            assertSame(body);
        }
    }

    @Test
    void a_body_without_checks_is_left_to_the_compiler() throws IOException {
        RangeBody body = i -> to.set(i, from.get(i) > 0 ? from.get(N - 1 - i) : to.get(i));
        assertThat(text(body)).doesNotContain("java::choose");
        assertSame(body);
    }

    @Test
    void the_first_of_equal_loads_fails_at_its_line_on_either_arm() throws IOException {
        Tools.require("g++", "choices are not run");
        RangeBody body = i -> {
            int f = faces.get(i);
            to.set(i, sides.get(i) == f ? from.get(f) : -from.get(f));
        };
        fill();
        faces.set(7, N);
        CppProgram program = program(body, PIECES);
        HostRun.Outcome outcome = HostRun.run(program, folder).get(0);
        assertThat(outcome.fault()
                        .orElseThrow()
                        .describe(program.launches().get(0).sites(), ""))
                .contains("IfConversionTest.java", "index (" + N + ") is outside of view 'from'");
    }
}
