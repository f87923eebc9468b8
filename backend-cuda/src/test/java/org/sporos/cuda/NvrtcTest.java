package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The calls of NVRTC: of a fake that knows the options of old releases, and of the real one where this machine has it
 * in a toolkit or in the folder {@code sporos.nvrtc}. Its cache works with a driver alone.
 */
class NvrtcTest {
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final String REAL = "libnvrtc.so.13";

    @TempDir
    Path folder;

    private List<String> given(String... known) throws Exception {
        assumeTrue(FakeCuda.canBeMade(), "there is no g++ that could make libraries");
        assumeTrue(!new CudaBackendProvider().probe().available(), "the real compiler is found before a fake");
        FakeCuda cuda = new FakeCuda(folder, 13).driver(0, 1, 0).runtime().compiler(known);
        return cuda.run(CLASS_PATH, NvrtcProgram.class, "options")
                .lines()
                .map(String::strip)
                .toList();
    }

    @Test
    void the_cache_of_the_compiler_and_what_kernels_do_not_use_of_its_headers_are_off() throws Exception {
        String all = "-no-cache -minimal -fmad=true --gpu-architecture=sm_90";
        assertThat(given(all.split(" "))).containsExactly(all, all);
    }

    @Test
    void a_compiler_that_does_not_know_these_options_gets_none_of_them() throws Exception {
        String none = "-fmad=true --gpu-architecture=sm_90";
        assertThat(given(none.split(" "))).containsExactly(none, none);
    }

    /** The key of the compiler's own cache leaves out flags of arithmetic. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "STRICT CONTRACTED FAST CONTRACTED STRICT FAST",
                "CONTRACTED FAST STRICT STRICT FAST CONTRACTED",
                "FAST CONTRACTED STRICT FAST STRICT CONTRACTED"
            })
    void each_arithmetic_of_a_text_has_its_own_code_whichever_comes_first(String order) throws Exception {
        List<String> lines = real(order.split(" ")).lines().toList();
        assertThat(lines).hasSize(6);
        // Each arithmetic twice with the same code, and three codes in all.
        assertThat(lines.stream().distinct()).hasSize(3);
        assertThat(lines.stream().map(line -> line.split(" ")[1]).distinct()).hasSize(3);
    }

    private String real(String... words) throws Exception {
        if (new CudaBackendProvider().probe().available()) {
            OwnJvm.End end = new OwnJvm(NvrtcProgram.class).run(words);
            assertThat(end.status()).as(end.output()).isZero();
            return end.output().strip();
        }
        Path libraries = Stream.of(System.getProperty("sporos.nvrtc", ""), "/usr/local/cuda/lib64")
                .map(Path::of)
                .filter(place -> Files.exists(place.resolve(REAL)))
                .findFirst()
                .orElse(null);
        assumeTrue(libraries != null, "there is no " + REAL);
        assumeTrue(FakeCuda.canBeMade(), "there is no g++ that could make libraries");
        FakeCuda cuda =
                new FakeCuda(folder, 13).linked(libraries).driver(0, 1, 0).runtime();
        return cuda.run(CLASS_PATH, NvrtcProgram.class, words);
    }
}
