package org.sporos.host.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.diskcache.BinaryCache;

/** Large arrays go to large pages, and nothing in them changes. */
class HugePagesTest {
    private static final int SIZE = 4_000_000;

    private static @Nullable HugePages find(String property) {
        Toolchain compiler = Toolchain.find();
        assumeTrue(compiler != null, "skipped: no C++ compiler was found, without which no pages are asked for");
        System.setProperty("sporos.host.hugepages", property);
        try {
            return HugePages.find(BinaryCache.off());
        } finally {
            System.clearProperty("sporos.host.hugepages");
        }
    }

    private static HugePages pages() {
        HugePages pages = find("true");
        assumeTrue(pages != null, "skipped: this machine is set up to have no transparent huge pages");
        return pages;
    }

    /** Returns how much of this process is in huge pages. */
    private static long hugeBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/smaps_rollup")).stream()
                .filter(line -> line.startsWith("AnonHugePages:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .sum();
    }

    @Test
    void a_large_array_keeps_its_values_and_lies_in_huge_pages() throws IOException {
        HugePages pages = pages();
        double[] doubles = IntStream.range(0, SIZE).mapToDouble(i -> 0.5 * i).toArray();
        boolean held = pages.hold(doubles);
        for (int i = 0; i < SIZE; i++) {
            assertThat(doubles[i] == 0.5 * i).isTrue();
        }
        assumeTrue(held, "skipped: Linux is older than 6.1, or has no huge pages left");
        // A garbage collector may have moved the array, but not often all of the rest of the heap.
        assertThat(hugeBytes()).isGreaterThan(8L * SIZE / 2);
        assertThat(pages.hold(doubles)).isTrue();
    }

    @Test
    void arrays_of_all_types_keep_their_values() {
        HugePages pages = pages();
        float[] floats = new float[SIZE];
        long[] longs = new long[SIZE];
        int[] ints = new int[SIZE];
        Arrays.setAll(longs, i -> ~(long) i);
        Arrays.setAll(ints, i -> ~i);
        for (int i = 0; i < SIZE; i++) {
            floats[i] = -i;
        }
        pages.hold(floats);
        pages.hold(longs);
        pages.hold(ints);
        for (int i = 0; i < SIZE; i++) {
            assertThat(floats[i] == -i && longs[i] == ~(long) i && ints[i] == ~i)
                    .isTrue();
        }
    }

    @Test
    void arrays_in_which_hardly_a_huge_page_lies_stay() {
        HugePages pages = pages();
        assertThat(pages.hold(new double[0])).isFalse();
        assertThat(pages.hold(new int[(int) (HugePages.LEAST_BYTES / Integer.BYTES) - 1]))
                .isFalse();
    }

    @Test
    void a_property_leaves_all_in_small_pages() {
        assertThat(find("false")).isNull();
    }

    @Test
    void the_processor_decides_where_nobody_else_does() throws IOException {
        HugePages wanted = find("true");
        boolean amd = Files.readString(Path.of("/proc/cpuinfo")).contains("AuthenticAMD");
        assertThat(find("") != null).isEqualTo(amd && wanted != null);
    }
}
