package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Conversions from floating-point numbers to integers on the host: the scalar instruction in code without vectors. */
class ScalarConversionsTest {
    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        0.9,
        -0.9,
        1.5,
        -2.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MAX_VALUE,
        Double.MAX_VALUE,
        2147483647.0,
        2147483646.5,
        2147483647.5,
        2147483648.0,
        -2147483647.0,
        -2147483648.0,
        -2147483648.5,
        -2147483649.0,
        4294967296.0,
        -4294967297.0,
        9.2233720368547748e18,
        9.223372036854775807e18,
        -9.223372036854775808e18,
        -9.2233720368547778e18,
        1e19,
        -1e19,
        16777217,
        2147483520.0,
        -2147483520.0,
        3e38
    };
    private static final int N = SPECIAL.length;
    private static final RangePolicy ALL = RangePolicy.of(N);
    private static final CppOptions PIECES = CppOptions.DEFAULT.withHoisting();

    private final DoubleView doubles = DoubleView.of("doubles", MemorySpace.host(), N);
    private final FloatView floats = FloatView.of("floats", MemorySpace.host(), N);
    private final IntView places = IntView.of("places", MemorySpace.host(), N);
    private final IntView ints = IntView.of("ints", MemorySpace.host(), 3, N);
    private final LongView longs = LongView.of("longs", MemorySpace.host(), 2, N);

    @TempDir
    Path folder;

    private static CppProgram program(RangeBody body, CppOptions options) {
        CppUnit unit = new CppUnit.For("body", false, ALL, ZooUnits.kernel("body", body, ALL, true));
        return CppEmitter.emit(List.of(unit), HostRun.DIALECT, options);
    }

    /** Indexes from a list are checked, so that the loop is not vectorized. */
    private RangeBody gathers() {
        return i -> {
            int p = places.get(i);
            ints.set(0, i, (int) floats.get(p));
            ints.set(1, i, (int) doubles.get(p));
            ints.set(2, i, (short) (int) doubles.get(p) + (byte) (int) floats.get(p));
            longs.set(0, i, (long) floats.get(p));
            longs.set(1, i, (long) doubles.get(p));
        };
    }

    @Test
    void values_out_of_range_saturate_and_nan_is_zero_as_in_java() throws IOException {
        Tools.require("g++", "conversions are not run");
        for (int i = 0; i < N; i++) {
            doubles.set(i, SPECIAL[i]);
            floats.set(i, (float) SPECIAL[i]);
            places.set(i, i);
        }
        RangeBody body = gathers();
        for (int i = 0; i < N; i++) {
            body.at(i);
        }
        int[] wantedInts = ints.toArray();
        long[] wantedLongs = longs.toArray();
        assertThat(program(body, PIECES).kernels()).contains("java::to_one_int(", "java::to_one_long(");
        for (String level : List.of("-O0", "-O3")) {
            ints.assign(new int[3 * N]);
            longs.assign(new long[2 * N]);
            HostRun.run(program(body, PIECES), Files.createTempDirectory(folder, "run"), level, HostRun.MARCH);
            assertThat(ints.toArray()).as(level).isEqualTo(wantedInts);
            assertThat(longs.toArray()).as(level).isEqualTo(wantedLongs);
        }
    }

    @Test
    void a_conversion_for_a_branch_condition_and_an_index_is_scalar() {
        RangeBody body = i -> {
            int left = (int) floats.get(i);
            if (left >= 0 && left < N) {
                ints.set(0, i, places.get(left));
            }
        };
        assertThat(program(body, PIECES).kernels()).contains("java::to_one_int(");
    }

    @Test
    void a_conversion_that_may_be_vectorized_is_not_scalar() {
        RangeBody plain = i -> ints.set(0, i, (int) floats.get(i));
        assertThat(program(plain, PIECES).kernels()).contains("java::to_int(").doesNotContain("to_one");
        RangeBody guarded = i -> {
            if (floats.get(i) > 0) {
                longs.set(0, i, (long) doubles.get(i));
            }
        };
        assertThat(program(guarded, PIECES).kernels())
                .contains("java::to_long(")
                .doesNotContain("to_one");
        RangeBody table = i -> ints.set(0, i, places.get(Math.max(0, Math.min(N - 1, (int) floats.get(i)))));
        assertThat(program(table, PIECES).kernels()).contains("java::to_int(").doesNotContain("to_one");
        RangeBody inner = i -> {
            int sum = 0;
            for (int k = places.get(i); k < i; k++) {
                sum += (int) floats.get(k);
            }
            ints.set(0, i, sum);
        };
        assertThat(program(inner, PIECES).kernels()).contains("java::to_int(").doesNotContain("to_one");
    }

    @Test
    void a_gpu_has_one_kind_of_conversion() {
        CppUnit unit = new CppUnit.For("body", false, ALL, ZooUnits.kernel("body", gathers(), ALL, true));
        for (CppDialect dialect : List.of(CppDialect.CUDA, CppDialect.HIP)) {
            assertThat(CppEmitter.emit(List.of(unit), dialect, CppOptions.DEFAULT)
                            .kernels())
                    .contains("java::to_int(")
                    .doesNotContain("to_one");
        }
    }
}
