package org.sporos.host.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoxSlicesTest {
    private static final BoxSlices.Piece<Slices> PIECE =
            (slices, tier, i, iEnd, j, jEnd, k, kEnd, l, lEnd) -> slices.run(i, iEnd, j, jEnd, k, kEnd, l, lEnd);

    /** Notes the indexes of each slice; some slices take so long that the next ones are short. */
    private static final class Slices {
        private final Random random = new Random(5);
        private final List<Integer> sizes = new ArrayList<>();
        private final List<List<Integer>> done = new ArrayList<>();

        Slices(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
            TierSelector selector = new TierSelector(nanos -> {});
            selector.awaitCpp(true);
            BoxSlices.runSliced(this, selector, PIECE, i, iEnd, j, jEnd, k, kEnd, l, lEnd);
        }

        private void run(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
            List<List<Integer>> all = indexes(i, iEnd, j, jEnd, k, kEnd, l, lEnd);
            long end = System.nanoTime() + all.size() * random.nextInt(3000);
            sizes.add(all.size());
            done.addAll(all);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }

    private static List<List<Integer>> indexes(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        List<List<Integer>> all = new ArrayList<>();
        for (int p = i; p < iEnd; p++) {
            for (int q = j; q < jEnd; q++) {
                for (int r = k; r < kEnd; r++) {
                    for (int s = l; s < lEnd; s++) {
                        all.add(List.of(p, q, r, s));
                    }
                }
            }
        }
        return all;
    }

    @Test
    void the_first_slice_has_as_many_whole_rows_as_fit_into_256_indexes() {
        assertThat(new Slices(0, 7, 0, 1, 0, 1, 0, 100).sizes).startsWith(200);
        assertThat(new Slices(0, 7, 0, 5, 0, 9, 0, 5).sizes).startsWith(225);
        assertThat(new Slices(0, 1, 0, 1, 0, 1, 0, 1000).sizes).startsWith(256);
    }

    @Test
    void slices_have_all_indexes_of_a_box_in_its_order() {
        Random random = new Random(4);
        int slices = 0;
        for (int box = 0; box < 100; box++) {
            int[] b = random.ints(4, -5, 5).toArray();
            int[] e = random.ints(4, 0, 6).toArray();
            e[box % 4] *= 20;
            Slices cut = new Slices(b[0], b[0] + e[0], b[1], b[1] + e[1], b[2], b[2] + e[2], b[3], b[3] + e[3]);
            assertThat(cut.done)
                    .isEqualTo(indexes(b[0], b[0] + e[0], b[1], b[1] + e[1], b[2], b[2] + e[2], b[3], b[3] + e[3]));
            slices += cut.sizes.size();
        }
        assertThat(slices).isGreaterThan(200);
    }
}
