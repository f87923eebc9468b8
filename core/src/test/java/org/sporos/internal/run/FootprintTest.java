package org.sporos.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.sporos.internal.run.Footprint.Meeting;

class FootprintTest {

    @Test
    void boxes_that_are_packed_become_intervals() {
        assertThat(Footprint.of(5, new long[] {3, 4}, new long[] {4, 1})).hasToString("5 + 1*[0, 12)");
        assertThat(Footprint.of(5, new long[] {4, 3}, new long[] {1, 4})).hasToString("5 + 1*[0, 12)");
        assertThat(Footprint.of(11, new long[] {12}, new long[] {-1})).hasToString("0 + 1*[0, 12)");
        assertThat(Footprint.of(0, new long[] {3, 4}, new long[] {1, 1})).hasToString("0 + 1*[0, 6)");
        assertThat(Footprint.of(0, new long[] {3, 4}, new long[] {10, 1})).hasToString("0 + 10*[0, 3) + 1*[0, 4)");
        assertThat(Footprint.of(7, new long[] {1, 0}, new long[] {10, 1})).hasToString("none");
    }

    @Test
    void even_and_odd_never_meet() {
        Footprint even = Footprint.of(0, new long[] {1000}, new long[] {2});
        Footprint odd = Footprint.of(1, new long[] {1000}, new long[] {2});
        Footprint third = Footprint.of(1, new long[] {1000}, new long[] {3});
        assertThat(even.meets(odd)).isEqualTo(Meeting.NEVER);
        assertThat(even.meets(third)).isEqualTo(Meeting.ALWAYS);
    }

    @Test
    void any_two_sets_meet_as_their_elements_do() {
        long seed = System.nanoTime();
        System.out.println("footprints: seed " + seed);
        Random random = new Random(seed);
        int decided = 0;
        int covered = 0;
        for (int round = 0; round < 20_000; round++) {
            Box a = box(random);
            Box b = box(random);
            Set<Long> common = a.elements();
            assertThat(a.footprint().isEmpty()).isEqualTo(common.isEmpty());
            common.retainAll(b.elements());
            Meeting meeting = a.footprint().meets(b.footprint());
            assertThat(meeting)
                    .as("%s and %s, seed %d", a.footprint(), b.footprint(), seed)
                    .isNotEqualTo(common.isEmpty() ? Meeting.ALWAYS : Meeting.NEVER);
            decided += meeting == Meeting.MAYBE ? 0 : 1;
            if (a.footprint().covers(b.footprint())) {
                assertThat(a.elements()).containsAll(b.elements());
                covered++;
            }
        }
        assertThat(covered).isGreaterThan(100);
        assertThat(decided).isGreaterThan(15_000);
    }

    private record Box(long offset, long[] extents, long[] strides) {
        Footprint footprint() {
            return Footprint.of(offset, extents, strides);
        }

        Set<Long> elements() {
            Set<Long> all = new TreeSet<>();
            if (extents.length == 0) {
                all.add(offset);
            }
            collect(0, offset, all);
            return all;
        }

        private void collect(int d, long at, Set<Long> all) {
            if (d == extents.length) {
                all.add(at);
                return;
            }
            for (int k = 0; k < extents[d]; k++) {
                collect(d + 1, at + k * strides[d], all);
            }
        }
    }

    private static Box box(Random random) {
        int rank = random.nextInt(4);
        long[] extents = new long[rank];
        long[] strides = new long[rank];
        long reach = 1;
        boolean nested = random.nextInt(4) > 0;
        for (int d = 0; d < rank; d++) {
            extents[d] = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(4);
            strides[d] = nested ? reach + random.nextInt(3) : random.nextInt(13) - 6;
            reach += Math.max(0, extents[d] - 1) * strides[d];
        }
        return new Box(random.nextInt(30), extents, strides);
    }
}
