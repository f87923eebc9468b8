package org.sporos.host.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoxSlicesTest {
    /** Asks for larger blocks as it has done more, and notes the indexes of each block. */
    private static final class Growing {
        private final List<Integer> blocks = new ArrayList<>();
        private final List<List<Integer>> done = new ArrayList<>();
        private int asked;

        int block() {
            return 4 << asked++;
        }

        void run(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
            blocks.add((iEnd - i) * (jEnd - j) * (kEnd - k) * (lEnd - l));
            done.addAll(indexes(i, iEnd, j, jEnd, k, kEnd, l, lEnd));
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

    private static Growing blocks(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        Growing code = new Growing();
        BoxSlices.blocks(
                code,
                Growing::block,
                (made, tier, a, aEnd, b, bEnd, c, cEnd, d, dEnd) -> made.run(a, aEnd, b, bEnd, c, cEnd, d, dEnd),
                i,
                iEnd,
                j,
                jEnd,
                k,
                kEnd,
                l,
                lEnd);
        return code;
    }

    @Test
    void each_block_of_a_box_has_the_size_that_is_asked_for_then() {
        Growing code = blocks(0, 7, 0, 1, 0, 1, 0, 4);
        assertThat(code.blocks).containsExactly(4, 8, 16);
        assertThat(code.asked).isEqualTo(3);
    }

    @Test
    void blocks_have_all_indexes_of_a_box_in_its_order() {
        Random random = new Random(4);
        for (int box = 0; box < 200; box++) {
            int[] b = random.ints(4, -5, 5).toArray();
            int[] e = random.ints(4, 0, 6).toArray();
            Growing code = blocks(b[0], b[0] + e[0], b[1], b[1] + e[1], b[2], b[2] + e[2], b[3], b[3] + e[3]);
            assertThat(code.done)
                    .isEqualTo(indexes(b[0], b[0] + e[0], b[1], b[1] + e[1], b[2], b[2] + e[2], b[3], b[3] + e[3]));
        }
    }
}
