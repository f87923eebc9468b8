package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.kernel.cache.BinaryCache;

class GpuImagesTest {
    private static final long BOUND = 1 << 20;

    @TempDir
    Path folder;

    private final List<String> compiled = new ArrayList<>();

    private GpuImages images(String architecture) {
        GpuProperties properties =
                new GpuProperties("test", architecture, 0, 32, 1, 1024, 1L << 41, 48 << 10, 1 << 30, "1.0");
        GpuDriver driver = (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "properties" -> properties;
                        case "compilerVersion" -> "test 1";
                        case "compile" -> compile((String) arguments[0], architecture);
                        default -> throw new AssertionError(method + " is not needed for images");
                    };
                });
        return new GpuImages(driver, BinaryCache.in(folder, BOUND));
    }

    private byte[] compile(String source, String architecture) {
        compiled.add(source);
        if (source.contains("wrong")) {
            throw new GpuException("compile", 6, "COMPILATION", "wrong");
        }
        return (architecture + source).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void a_second_space_on_the_same_cache_compiles_nothing() {
        byte[] first = images("sm_90").image("source", List.of("-fmad=false"));
        GpuImages later = images("sm_90");

        assertThat(later.image("source", List.of("-fmad=false"))).isEqualTo(first);
        assertThat(compiled).hasSize(1);
        assertThat(later).hasToString("0 programs compiled, 1 from the cache");
    }

    @Test
    void other_flags_and_other_devices_have_images_of_their_own() {
        images("sm_90").image("source", List.of("-fmad=false"));
        images("sm_90").image("source", List.of("-fmad=true"));
        images("sm_80").image("source", List.of("-fmad=false"));

        assertThat(compiled).hasSize(3);
    }

    @Test
    void what_does_not_compile_is_not_kept() {
        GpuImages images = images("sm_90");
        assertThatThrownBy(() -> images.image("wrong", List.of())).isInstanceOf(GpuException.class);
        assertThatThrownBy(() -> images.image("wrong", List.of())).isInstanceOf(GpuException.class);

        assertThat(compiled).hasSize(2);
    }
}
