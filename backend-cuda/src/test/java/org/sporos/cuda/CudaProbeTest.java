package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of machines that lack something, in a JVM of its own: bindings that failed to load are lost for it. */
class CudaProbeTest {
    private static final int CURRENT = 13_010;
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final String TOOLKIT =
            "; install the CUDA toolkit that the bindings are made for, or add org.bytedeco:cuda-redist";

    private static final Path TOOLKIT_LIBRARIES = Path.of("/usr/local/cuda/lib64");

    @TempDir
    Path folder;

    private FakeCuda cuda;

    @BeforeEach
    void needsCompiler() {
        assumeTrue(FakeCuda.canBeMade(), "there is no g++ that could make libraries");
        cuda = new FakeCuda(folder, 13);
    }

    /** The bindings look there too, whatever the path of libraries is. */
    private static void assumeNoToolkitHas(String library) {
        assumeTrue(
                !Files.exists(TOOLKIT_LIBRARIES.resolve(library)),
                "this machine has a toolkit where the bindings look for it");
    }

    private String probe(String... names) throws Exception {
        return cuda.run(CLASS_PATH, ProbeProgram.class, names);
    }

    @Test
    void a_whole_machine_has_its_devices_by_number() throws Exception {
        cuda.driver(CURRENT, 2, 0).runtime().compiler();

        assertThat(probe("cuda", "cuda:1", "cuda:2").lines())
                .containsExactly(
                        "cuda: 2 devices, nvrtc 13.0",
                        "opened cuda:0",
                        "opened cuda:1",
                        "S210: there is no device cuda:2; there are: cuda:0 (Fake 0), cuda:1 (Fake 1)");
    }

    @Test
    void without_a_driver_the_reason_is_the_missing_library() throws Exception {
        cuda.broken("libcuda.so.1");

        assertThat(probe("cuda").lines())
                .containsExactly(
                        "cuda: not available: there is no CUDA driver (" + folder + "/libcuda.so.1: file too short)",
                        "S211: cuda: not available: there is no CUDA driver (" + folder
                                + "/libcuda.so.1: file too short)");
    }

    @Test
    void without_a_toolkit_the_reason_is_the_missing_runtime() throws Exception {
        assumeNoToolkitHas("libcudart.so.13");
        cuda.driver(CURRENT, 1, 0).broken("libcudart.so.13");

        assertThat(probe())
                .isEqualTo("cuda: not available: the CUDA runtime cannot be loaded (" + folder
                        + "/libcudart.so.13: file too short)" + TOOLKIT);
    }

    @Test
    void without_a_compiler_the_reason_is_the_missing_compiler() throws Exception {
        assumeNoToolkitHas("libnvrtc.so.13");
        cuda.driver(CURRENT, 1, 0).runtime().broken("libnvrtc.so.13");

        assertThat(probe())
                .isEqualTo("cuda: not available: the compiler NVRTC cannot be loaded (" + folder
                        + "/libnvrtc.so.13: file too short)" + TOOLKIT);
    }

    @Test
    void a_driver_that_lacks_functions_is_too_old_and_ends_no_process() throws Exception {
        cuda.driver(12_020, 1, 0, "cuGraphAddNode_v2", "cuGraphConditionalHandleCreate", "cuGraphAddDependencies_v2")
                .runtime()
                .compiler();

        assertThat(probe())
                .isEqualTo("cuda: not available: the driver is of CUDA 12.2 and lacks cuGraphAddDependencies_v2 and 2"
                        + " more functions; install one of CUDA 12.4 or newer");
    }

    @Test
    void a_driver_of_an_older_major_version_than_the_compiler_is_said_so() throws Exception {
        cuda.driver(12_040, 1, 0).runtime().compiler();

        assertThat(probe())
                .isEqualTo("cuda: not available: the driver is of CUDA 12.4, an older major version than nvrtc 13.0"
                        + " compiles for; install a driver of CUDA 13, or use the bindings and the toolkit of CUDA 12");
    }

    @Test
    void a_driver_that_fails_to_start_is_named_with_its_error() throws Exception {
        cuda.driver(CURRENT, 1, 999).runtime().compiler();

        assertThat(probe())
                .isEqualTo("cuda: not available: the driver does not start: cuInit failed with CUDA_ERROR_FAKE (999)");
    }

    @Test
    void a_driver_without_devices_is_no_space() throws Exception {
        cuda.driver(CURRENT, 0, 0).runtime().compiler();

        assertThat(probe()).isEqualTo("cuda: not available: the driver sees no device");
    }

    @Test
    void a_missing_library_is_told_from_missing_bindings() {
        UnsatisfiedLinkError first = new UnsatisfiedLinkError("no jnicudart in java.library.path: /usr/lib");
        UnsatisfiedLinkError second = new UnsatisfiedLinkError("no jnicudart in java.library.path: /usr/lib");
        first.initCause(new UnsatisfiedLinkError("/root/.javacpp/cache/x.jar/libjnicudart.so: libcudart.so.13: cannot"
                + " open shared object file: No such file or directory"));

        assertThat(CudaProbe.library("the CUDA runtime", first))
                .isEqualTo("the CUDA runtime cannot be loaded (libcudart.so.13: cannot open shared object file: No such"
                        + " file or directory)" + TOOLKIT);
        assertThat(CudaProbe.library("the CUDA runtime", second))
                .isEqualTo("the native half of the CUDA bindings cannot be loaded (no jnicudart in java.library.path:"
                        + " /usr/lib); add org.bytedeco:javacpp and org.bytedeco:cuda with the classifier of this"
                        + " platform");
    }
}
