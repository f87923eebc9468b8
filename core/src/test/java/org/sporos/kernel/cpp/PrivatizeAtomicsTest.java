package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Atomics on copies in the shared memory of blocks, and kernels whose atomics stay. */
class PrivatizeAtomicsTest {
    private static final int N = 1 << 20;
    private static final RangePolicy ALL = RangePolicy.of(N);

    private final IntView keys = IntView.of("keys", MemorySpace.host(), N);
    private final IntView bins = IntView.of("bins", MemorySpace.host(), 100);
    private final LongView most = LongView.of("most", MemorySpace.host(), 10, 10);
    private final DoubleView sums = DoubleView.of("sums", MemorySpace.host(), 100);

    private static String text(CppDialect dialect, CppUnit unit) {
        return CppEmitter.emit(List.of(unit), dialect, CppOptions.DEFAULT).kernels();
    }

    private static String text(RangePolicy policy, RangeBody body) {
        return text(CppDialect.CUDA, HostUnits.loop("body", policy, body));
    }

    private static CppGeometry geometry(RangePolicy policy, RangeBody body) {
        CppUnit unit = HostUnits.loop("body", policy, body);
        CppProgram program = CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT);
        return program.launches().get(0).geometry();
    }

    @Test
    void a_loop_changes_a_copy_of_a_view_that_is_merged_once_a_block() {
        RangeBody body = i -> bins.atomicAdd(keys.get(i) & 63, 2);
        assertThat(LoopPasses.privatized(ALL, body)).isEqualTo("""
                java::in_copy<256>(bins_all, bins_count, 0, java::AtomicAdd())
                  function (int* bins)
                    loop i in [0, end)
                      call body0(i)
                """);
        assertThat(text(ALL, body))
                .contains("java::in_copy<256>(bins_all, bins_count, 0, java::AtomicAdd(), [&](int* bins) {")
                .contains("at += (long long) gridDim.x * blockDim.x");
    }

    @Test
    void each_view_has_an_operator_and_a_copy_of_its_own() {
        RangeBody body = i -> {
            most.atomicMax(keys.get(i) & 7, 3, i);
            bins.atomicMin(5, i);
        };
        assertThat(LoopPasses.privatized(ALL, body)).isEqualTo("""
                java::in_copy<256>(bins_all, bins_count, 2147483647, java::AtomicMin())
                  function (int* bins)
                    java::in_copy<256>(most_all, most_count, (-9223372036854775807LL - 1), java::AtomicMax())
                      function (long long* most)
                        loop i in [0, end)
                          call body0(i)
                """);
    }

    @Test
    void parts_of_views_that_share_no_element_have_copies_over_their_gaps() {
        LongView column = most.subview(Slice.all(), Slice.at(3));
        LongView other = most.subview(Slice.all(), Slice.at(4));
        RangeBody body = i -> {
            column.atomicAdd(i & 7, 1);
            other.set(i & 7, i);
        };
        assertThat(LoopPasses.privatized(ALL, body)).startsWith("java::in_copy<256>(column_all, column_count, 0LL");
    }

    @Test
    void atomics_stay_where_results_are_used_or_elements_are_accessed_in_other_ways() {
        IntView same = bins.subview(Slice.range(0, 50));
        List<RangeBody> bodies = List.of(
                i -> keys.set(i, bins.atomicAdd(0, 1)),
                i -> {
                    bins.atomicAdd(i & 63, 1);
                    bins.atomicMax(99, 1);
                },
                i -> {
                    bins.atomicAdd(i & 63, 1);
                    keys.set(i, bins.atomicGet(99));
                },
                i -> {
                    bins.atomicAdd(i & 63, 1);
                    keys.set(i, same.get(0));
                },
                i -> bins.atomicExchange(i & 63, i),
                i -> sums.atomicAdd(i & 63, 1));
        for (RangeBody body : bodies) {
            assertThat(LoopPasses.privatized(ALL, body)).isEmpty();
        }
    }

    @Test
    void a_call_on_the_host_updates_a_copy_without_atomics_if_it_has_enough_indexes() {
        RangeBody2 body = (i, j) -> bins.atomicMax(keys.get(i * 1024 + j) & 63, j);
        CppUnit unit = HostUnits.loop("body", MDRangePolicy.of(1024, 1024), body);
        assertThat(text(CppDialect.HOST, unit))
                .contains("java::update_max(&bins[keys[")
                .contains("java::atomic_max(&bins[keys[")
                .contains(
                        "    if (((long long) end0 - 0) * ((long long) end1 - 0) >= bins_count) {\n"
                                + "        java::in_copy<256>(bins_all, bins_count, (-2147483647 - 1), java::AtomicMax(), [&](int* bins)");
    }

    @Test
    void a_loop_of_the_host_needs_copies_for_all_of_its_atomics() {
        IntView large = IntView.of("large", MemorySpace.host(), 1 << 13);
        RangeBody small = i -> bins.atomicAdd(i & 63, 1);
        RangeBody both = i -> {
            bins.atomicAdd(i & 63, 1);
            large.atomicAdd(i & 63, 1);
        };
        RangeBody used = i -> keys.set(i, bins.atomicAdd(0, 1));
        RangeBody none = i -> keys.set(i, i);
        assertThat(isFree(small)).isTrue();
        assertThat(isFree(small, none)).isTrue();
        assertThat(isFree(both)).isFalse();
        assertThat(isFree(used)).isFalse();
        assertThat(isFree(small, i -> keys.set(i, bins.get(3)))).isFalse();
    }

    private static boolean isFree(RangeBody... bodies) {
        return PrivatizeAtomics.isFree(Arrays.stream(bodies)
                .map(body -> ZooUnits.kernel("body", body, ALL, true))
                .toList());
    }

    @Test
    void atomics_stay_in_launches_of_several() {
        CppUnit unit = HostUnits.loop("body", ALL, (RangeBody) i -> bins.atomicAdd(i & 63, 1));
        CppUnit both = new CppUnit.Beside("both", List.of(unit, unit));
        assertThat(text(CppDialect.CUDA, both)).doesNotContain("in_copy");
    }

    @ParameterizedTest
    @CsvSource({
        "131072, 256, true",
        "131071, 1, false",
        "131072, 257, false",
        "1048576, 2048, true",
        "1048576, 2049, false"
    })
    void a_loop_needs_many_blocks_with_an_index_for_each_element(int n, int elements, boolean pays) {
        IntView counts = IntView.of("counts", MemorySpace.host(), elements);
        RangeBody body = i -> counts.atomicAdd(keys.get(i & 63) & 1, 1);
        assertThat(!LoopPasses.privatized(RangePolicy.of(n), body).isEmpty()).isEqualTo(pays);
    }

    @Test
    void copies_leave_room_for_other_blocks() {
        IntView large = IntView.of("large", MemorySpace.host(), 1 << 13);
        RangeBody both = i -> {
            large.atomicAdd(keys.get(i & 63) & 1, 1);
            bins.atomicAdd(i & 63, 1);
        };
        assertThat(LoopPasses.privatized(RangePolicy.of(1 << 26), both))
                .contains("in_copy<8192>")
                .doesNotContain("bins");
        IntView larger = IntView.of("larger", MemorySpace.host(), (1 << 13) + 1);
        RangeBody alone = i -> larger.atomicAdd(keys.get(i & 63) & 1, 1);
        assertThat(LoopPasses.privatized(RangePolicy.of(1 << 26), alone)).isEmpty();
    }

    @Test
    void the_grid_is_the_users_or_has_a_block_for_so_many_indexes_as_elements() {
        RangeBody body = i -> bins.atomicAdd(keys.get(i) & 63, 2);
        assertThat(geometry(ALL, body)).isEqualTo(CppGeometry.striding(256, N));
        IntView counts = IntView.of("counts", MemorySpace.host(), 1024);
        RangeBody more = i -> counts.atomicAdd(keys.get(i) & 63, 2);
        assertThat(geometry(ALL, more).gridX()).isEqualTo(N / 1024);
        assertThat(geometry(ALL.withGrid(7).withBlock(64), body)).isEqualTo(CppGeometry.line(64, 7 * 64, 0));
    }

    @Test
    void ranges_of_longs_have_copies_too() {
        LongRangeBody body = i -> bins.atomicAdd((int) (i & 63), 2);
        assertThat(text(CppDialect.HIP, HostUnits.loop("body", LongRangePolicy.of(1L << 33), body)))
                .contains("java::in_copy<256>(");
    }

    @Test
    void loops_of_one_body_over_few_and_many_indexes_have_texts_of_their_own() {
        RangeBody body = i -> bins.atomicAdd(keys.get(i) & 63, 2);
        List<CppUnit> units =
                List.of(HostUnits.loop("few", RangePolicy.of(1000), body), HostUnits.loop("many", ALL, body));
        String text =
                CppEmitter.emit(units, CppDialect.CUDA, CppOptions.DEFAULT).kernels();
        assertThat(text).containsOnlyOnce("in_copy").containsOnlyOnce("return;");
    }

    @Test
    void boxes_have_few_blocks_that_stride_over_their_outer_sides() {
        RangeBody2 flat = (i, j) -> bins.atomicAdd(keys.get(i * 1024 + j) & 63, 1);
        CppUnit unit = HostUnits.loop("body", MDRangePolicy.of(1024, 1024), flat);
        CppProgram program = CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT);
        assertThat(program.kernels())
                .contains("java::in_copy<256>(bins_all, bins_count, 0, java::AtomicAdd(), [&](int* bins) {")
                .contains("i += gridDim.y * blockDim.y");
        assertThat(program.launches().get(0).geometry()).isEqualTo(new CppGeometry(32, 8, 1, 32, 32, 1, 0));
        RangeBody3 deep = (i, j, k) -> bins.atomicMax(keys.get(i & j & k) & 63, k);
        CppUnit cube = HostUnits.loop("body", MDRangePolicy.of(64, 128, 2048), deep);
        assertThat(CppEmitter.emit(List.of(cube), CppDialect.CUDA, CppOptions.DEFAULT)
                        .launches()
                        .get(0)
                        .geometry())
                .isEqualTo(new CppGeometry(32, 4, 2, 64, 16, 1, 0));
    }

    @Test
    void nodes_of_one_loop_share_a_copy_unless_one_has_another_access_to_the_view() {
        CppUnit count = HostUnits.loop("count", ALL, (RangeBody) i -> bins.atomicAdd(keys.get(i) & 63, 1));
        CppUnit again = HostUnits.loop("again", ALL, (RangeBody) i -> bins.atomicAdd(i & 7, 1));
        CppUnit load = HostUnits.loop("load", ALL, (RangeBody) i -> keys.set(i, bins.get(3)));
        assertThat(text(CppDialect.CUDA, new CppUnit.Fused("both", false, List.of(count, again))))
                .containsOnlyOnce("java::in_copy<256>(bins_all");
        assertThat(text(CppDialect.CUDA, new CppUnit.Fused("both", false, List.of(count, load))))
                .doesNotContain("in_copy");
    }
}
