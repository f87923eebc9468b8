package org.sporos.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.sporos.param.IntParam;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

final class PolicyTest {
    private static final String WRAPS = "; a product of ints wraps at 2147483648, so compute it as a long";

    private static void refused(ThrowingCallable wrong, String message) {
        assertThatThrownBy(wrong).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void ranges_have_a_size_even_when_it_is_no_int() {
        assertThat(RangePolicy.of(5).size()).isEqualTo(5);
        assertThat(RangePolicy.of(3, 3).size()).isZero();
        assertThat(RangePolicy.of(Integer.MIN_VALUE, Integer.MAX_VALUE).size()).isEqualTo((1L << 32) - 1);
        assertThat(LongRangePolicy.of(-5, Long.MAX_VALUE - 5).size()).isEqualTo(Long.MAX_VALUE);
        assertThat(MDRangePolicy.of(3, 4, 5).size()).isEqualTo(60);
        assertThat(MDRangePolicy.of(3, 4, 5, 6).size()).isEqualTo(360);
        int most = Integer.MAX_VALUE;
        assertThat(MDRangePolicy.of(most, most, 0, most).size()).isZero();
        assertThat(MDRangePolicy.of(new int[] {-1, 2}, new int[] {1, 5}).size()).isEqualTo(6);
        assertThat(TeamPolicy.of(7, 32).size()).isEqualTo(7);
    }

    @Test
    void ranges_that_cannot_be_are_refused() {
        refused(
                () -> RangePolicy.of(-1),
                "G005: RangePolicy of [0, -1) has a negative size; use an end that is not before the begin" + WRAPS);
        refused(
                () -> LongRangePolicy.of(3, 2),
                "G005: LongRangePolicy of [3, 2) has a negative size; use an end that is" + " not before the begin");
        refused(
                () -> LongRangePolicy.of(Long.MIN_VALUE, Long.MAX_VALUE),
                "G005: LongRangePolicy of"
                        + " [-9223372036854775808, 9223372036854775807) has more indexes than a long can count");
        refused(
                () -> MDRangePolicy.of(4, -1),
                "G005: MDRangePolicy, dimension 1, of [0, -1) has a negative size; use an"
                        + " end that is not before the begin" + WRAPS);
        refused(
                () -> MDRangePolicy.of(new int[1], new int[1]),
                "G005: MDRangePolicy of 1 begins and 1 ends; give 2 to 4"
                        + " of both, or use RangePolicy for one index");
        refused(
                () -> MDRangePolicy.of(new int[2], new int[3]),
                "G005: MDRangePolicy of 2 begins and 3 ends; give 2 to 4"
                        + " of both, or use RangePolicy for one index");
        refused(
                () -> MDRangePolicy.of(new int[5], new int[5]),
                "G005: MDRangePolicy of 5 begins and 5 ends; give 2 to 4"
                        + " of both, or use RangePolicy for one index");
        refused(
                () -> MDRangePolicy.of(1, 2, 3, -4),
                "G005: MDRangePolicy, dimension 3, of [0, -4) has a negative size; use an"
                        + " end that is not before the begin" + WRAPS);
        int most = Integer.MAX_VALUE;
        refused(
                () -> MDRangePolicy.of(most, most, 2, 2),
                "G005: MDRangePolicy has more index tuples than a long can count");
        refused(
                () -> MDRangePolicy.of(most, most, most),
                "G005: MDRangePolicy has more index tuples than a long can count");
        refused(
                () -> TeamPolicy.of(-2),
                "G005: TeamPolicy of [0, -2) has a negative size; use an end that is not before the begin" + WRAPS);
    }

    @Test
    void bounds_of_longs_are_taken_where_they_are_ints() {
        long n = 7;
        assertThat(RangePolicy.of(n)).isEqualTo(RangePolicy.of(7));
        assertThat(RangePolicy.of(1, n - 1)).hasToString("[1, 6)");
        assertThat(MDRangePolicy.of(n, 2)).isEqualTo(MDRangePolicy.of(7, 2));
        assertThat(MDRangePolicy.of(n, 2, n, 3)).hasToString("[0, 7)x[0, 2)x[0, 7)x[0, 3)");
        long tooMany = 1L << 31;
        refused(
                () -> RangePolicy.of(tooMany),
                "G005: RangePolicy of [0, 2147483648) has indexes that are no ints; use a LongRangePolicy, whose body"
                        + " takes longs");
        refused(
                () -> RangePolicy.of(-tooMany - 1, 0),
                "G005: RangePolicy of [-2147483649, 0) has indexes that are no ints; use a LongRangePolicy, whose body"
                        + " takes longs");
        refused(
                () -> MDRangePolicy.of(3, tooMany),
                "G005: MDRangePolicy, dimension 1, of [0, 2147483648) has indexes that are no ints; use a"
                        + " LongRangePolicy, whose body takes longs");
    }

    @Test
    void a_box_is_over_a_view_of_as_many_dimensions() {
        DoubleView plane = DoubleView.of("plane", MemorySpace.host(), 3, 4);
        assertThat(MDRangePolicy.over(plane)).isEqualTo(MDRangePolicy.of(3, 4));
        assertThat(MDRangePolicy.over(DoubleView.of("all", MemorySpace.host(), 2, 0, 4, 5)))
                .isEqualTo(MDRangePolicy.of(2, 0, 4, 5));
        assertThat(MDRangePolicy.over(plane.subview(Slice.range(1, 3), Slice.range(2, 4))))
                .isEqualTo(MDRangePolicy.of(2, 2));
        DoubleView line = DoubleView.of("line", MemorySpace.host(), 3);
        refused(
                () -> MDRangePolicy.over(line),
                "S250: an MDRangePolicy is over a view of rank 2, 3 or 4, and view 'line' has rank 1; use"
                        + " RangePolicy.over a view of rank 1, and thenSingle for a scalar");
        refused(
                () -> RangePolicy.over(plane),
                "S250: a RangePolicy is over a view of rank 1, and view 'plane' has rank 2; use MDRangePolicy.over a"
                        + " view of rank 2 to 4, or RangePolicy.of the number of indexes");
    }

    @Test
    void an_interior_leaves_out_as_many_indexes_at_each_end() {
        assertThat(RangePolicy.of(-3, 7).interior(2)).hasToString("[-1, 5)");
        assertThat(RangePolicy.of(4).interior(0)).isEqualTo(RangePolicy.of(4));
        assertThat(MDRangePolicy.of(5, 8).interior(1)).hasToString("[1, 4)x[1, 7)");
        assertThat(MDRangePolicy.of(5, 8).withTile(2, 4).interior(1).tile(1)).isEqualTo(4);
        assertThat(RangePolicy.of(100).withBlock(64).interior(3).block()).isEqualTo(64);
        for (int n = 0; n < 6; n++) {
            for (int width : new int[] {0, 1, 2, 3, Integer.MAX_VALUE}) {
                assertThat(RangePolicy.of(n).interior(width).size()).isEqualTo(Math.max(0, n - 2L * width));
                assertThat(MDRangePolicy.of(9, n).interior(width).size())
                        .isEqualTo(Math.max(0, 9 - 2L * width) * Math.max(0, n - 2L * width));
            }
        }
        assertThat(RangePolicy.of(Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .interior(Integer.MAX_VALUE)
                        .size())
                .isEqualTo(1);
        refused(
                () -> MDRangePolicy.of(5, 8).interior(-1),
                "G005: MDRangePolicy of [0, 5) without -1 indexes at either end; use a width of 0 or more, of a range"
                        + " whose bounds are numbers");
        IntParam n = IntParam.of("n", 3).within(0, 10);
        refused(
                () -> RangePolicy.of(n).interior(1),
                "G005: RangePolicy of " + RangePolicy.of(n) + " without 1 indexes at either end; use a width of 0 or"
                        + " more, of a range whose bounds are numbers");
    }

    @Test
    void blocks_chunks_tiles_and_teams_that_cannot_be_are_refused() {
        refused(
                () -> RangePolicy.of(5).withBlock(1025),
                "G005: RangePolicy with a block of 1025 threads; use 1 to 1024," + " or 0 to leave it to the library");
        refused(
                () -> LongRangePolicy.of(5).withBlock(-1),
                "G005: LongRangePolicy with a block of -1 threads; use 1 to"
                        + " 1024, or 0 to leave it to the library");
        refused(
                () -> RangePolicy.of(5).withGrid(-1),
                "G005: RangePolicy with a grid of -1 blocks; use a positive number, or 0 to leave it to the library");
        refused(
                () -> LongRangePolicy.of(5).withGrid(-2),
                "G005: LongRangePolicy with a grid of -2 blocks; use a positive number, or 0 to leave it to the"
                        + " library");
        refused(
                () -> IndexSet.of(5).withGrid(-3),
                "G005: IndexSet with a grid of -3 blocks; use a positive number, or 0 to leave it to the library");
        refused(
                () -> RangePolicy.of(5).withChunk(-1),
                "G005: RangePolicy with a chunk of -1 indexes; use a positive one,"
                        + " or 0 to leave it to the library");
        refused(
                () -> LongRangePolicy.of(5).withChunk(-7),
                "G005: LongRangePolicy with a chunk of -7 indexes; use a"
                        + " positive one, or 0 to leave it to the library");
        refused(
                () -> MDRangePolicy.of(5, 5).withTile(64, 32),
                "G005: MDRangePolicy of rank 2 with a tile of [64, 32];"
                        + " give one extent a dimension, with a product of at most 1024");
        refused(
                () -> MDRangePolicy.of(5, 5).withTile(8),
                "G005: MDRangePolicy of rank 2 with a tile of [8]; give one"
                        + " extent a dimension, with a product of at most 1024");
        refused(
                () -> MDRangePolicy.of(5, 5).withTile(8, -1),
                "G005: MDRangePolicy with a chunk of -1 indexes; use a"
                        + " positive one, or 0 to leave it to the library");
        refused(
                () -> TeamPolicy.of(5, 1025),
                "G005: TeamPolicy with a block of 1025 threads; use 1 to 1024, or 0 to" + " leave it to the library");
        refused(
                () -> TeamPolicy.of(5, 64).withVector(32),
                "G005: TeamPolicy of 64 members with 32 vector lanes; use 1,"
                        + " 2, 4, 8, 16 or 32, and at most 1024 lanes in a team");
        for (int lanes : new int[] {-1, 0, 64}) {
            refused(
                    () -> TeamPolicy.of(5, 4, lanes),
                    "G005: TeamPolicy of 4 members with " + lanes
                            + " vector lanes; use 1, 2, 4, 8, 16 or 32, and at most 1024 lanes in a team");
        }
        refused(
                () -> TeamPolicy.of(5, 1).withVector(3),
                "G005: TeamPolicy of 1 members with 3 vector lanes; use 1, 2,"
                        + " 4, 8, 16 or 32, and at most 1024 lanes in a team");
        refused(() -> TeamPolicy.of(5).withScratch(-1), "G005: TeamPolicy with -1 bytes of scratch; use 0 or more");
        refused(
                () -> TeamPolicy.of(5).withDeviceScratch(-1),
                "G005: TeamPolicy with -1 bytes of device scratch; use 0 or more");
    }

    @Test
    void policies_are_values() {
        assertThat(RangePolicy.of(5).withBlock(64).withChunk(3))
                .isEqualTo(RangePolicy.of(0, 5).withChunk(3).withBlock(64))
                .hasSameHashCodeAs(RangePolicy.of(0, 5).withChunk(3).withBlock(64))
                .isNotEqualTo(RangePolicy.of(5));
        assertThat(RangePolicy.of(5).withGrid(7).withBlock(64))
                .isEqualTo(RangePolicy.of(5).withBlock(64).withGrid(7))
                .isNotEqualTo(RangePolicy.of(5).withBlock(64));
        assertThat(LongRangePolicy.of(5).withGrid(7).withChunk(3).withBlock(2).grid())
                .isEqualTo(7);
        assertThat(LongRangePolicy.of(5).withGrid(7)).isNotEqualTo(LongRangePolicy.of(5));
        assertThat(IndexSet.of(5).withGrid(7).withChunk(3).withBlock(2).grid()).isEqualTo(7);
        assertThat(IndexSet.of(5).withGrid(7)).isNotEqualTo(IndexSet.of(5));
        assertThat(MDRangePolicy.of(2, 3).grid()).isZero();
        assertThat(LongRangePolicy.of(5)).isEqualTo(LongRangePolicy.of(0, 5)).isNotEqualTo(LongRangePolicy.of(1, 5));
        assertThat(MDRangePolicy.of(2, 3).withTile(1, 2))
                .isEqualTo(MDRangePolicy.of(2, 3).withTile(1, 2))
                .hasSameHashCodeAs(MDRangePolicy.of(2, 3).withTile(1, 2))
                .isNotEqualTo(MDRangePolicy.of(2, 3));
        assertThat(TeamPolicy.of(2, 4).withDeviceScratch(8).withScratch(16).withVector(2))
                .isEqualTo(TeamPolicy.of(2, 4, 2).withScratch(16).withDeviceScratch(8))
                .isNotEqualTo(TeamPolicy.of(2, 4, 2).withScratch(16));
        assertThat(TeamPolicy.of(2, 4).withVector(8).withScratch(16))
                .isEqualTo(TeamPolicy.of(2, 4).withScratch(16).withVector(8))
                .isNotEqualTo(TeamPolicy.of(2, 4).withVector(8));
        assertThat(TeamPolicy.of(2, 4, 8)).isEqualTo(TeamPolicy.of(2, 4).withVector(8));
    }

    @Test
    void a_policy_keeps_copies_of_its_arrays() {
        int[] begin = {0, 0};
        int[] end = {4, 4};
        int[] tile = {2, 2};
        MDRangePolicy box = MDRangePolicy.of(begin, end).withTile(tile);
        begin[0] = end[0] = tile[0] = 99;
        assertThat(box).isEqualTo(MDRangePolicy.of(4, 4).withTile(2, 2));
    }

    @Test
    void policies_print_as_intervals() {
        assertThat(RangePolicy.of(3, 9)).hasToString("[3, 9)");
        assertThat(LongRangePolicy.of(1L << 40)).hasToString("[0, 1099511627776)");
        assertThat(MDRangePolicy.of(2, 3, 4)).hasToString("[0, 2)x[0, 3)x[0, 4)");
        assertThat(MDRangePolicy.of(2, 3, 4, 5)).hasToString("[0, 2)x[0, 3)x[0, 4)x[0, 5)");
        assertThat(TeamPolicy.of(5, 32).withVector(8).toString())
                .contains("5")
                .contains("32")
                .contains("8");
    }
}
