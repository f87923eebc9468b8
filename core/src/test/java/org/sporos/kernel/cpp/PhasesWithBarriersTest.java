package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Type;

/** Phases before and after their pass, and the launches of phases. */
class PhasesWithBarriersTest {

    private static LoopIr call(String function) {
        return new LoopIr.Prelude(function, List.of("threadIdx.x", "blockDim.x"), null);
    }

    @Test
    void a_barrier_stands_between_a_phase_and_the_next_and_none_within_a_phase() {
        List<LoopIr> phases = List.of(
                new LoopIr.Phase(List.of(call("a"))),
                new LoopIr.Phase(List.of(call("b"), call("c"))),
                new LoopIr.Phase(List.of(call("d"))));
        assertThat(LoopListing.of(phases)).isEqualTo("""
                        phase
                          a(threadIdx.x, blockDim.x)
                        phase
                          b(threadIdx.x, blockDim.x)
                          c(threadIdx.x, blockDim.x)
                        phase
                          d(threadIdx.x, blockDim.x)
                        """);
        List<LoopIr> lowered = PhasesWithBarriers.ofBlock().apply(phases, UnaryOperator.identity());
        LoopVerifier.verify(lowered);
        assertThat(LoopListing.of(lowered)).isEqualTo("""
                        a(threadIdx.x, blockDim.x)
                        barrier
                        b(threadIdx.x, blockDim.x)
                        c(threadIdx.x, blockDim.x)
                        barrier
                        d(threadIdx.x, blockDim.x)
                        """);
    }

    @Test
    void a_barrier_stands_behind_the_last_phase_of_a_loop_as_well() {
        List<LoopIr> phases =
                List.of(new LoopIr.Phase(List.of(call("a"))), new LoopIr.Phase(List.of(call("b"), call("c"))));
        List<LoopIr> lowered = PhasesWithBarriers.ofBlock()
                .apply(
                        List.of(new LoopIr.Prelude(
                                "java::loop", List.of(), new LoopIr.Lambda("", List.of(), false, phases))),
                        UnaryOperator.identity());
        LoopVerifier.verify(lowered);
        assertThat(LoopListing.of(lowered)).isEqualTo("""
                        java::loop()
                          function ()
                            a(threadIdx.x, blockDim.x)
                            barrier
                            b(threadIdx.x, blockDim.x)
                            c(threadIdx.x, blockDim.x)
                            barrier
                        """);
    }

    @Test
    void the_last_barrier_of_a_wave_is_that_of_the_loop_which_evaluates_the_condition() {
        List<LoopIr> phases =
                List.of(new LoopIr.Phase(List.of(call("a"))), new LoopIr.Phase(List.of(call("b"), call("c"))));
        List<LoopIr> lowered = PhasesWithBarriers.ofWave("wave")
                .apply(
                        List.of(new LoopIr.Prelude(
                                "java::loop", List.of(), new LoopIr.Lambda("", List.of(), false, phases))),
                        UnaryOperator.identity());
        assertThat(LoopListing.of(lowered)).isEqualTo("""
                        java::loop()
                          function ()
                            a(threadIdx.x, blockDim.x)
                            wave.barrier()
                            b(threadIdx.x, blockDim.x)
                            c(threadIdx.x, blockDim.x)
                        """);
    }

    @Test
    void a_wave_has_blocks_for_its_items_that_are_all_resident_and_no_barrier_behind_its_last_row() {
        List<CppLaunch> launches = CppEmitter.emit(MergedUnits.waves(), CppDialect.CUDA, CppOptions.DEFAULT)
                .launches();
        assertThat(launches).hasSize(2).allMatch(launch -> launch.geometry().isWave());
        assertThat(launches).extracting(launch -> launch.geometry().gridX()).containsExactly(10L, 5L);
        assertThat(launches.get(0).geometry().blockX()).isEqualTo(512);
        assertThat(launches)
                .allSatisfy(launch -> assertThat(launch.arguments()).contains(new CppArgument.CounterAddress(5)));
        CppLaunch.Table many = Objects.requireNonNull(launches.get(1).table());
        // The members of a phase follow each other.
        assertThat(many.members())
                .extracting(member -> member.head() >> 32)
                .containsExactly(2L, 3L, 2L, 3L, 2L, 3L, 2L, 2L, 0L);
        CppGeometry geometry = launches.get(0).geometry();
        assertThat(geometry.withBlocksAtMost(4).isWave()).isTrue();
        assertThat(geometry.withBlocksAtMost(4).gridX()).isEqualTo(4);
    }

    @Test
    void the_condition_of_a_loop_is_its_last_member_and_has_no_row_among_those_of_phases() {
        List<CppLaunch> launches = CppEmitter.emit(MergedUnits.loopsOfPhases(), CppDialect.CUDA, CppOptions.DEFAULT)
                .launches();
        CppLaunch.Table few = Objects.requireNonNull(launches.get(0).table());
        assertThat(few.isInMemory()).isFalse();
        assertThat(few.members())
                .extracting(member -> member.launch().label())
                .containsExactly("gather", "dot", "limited");
        assertThat(launches.get(0).arguments()).hasSize(1).allMatch(CppArgument.ViewAddress.class::isInstance);
        CppLaunch.Table many = Objects.requireNonNull(launches.get(1).table());
        assertThat(many.members()).hasSize(13);
        assertThat(many.members().get(12).launch().label()).isEqualTo("table");
        assertThat(launches.get(1).arguments()).contains(new CppArgument.Constant(Type.I32, 12));
    }

    @Test
    void a_thread_that_leaves_before_a_barrier_is_found_by_the_verifier() {
        List<LoopIr> nodes = List.of(LoopIr.Leave.entry("threadIdx.x != 0"), new LoopIr.Barrier());
        assertThatThrownBy(() -> LoopVerifier.verify(nodes))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("a barrier that some threads do not reach");
        LoopVerifier.verify(List.of(LoopIr.Leave.entry("*gate != gate_value"), new LoopIr.Barrier()));
    }

    @Test
    void few_members_are_called_with_arguments_of_the_launch() {
        CppLaunch launch = launch(MergedUnits.phases());
        CppLaunch.Table table = Objects.requireNonNull(launch.table());
        assertThat(table.isInMemory()).isFalse();
        assertThat(table.members()).extracting(CppLaunch.Table.Member::nodes).containsExactly(1, 1, 1, 2, 1);
        assertThat(launch.arguments()).isEmpty();
        assertThat(launch.geometry().gridX()).isEqualTo(1);
        assertThat(launch.geometry().blockX()).isEqualTo(320);
    }

    @Test
    void many_members_are_rows_of_a_table_with_the_barriers() {
        CppLaunch launch = launch(MergedUnits.manyPhases());
        CppLaunch.Table table = Objects.requireNonNull(launch.table());
        assertThat(table.isInMemory()).isTrue();
        assertThat(table.members()).hasSize(18);
        // The steps share a code; five narrow members run side by side, and two of one phase one after the other.
        assertThat(table.members())
                .extracting(member -> member.head() & 0xffffffffL)
                .containsExactly(0L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 2L, 3L, 4L, 4L, 4L, 4L, 5L, 6L, 7L);
        assertThat(table.members())
                .extracting(member -> member.head() >> 32)
                .containsExactly(3L, 3L, 3L, 3L, 3L, 3L, 3L, 3L, 3L, 3L, 11L, 11L, 11L, 11L, 11L, 3L, 2L, 3L);
    }

    private static CppLaunch launch(List<CppUnit> units) {
        return CppEmitter.emit(units, CppDialect.CUDA, CppOptions.DEFAULT)
                .launches()
                .get(0);
    }

    @Test
    void a_launch_of_phases_is_for_gpus() {
        assertThatThrownBy(() -> CppEmitter.emit(MergedUnits.phases(), CppDialect.HOST, CppOptions.DEFAULT))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("a launch of phases is for GPUs");
    }
}
