package org.sporos.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class IndexSetTest {

    @Test
    void sets_of_the_same_list_are_equal() {
        IndexSet set = IndexSet.of(5, -3, 8);
        assertThat(set).isEqualTo(IndexSet.of(IntStream.of(5, -3, 8))).hasSameHashCodeAs(IndexSet.of(5, -3, 8));
        assertThat(set)
                .isNotEqualTo(IndexSet.of(-3, 5, 8))
                .isNotEqualTo(set.withBlock(64))
                .isNotEqualTo(set.withChunk(64))
                .isNotEqualTo(RangePolicy.of(3));
        assertThat(set.withBlock(64).withChunk(32).block()).isEqualTo(64);
        assertThat(set.withBlock(64).withChunk(32).chunk()).isEqualTo(32);
    }

    @Test
    void it_knows_its_elements() {
        IndexSet set = IndexSet.of(5, -3, 8);
        assertThat(set.size()).isEqualTo(3);
        assertThat(set.least()).isEqualTo(-3);
        assertThat(set.greatest()).isEqualTo(8);
        assertThat(set.element(1)).isEqualTo(-3);
        assertThat(set).hasToString("{3 in [-3, 8]}");
        assertThat(set.isPromised()).isFalse();
    }

    @Test
    void blocks_and_chunks_that_cannot_be_are_refused() {
        assertThatThrownBy(() -> IndexSet.of(1).withBlock(1025))
                .hasMessage(
                        "G005: IndexSet with a block of 1025 threads; use 1 to 1024, or 0 to leave it to the library");
        assertThatThrownBy(() -> IndexSet.of(1).withChunk(-1))
                .hasMessage(
                        "G005: IndexSet with a chunk of -1 indexes; use a positive one, or 0 to leave it to the library");
    }

    /** Compares with all pairs, for dense and wide sets, with duplicates and without. */
    @Test
    void duplicates_and_common_elements_are_found_as_all_pairs_tell() {
        Random random = new Random(17);
        for (int round = 0; round < 300; round++) {
            int width = round % 3 == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(60);
            int[] some = IntStream.generate(() -> random.nextInt(width) - width / 2)
                    .limit(random.nextInt(12))
                    .toArray();
            boolean distinct = Arrays.stream(some).distinct().count() == some.length;
            if (!distinct) {
                assertThatThrownBy(() -> IndexSet.of(some)).hasMessageStartingWith("G130: ");
                continue;
            }
            int[] other = IntStream.generate(() -> random.nextInt(width) - width / 2)
                    .limit(random.nextInt(12))
                    .distinct()
                    .toArray();
            long distance = random.nextInt(20) - 10;
            boolean meet =
                    Arrays.stream(some).anyMatch(i -> Arrays.stream(other).anyMatch(j -> i == j + distance));
            assertThat(IndexSet.of(some).meets(IndexSet.of(other), distance)).isEqualTo(meet);
            long low = random.nextInt(60) - 30;
            long high = low + random.nextInt(10);
            boolean inside = Arrays.stream(some).anyMatch(i -> low <= i && i <= high);
            assertThat(IndexSet.of(some).meets(low, high)).isEqualTo(inside);
        }
    }

    @Test
    void ten_million_indexes_are_a_set() {
        int n = 10_000_000;
        int[] wide = IntStream.range(0, n).map(k -> k * 214 - n).toArray();
        wide[n - 1] = wide[1];
        assertThatThrownBy(() -> IndexSet.of(wide))
                .hasMessageStartingWith("G130: an IndexSet holds " + wide[1] + " twice, at positions 1 and " + (n - 1));
        IndexSet even = IndexSet.of(IntStream.range(0, n).map(k -> 2 * (n - 1 - k)));
        IndexSet odd = IndexSet.of(IntStream.range(0, n).map(k -> 2 * k + 1));
        assertThat(even.meets(odd, 0)).isFalse();
        assertThat(even.meets(odd, 1)).isTrue();
    }
}
