package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Accesses around a computed point share one address on the host. */
class AddressCseTest {
    private static final int N = 300;
    private static final int ROWS = 7;
    private static final int COLUMNS = 9;
    private static final RangePolicy ALL = RangePolicy.of(N);
    private static final CppOptions HOISTED = CppOptions.DEFAULT.withHoisting();

    private final FloatView image = FloatView.of("image", MemorySpace.host(), ROWS, COLUMNS);
    private final IntView places = IntView.of("places", MemorySpace.host(), N, 2);
    private final FloatView seen = FloatView.of("seen", MemorySpace.host(), N);

    @TempDir
    Path folder;

    private static CppProgram program(RangeBody body, CppOptions options) {
        CppUnit unit = new CppUnit.For("body", false, ALL, ZooUnits.kernel("body", body, ALL, true));
        return CppEmitter.emit(List.of(unit), HostRun.DIALECT, options);
    }

    private static float between(FloatView image, int row, int column) {
        return 0.5f * image.get(row, column)
                + 0.25f * image.get(row, column + 1)
                + 0.125f * image.get(row + 1, column)
                + 0.375f * image.get(row + 1, column + 1)
                - image.get(row + 3, column);
    }

    private RangeBody interpolation(FloatView image) {
        return i -> {
            int row = places.get(i, 0);
            int column = places.get(i, 1);
            if (row >= 0 && row < image.extent(0) - 3 && column >= 0 && column < image.extent(1) - 1) {
                seen.set(i, between(image, row, column));
            }
        };
    }

    @Test
    void offsets_around_a_computed_point_are_a_distance_from_the_first() {
        assertThat(program(interpolation(image), HOISTED).kernels())
                .contains(
                        "image[row * image_s0 + column]",
                        "image[row * image_s0 + column + 1]",
                        "image[row * image_s0 + column + image_s0]",
                        "image[row * image_s0 + column + image_s0 + 1]",
                        "image[row * image_s0 + column + 3 * image_s0]")
                .doesNotContain("fault.check");
    }

    @Test
    void all_views_give_the_values_of_java() throws IOException {
        Tools.require("g++", "kernels are not run");
        Random random = new Random(1);
        int[] points = random.ints(2 * N, -2, COLUMNS + 2).toArray();
        places.assign(points);
        FloatView large = FloatView.of("large", MemorySpace.host(), 2 * ROWS, 3 * COLUMNS, 2);
        float[] values = new float[2 * ROWS * 3 * COLUMNS * 2];
        for (int k = 0; k < values.length; k++) {
            values[k] = random.nextFloat();
        }
        large.assign(values);
        for (FloatView of : List.of(
                large.subview(Slice.range(3, 3 + ROWS), Slice.range(5, 5 + COLUMNS), Slice.at(1)),
                large.subview(Slice.at(4), Slice.range(1, 1 + COLUMNS), Slice.all()),
                large.subview(Slice.all(), Slice.at(COLUMNS), Slice.all()))) {
            RangeBody body = interpolation(of);
            seen.assign(new float[N]);
            for (int i = 0; i < N; i++) {
                body.at(i);
            }
            float[] wanted = seen.toArray();
            for (String level : List.of("-O0", "-O3")) {
                seen.assign(new float[N]);
                HostRun.run(program(body, HOISTED), Files.createTempDirectory(folder, "run"), level, HostRun.MARCH);
                assertThat(seen.toArray()).as(level).isEqualTo(wanted);
            }
        }
    }

    @Test
    void checked_accesses_keep_their_indexes() {
        RangeBody body = i -> {
            int row = places.get(i, 0);
            int column = places.get(i, 1);
            seen.set(i, image.get(row, column) + image.get(row + 1, column));
        };
        assertThat(program(body, HOISTED).kernels()).contains("fault.check").doesNotContain("+ image_s0");
    }

    @Test
    void loop_indexes_and_earlier_neighbours_stay_unchanged() {
        RangeBody stencil = i -> {
            if (i > 0 && i < N - 1) {
                seen.set(i, places.get(i, 0) + places.get(i + 1, 0) + places.get(i - 1, 1));
            }
        };
        assertThat(program(stencil, HOISTED).kernels())
                .contains("(i + 1) * places_s0")
                .doesNotContain("+ places_s0");
        RangeBody before = i -> {
            int column = places.get(i, 1);
            if (column > 0 && column < COLUMNS) {
                seen.set(i, image.get(0, column) - image.get(0, column - 1));
            }
        };
        assertThat(program(before, HOISTED).kernels()).contains("image[column]", "image[column - 1]");
    }

    @Test
    void the_text_for_a_gpu_has_the_indexes_of_the_source() {
        CppUnit unit = new CppUnit.For("body", false, ALL, ZooUnits.kernel("body", interpolation(image), ALL, true));
        for (CppDialect dialect : List.of(CppDialect.CUDA, CppDialect.HIP)) {
            assertThat(CppEmitter.emit(List.of(unit), dialect, CppOptions.DEFAULT)
                            .kernels())
                    .contains("(row + 1) * image_s0 + column")
                    .doesNotContain("+ image_s0");
        }
    }
}
