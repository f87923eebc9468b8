package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** Programs that are loaded: shared by text, kept for a while, and unloaded in the end. */
@ExtendWith(NoLeaks.class)
class GpuProgramsTest implements NoLeaks.Watching {
    private final Counting recorder = new Counting();
    private final WatchedDriver watched = new WatchedDriver(recorder);
    private GpuSpace space;
    private IntView view;

    /** Counts modules, and keeps the texts that are compiled. */
    private static final class Counting extends RecordingDriver {
        private final List<String> compiled = new ArrayList<>();
        private final List<String> ends = new ArrayList<>();
        private int loaded;
        private int unloaded;

        @Override
        public byte[] compile(String source, String name, List<String> options) {
            compiled.add(source);
            return super.compile(source, name, options);
        }

        @Override
        public void destroyGraph(long graph) {
            ends.add("graph");
            super.destroyGraph(graph);
        }

        @Override
        public long loadModule(byte[] image) {
            loaded++;
            return super.loadModule(image);
        }

        @Override
        public void unloadModule(long module) {
            ends.add("module");
            unloaded++;
        }
    }

    @BeforeEach
    void open() {
        space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());
        view = IntView.of("view", space, 100);
    }

    @AfterEach
    void close() {
        view.close();
        space.close();
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    /** Graphs of one text for all numbers below 100, since these are arguments; of another for each label. */
    private ExecutableGraph executable(String label, int number) {
        IntView own = view;
        return Graph.define(
                        "graph", root -> root.thenParallelFor(label, RangePolicy.of(100), i -> own.set(i, i + number)))
                .instantiate(space);
    }

    @Test
    void executables_of_one_text_share_a_module_also_one_after_the_other() {
        try (ExecutableGraph one = executable("set", 1);
                ExecutableGraph two = executable("set", 2)) {
            assertThat(one).isNotSameAs(two);
            assertThat(recorder.loaded).isEqualTo(1);
        }
        assertThat(recorder.unloaded).isZero();
        executable("set", 3).close();
        assertThat(recorder.loaded).isEqualTo(1);
    }

    @Test
    void a_fence_unloads_what_nobody_uses_but_the_last_few() {
        for (int k = 0; k < 40; k++) {
            executable("set" + k, k).close();
        }
        assertThat(recorder.loaded).isEqualTo(40);
        assertThat(recorder.unloaded).isZero();
        space.fence();
        assertThat(recorder.unloaded).isEqualTo(8);
        executable("set39", 0).close();
        assertThat(recorder.loaded).isEqualTo(40);
        executable("set0", 0).close();
        assertThat(recorder.loaded).isEqualTo(41);
    }

    @Test
    void what_is_used_is_never_unloaded() {
        List<ExecutableGraph> all = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            all.add(executable("set" + k, k));
        }
        space.fence();
        assertThat(recorder.unloaded).isZero();
        all.forEach(ExecutableGraph::close);
        assertThat(recorder.unloaded).isZero();
        space.fence();
        assertThat(recorder.unloaded).isEqualTo(8);
    }

    @Test
    void without_a_fence_old_programs_go_when_there_are_very_many() {
        for (int k = 0; k < 257; k++) {
            executable("set" + k, k).close();
        }
        assertThat(recorder.unloaded).isEqualTo(257 - 32);
    }

    @Test
    void a_closed_space_has_unloaded_all() {
        executable("one", 1).close();
        executable("two", 1).close();
        space.close();
        assertThat(recorder.unloaded).isEqualTo(recorder.loaded).isEqualTo(2);
    }

    /** Two roots and two leaves, which kernels of the library join. */
    private ExecutableGraph wide(String label) {
        IntView own = view;
        return Graph.define("wide", root -> {
                    root.thenParallelFor(label, RangePolicy.of(50), i -> own.set(i, 1));
                    root.thenHost("beside", Access.reads(), () -> {});
                })
                .instantiate(space);
    }

    @Test
    void the_kernels_of_the_library_are_a_program_of_their_own_that_all_graphs_share() {
        try (ExecutableGraph one = wide("one");
                ExecutableGraph two = wide("two")) {
            assertThat(one).isNotSameAs(two);
            assertThat(recorder.compiled)
                    .hasSize(3)
                    .satisfiesExactly(
                            first -> assertThat(first).contains("k0_one").doesNotContain("sporos_nothing"),
                            second -> assertThat(second).endsWith("SPOROS_NOTHING\n"),
                            third -> assertThat(third).contains("k0_two").doesNotContain("sporos_nothing"));
            assertThat(recorder.loaded).isEqualTo(3);
        }
        space.close();
        assertThat(recorder.unloaded).isEqualTo(3);
    }

    @Test
    void a_graph_without_kernels_compiles_nothing() {
        IntView own = view;
        Graph.define("plain", root -> root.thenFill("fill", own, 1).thenHost("host", Access.reads(), () -> {}))
                .instantiate(space)
                .close();
        assertThat(recorder.compiled).isEmpty();
    }

    @Test
    void programs_outlive_the_graphs_that_use_them() {
        ExecutableGraph exec = wide("one");
        // From now on a program is unloaded as soon as nobody uses it.
        for (int k = 0; k < 256; k++) {
            executable("set" + k, k).close();
        }
        recorder.ends.clear();
        exec.close();
        assertThat(recorder.ends).startsWith("graph").contains("module");
    }

    /** A device on which a block of 512 threads has too many registers, unless the program is compiled with bounds. */
    private static final class FewRegisters extends RecordingDriver {
        private final List<List<String>> flags = new ArrayList<>();

        @Override
        public byte[] compile(String source, String name, List<String> options) {
            flags.add(options);
            return super.compile(source, name, options);
        }

        @Override
        public int blocksPerMultiprocessor(long function, int block, int sharedBytes) {
            boolean isBounded = flags.get(flags.size() - 1).contains("-DJAVA_BOUNDED");
            return block >= 512 && !isBounded ? 0 : super.blocksPerMultiprocessor(function, block, sharedBytes);
        }
    }

    @Test
    void a_program_whose_blocks_have_no_room_is_compiled_with_bounds() {
        FewRegisters few = new FewRegisters();
        try (GpuSpace of = GpuSpace.open("cuda", few, CppDialect.CUDA, BinaryCache.off());
                IntView sum = IntView.of("sum", of);
                IntView x = IntView.of("x", of, 10_000)) {
            Graph loop = Graph.define("g", root -> {
                root.thenParallelFor("p", RangePolicy.of(10_000), i -> x.set(i, i));
            });
            loop.instantiate(of).close();
            assertThat(few.flags).hasSize(1).noneMatch(flags -> flags.contains("-DJAVA_BOUNDED"));
            Graph reduction = Graph.define("g", root -> {
                root.thenParallelReduce("s", RangePolicy.of(10_000), Sum.into(sum, i -> x.get(i) / 3));
            });
            for (int k = 0; k < 2; k++) {
                try (ExecutableGraph exec = reduction.instantiate(of)) {
                    assertThat(exec.explain(ExplainOption.WITH_CODE)).contains("__global__ void JAVA_BLOCK(512) k0_s(");
                }
                assertThat(few.flags).hasSize(3);
            }
            assertThat(few.flags.get(2)).contains("-DJAVA_BOUNDED").containsAll(few.flags.get(1));
        }
    }
}
