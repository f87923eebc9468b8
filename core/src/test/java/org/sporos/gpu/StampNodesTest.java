package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.Tools;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** The kernels that read the clock around the launches of a recorded run, without a GPU. */
@ExtendWith(NoLeaks.class)
class StampNodesTest implements NoLeaks.Watching {
    private final RecordingDriver recorder = new RecordingDriver();
    private final WatchedDriver watched = new WatchedDriver(recorder);
    private GpuSpace space;

    @TempDir
    Path folder;

    @BeforeEach
    void open() {
        space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());
    }

    @AfterEach
    void close() {
        space.close();
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    @Test
    void stamps_stand_around_each_launch_and_inside_of_bodies_but_not_around_conditionals() {
        try (IntView x = IntView.of("x", space, 3)) {
            Graph add = Graph.define("add", root -> root.then("add", () -> x.set(0, x.get(0) + 1)));
            Graph graph = Graph.define("g", root -> {
                NodeRef a = root.thenParallelFor("a", RangePolicy.of(3), i -> x.set(i, 1));
                NodeRef b = a.thenHost("b", Access.reads(), () -> {});
                b.thenWhile("loop", () -> x.get(0) < 9, add);
            });
            try (ExecutableGraph exec = graph.instantiate(space, Merging.OFF)) {
                String before = recorder.lastGraph().text();
                Profile profile = exec.profile(1);
                assertThat(before).doesNotContain("stamp");
                assertThat(recorder.lastGraph().text()).isEqualTo("""
                                1 KERNEL k0_a (1,1,1) x (256,1,1), 12 bytes of arguments after 2
                                2 KERNEL sporos_stamp (1,1,1) x (1,1,1), 40 bytes of arguments
                                3 KERNEL sporos_stamp (1,1,1) x (1,1,1), 40 bytes of arguments after 1
                                4 HOST after 5
                                5 KERNEL sporos_stamp (1,1,1) x (1,1,1), 40 bytes of arguments after 3
                                6 KERNEL sporos_stamp (1,1,1) x (1,1,1), 40 bytes of arguments after 4
                                7 KERNEL k1_loop (1,1,1) x (1,1,1), 56 bytes of arguments after 8
                                8 FILL device + 4 with 0, 1 x 1 of 4 bytes after 6
                                9 CONDITIONAL WHILE after 7
                                  body 0
                                    1 KERNEL k2_add (1,1,1) x (1,1,1), 8 bytes of arguments after 2
                                    2 KERNEL sporos_stamp (1,1,1) x (1,1,1), 40 bytes of arguments
                                    3 KERNEL sporos_stamp (1,1,1) x (1,1,1), 40 bytes of arguments after 1
                                    4 KERNEL k1_loop (1,1,1) x (1,1,1), 56 bytes of arguments after 3
                                """);
                assertThat(profile.launches()).isEmpty();
            }
        }
    }

    @Test
    void what_a_profile_takes_from_the_driver_it_gives_back() {
        try (IntView x = IntView.of("x", space, 3)) {
            Graph graph = Graph.define("g", root -> root.thenParallelFor("a", RangePolicy.of(3), i -> x.set(i, 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.profile(4).recordedRuns().count()).isEqualTo(2);
                assertThatThrownBy(() -> exec.profile(-1)).hasMessageStartingWith("R330");
            }
        }
    }

    @Test
    void nvcc_compiles_the_kernels_that_read_the_clock() throws Exception {
        Tools.require("nvcc", "the CUDA text is not compiled");
        Path source = Files.writeString(folder.resolve("stamps.cu"), LibraryProgram.STAMPS.source(CppDialect.CUDA));
        Path ptx = folder.resolve("stamps.ptx");
        Tools.run(
                List.of("nvcc", "-std=c++17", "-ptx", "-arch=sm_90", "-o", ptx.toString(), source.toString()), folder);
        assertThat(Files.readString(ptx)).contains("%globaltimer", "sporos_stamp", "atom");
    }
}
