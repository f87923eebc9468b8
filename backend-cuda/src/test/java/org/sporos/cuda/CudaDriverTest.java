package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.gpu.GpuException;

/** What the driver says of the device, and of calls that fail, where there is a device. */
class CudaDriverTest {
    private CudaDriver driver;

    @BeforeEach
    void open() {
        assumeTrue(Files.exists(Path.of("/dev/nvidiactl")), "there is no NVIDIA device on this machine");
        Loader.loadGlobal("libcuda.so.1");
        driver = CudaDriver.open(0);
    }

    @AfterEach
    void close() {
        if (driver != null) {
            driver.close();
        }
    }

    @Test
    void a_device_says_what_it_is() {
        assertThat(driver.properties().architecture()).matches("sm_\\d+");
        assertThat(driver.properties().warpSize()).isEqualTo(32);
        long module = driver.loadModule(driver.compile("extern \"C\" __global__ void f() {}", "test.cu", List.of()));
        assertThat(driver.blocksPerMultiprocessor(driver.function(module, "f"), 256, 0))
                .isPositive();
        driver.unloadModule(module);
    }

    @Test
    void a_failed_call_has_the_drivers_name_of_the_error() {
        assertThatThrownBy(() -> driver.free(12345))
                .isInstanceOf(GpuException.class)
                .hasMessage("D401: cuMemFree failed with CUDA_ERROR_INVALID_VALUE (1): invalid argument");
        assertThatThrownBy(() -> driver.allocate(1L << 50))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
    }

    @Test
    void a_source_that_does_not_compile_shows_the_compilers_log() {
        assertThatThrownBy(() -> driver.compile("__global__ void f() { nonsense; }", "wrong.cu", List.of()))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("NVRTC_ERROR_COMPILATION")
                .hasMessageContaining("wrong.cu(1)")
                .hasMessageContaining("nonsense");
    }
}
