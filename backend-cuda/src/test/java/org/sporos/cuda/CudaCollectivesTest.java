package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls of NCCL by JavaCPP, on a machine whose driver and NCCL do nothing but print their arguments. */
final class CudaCollectivesTest {
    @TempDir
    Path folder;

    private FakeCuda cuda;

    @BeforeEach
    void make() throws Exception {
        assumeTrue(FakeCuda.canBeMade(), "there is no g++ that could make libraries");
        cuda = new FakeCuda(folder, 13).driver(13_000, 1, 0).runtime().compiler();
    }

    private String run() throws Exception {
        return cuda.run(System.getProperty("java.class.path"), NcclProgram.class);
    }

    @Test
    void a_named_library_that_cannot_be_loaded_is_named_and_spaces_work() throws Exception {
        cuda.broken("libnccl.so.2");
        assertThat(run().lines())
                .contains(
                        "cuda:0: false",
                        "nccl: not available: NCCL cannot be loaded (" + folder
                                + "/libnccl.so.2: file too short), which sporos.nccl.library names");
    }

    @Test
    void calls_have_their_arguments() throws Exception {
        cuda.nccl();
        assertThat(run().lines())
                .containsExactlyInAnyOrder(
                        "cuda:0: false",
                        "nccl: 2.28.3",
                        "true",
                        "join 3 of 4, id 7",
                        "0",
                        "group 6000, id ends with 7",
                        "allReduce 0x1000 0x1000 5 8 2 0x6000 0x5000",
                        "broadcast 0x1000 0x1000 40 0 1 0x6000 0x5000",
                        "allGather 0x1000 0x2000 40 0 0x6000 0x5000",
                        "reduceScatter 0x1000 0x2000 5 8 0 0x6000 0x5000",
                        "begin",
                        "send 0x1000 8 0 2 0x6000 0x5000",
                        "receive 0x2000 16 0 1 0x6000 0x5000",
                        "end",
                        "asyncError 0x6000",
                        "abort 0x6000",
                        "destroy 0x6000",
                        "0 error 6");
    }
}
