package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.gpu.AllNodes;
import org.sporos.gpu.GpuSpace;
import org.sporos.gpu.NoLeaks;
import org.sporos.gpu.WatchedDriver;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.ExecutionSpace;

/** That the real driver gets back all that it gave, where there is a device. */
@ExtendWith(NoLeaks.class)
class CudaLeaksTest implements NoLeaks.Watching {
    private static final int ROUNDS = 300;
    private static final long MIB = 1 << 20;

    private WatchedDriver watched;
    private ExecutionSpace space;

    @BeforeEach
    void open() {
        assumeTrue(Files.exists(Path.of("/dev/nvidiactl")), "there is no NVIDIA device on this machine");
        Loader.loadGlobal("libcuda.so.1");
        watched = new WatchedDriver(CudaDriver.open(0));
        space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA);
    }

    @AfterEach
    void close() {
        if (space != null) {
            space.close();
        }
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    private void use(AllNodes all, Merging merging) {
        try (ExecutableGraph exec = all.graph(false).instantiate(space, merging)) {
            exec.submit();
            exec.submit();
            space.fence();
        }
    }

    @Test
    void a_graph_with_every_kind_of_node_leaves_nothing_behind() throws Exception {
        try (AllNodes all = new AllNodes(space)) {
            use(all, Merging.OFF);
            use(all, Merging.ON);
        }
        assertThat(space.memorySpace().statistics().liveAllocations()).isZero();
    }

    /**
     * What the driver keeps of its own accord, it takes in the first rounds. Nobody else may use the device meanwhile.
     */
    @Test
    void instantiating_again_and_again_leaves_the_free_memory_of_the_device_as_it_was() throws Exception {
        try (AllNodes all = new AllNodes(space)) {
            for (int round = 0; round < ROUNDS / 10; round++) {
                use(all, Merging.ON);
            }
            long before = watched.driver().freeBytes();
            for (int round = 0; round < ROUNDS; round++) {
                use(all, Merging.ON);
            }
            assertThat(before - watched.driver().freeBytes()).isLessThan(16 * MIB);
        }
    }
}
