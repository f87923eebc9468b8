package org.sporos.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.sporos.error.CodedArgumentException;
import org.sporos.space.MemorySpace;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Mistakes in the arguments of algorithms, which are found before there is a graph. */
class WrongAlgorithmUseTest {
    private final IntView keys = ints("keys", 8);
    private final IntView values = ints("values", 8);
    private final IntView short7 = ints("short", 7);
    private final IntView box = ints("box", 2, 4);
    private final IntView scalar = IntView.of("scalar", MemorySpace.host());

    private static IntView ints(String label, int... extents) {
        return IntView.of(label, MemorySpace.host(), extents);
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(CodedArgumentException.class).hasMessage(message);
    }

    @Test
    void a_view_of_another_rank_or_type_is_named() {
        refused(
                () -> use(RadixSort.of(box)),
                "S293: the keys of a radix sort, view 'box', has rank 2; give a view of rank 1, such as a sub-view");
        refused(
                () -> use(RadixSort.of(ByteView.of("bytes", MemorySpace.host(), 8))),
                "S293: the keys of a radix sort, view 'bytes', are of type BYTE; copy them into a view of int, long,"
                        + " float or double");
        refused(
                () -> use(RadixSort.of(keys).first(values)),
                "S293: the number of keys of a radix sort, view 'values', has rank 1; give a view of rank 0, as"
                        + " IntView.of(label, space) makes it");
    }

    @Test
    void a_view_of_another_extent_is_named() {
        refused(
                () -> use(RadixSort.byKey(keys, short7)),
                "S294: the values of a radix sort, view 'short', has 7 elements, and a sort of so many keys needs 8;"
                        + " give a view of that extent");
    }

    @Test
    void views_that_share_memory_are_named() {
        refused(
                () -> use(RadixSort.byKey(keys, keys)),
                "S295: a radix sort is given the views 'keys' and 'keys', which share memory; give views of memory of"
                        + " their own");
        IntView inside = keys.subview(Slice.at(3));
        refused(
                () -> use(RadixSort.byKey(keys, values).first(inside)),
                "S295: a radix sort is given the views 'keys' and 'keys', which share memory; give views of memory of"
                        + " their own");
        refused(
                () -> use(Permutation.gather("gather", values, values, keys)),
                "S295: a gather is given the views 'values' and 'values', which share memory; give views of memory of"
                        + " their own");
    }

    @Test
    void numbers_out_of_their_limits_are_told() {
        refused(
                () -> use(RadixSort.of(keys).below(0)),
                "S296: the limit that keys are below is 0; give a number of at least 1");
        refused(
                () -> use(
                        RadixSort.of(DoubleView.of("x", MemorySpace.host(), 8)).below(5)),
                "S296: keys of type DOUBLE are promised to be below 5; only sorts of int and long keys take a limit");
        refused(
                () -> use(Compaction.of(-1, i -> true)),
                "S296: the number of indexes of a compaction is -1; give a number of at least 0");
        refused(
                () -> use(CellLists.of(0, i -> i)),
                "S296: the number of cells of cell lists is 0; give a number of at least 1");
    }

    @Test
    void lists_with_equal_neighbours_have_keys_of_one_type() {
        refused(
                () -> use(Unique.of(ByteView.of("bytes", MemorySpace.host(), 8))),
                "S293: the keys of a list, view 'bytes', are of type BYTE; copy them into a view of int, long, float or"
                        + " double");
        refused(
                () -> use(Unique.of(keys).withStarts(values)),
                "S294: the starts of runs, view 'values', has 8 elements, and a list of so many keys, with an end,"
                        + " needs 9; give a view of that extent");
        assertThat(Unique.of(keys)).hasToString("Unique of 'keys'");
    }

    @Test
    void segments_have_starts_and_an_end() {
        DoubleView sums = DoubleView.of("sums", MemorySpace.host(), 8);
        refused(
                () -> use(SegmentedReduce.sum("s", sums, keys, k -> 1)),
                "S294: the starts of segments, view 'keys', has 8 elements, and a reduction of so many segments needs"
                        + " 9; give a view of that extent");
        refused(
                () -> use(SegmentedReduce.longSum("s", values, box, k -> 1)),
                "S293: the starts of segments, view 'box', has rank 2; give a view of rank 1, such as a sub-view");
        refused(
                () -> use(SegmentedScan.exclusiveSum("s", values, ints("empty", 0), k -> 1)),
                "S296: the number of starts of segments is 0; give a number of at least 1");
        refused(
                () -> use(SegmentedScan.inclusiveSum("s", values, values, k -> 1)),
                "S295: a segmented scan is given the views 'values' and 'values', which share memory; give views of"
                        + " memory of their own");
    }

    @Test
    void a_transpose_has_a_row_for_each_column() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        refused(
                () -> use(CsrTranspose.of(-1, values, keys, x)),
                "S296: the number of columns of a matrix is -1; give a number of at least 0");
        refused(
                () -> use(CsrTranspose.of(3, ints("starts", 0), keys, x)),
                "S296: the number of starts of rows is 0; give a number of at least 1");
    }

    @Test
    void a_sort_tells_what_it_sorts() {
        assertThat(RadixSort.of(keys).below(1000).first(scalar)).hasToString("RadixSort of 'keys' by 10 bits");
    }

    private static void use(Object made) {
        assertThat(made).isNotNull();
    }
}
