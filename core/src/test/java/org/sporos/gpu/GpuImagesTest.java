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
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.kernel.diskcache.CacheKey;

class GpuImagesTest {
    private static final long BOUND = 1 << 20;
    private static final int FATAL = 719;

    @TempDir
    Path folder;

    private static final List<String> ENTRIES = List.of("first", "second");

    private final List<String> compiled = new ArrayList<>();
    /** The images that are loaded, by the handles of their modules, which count from 1. */
    private final List<byte[]> loaded = new ArrayList<>();

    private int unloaded;
    /** What the compiler writes instead of an image, and what the driver says of it. */
    private String written = "";

    private GpuImages images(String architecture) {
        GpuProperties properties =
                new GpuProperties("test", architecture, 0, 32, 1, 1024, 1L << 41, 48 << 10, 1 << 30, "1.0");
        GpuDriver driver = (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "properties" -> properties;
                        case "compilerVersion" -> "test 1";
                        case "compile" -> compile((String) arguments[0], architecture);
                        case "loadModule" -> module((byte[]) arguments[0]);
                        case "function" -> function((long) arguments[0], (String) arguments[1]);
                        case "unloadModule" -> unloaded++;
                        case "isFatal" -> (int) arguments[0] == FATAL;
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
        return (written.isEmpty() ? architecture + source + ENTRIES : written).getBytes(StandardCharsets.UTF_8);
    }

    private long module(byte[] image) {
        String text = new String(image, StandardCharsets.UTF_8);
        if (text.contains("garbage") || text.contains("lost")) {
            throw new GpuException("loadModule", text.contains("lost") ? FATAL : 200, "INVALID_IMAGE", text);
        }
        loaded.add(image);
        return loaded.size();
    }

    private long function(long module, String name) {
        if (!new String(loaded.get((int) module - 1), StandardCharsets.UTF_8).contains(name)) {
            throw new GpuException("function", 500, "NOT_FOUND", name);
        }
        return 7;
    }

    /** Makes the cache hold other bytes under the key of a source, as a compiler that went wrong once would have. */
    private void keepAsImage(String bytes) throws Exception {
        BinaryCache.in(folder, BOUND)
                .get(
                        new CacheKey("source", "sm_90", "test 1", List.of()),
                        () -> bytes.getBytes(StandardCharsets.UTF_8),
                        image -> image);
    }

    @Test
    void a_second_space_on_the_same_cache_compiles_nothing() {
        images("sm_90").load("source", List.of("-fmad=false"), ENTRIES);
        GpuImages later = images("sm_90");
        later.load("source", List.of("-fmad=false"), ENTRIES);

        assertThat(loaded.get(1)).isEqualTo(loaded.get(0));
        assertThat(compiled).hasSize(1);
        assertThat(later).hasToString("0 programs compiled, 1 from the cache");
    }

    @Test
    void other_flags_and_other_devices_have_images_of_their_own() {
        images("sm_90").load("source", List.of("-fmad=false"), ENTRIES);
        images("sm_90").load("source", List.of("-fmad=true"), ENTRIES);
        images("sm_80").load("source", List.of("-fmad=false"), ENTRIES);

        assertThat(compiled).hasSize(3);
    }

    @Test
    void what_does_not_compile_is_not_kept() {
        GpuImages images = images("sm_90");
        assertThatThrownBy(() -> images.load("wrong", List.of(), ENTRIES)).isInstanceOf(GpuException.class);
        assertThatThrownBy(() -> images.load("wrong", List.of(), ENTRIES)).isInstanceOf(GpuException.class);

        assertThat(compiled).hasSize(2);
    }

    @Test
    void an_image_on_disk_that_the_driver_refuses_or_that_lacks_a_kernel_is_compiled_again_and_replaced()
            throws Exception {
        for (String bad : List.of("garbage", "an image with the first kernel alone")) {
            compiled.clear();
            unloaded = 0;
            keepAsImage(bad);
            assertThat(images("sm_90").load("source", List.of(), ENTRIES)).isNotNull();
            images("sm_90").load("source", List.of(), ENTRIES);
            assertThat(compiled).hasSize(1);
            assertThat(unloaded).isEqualTo(bad.equals("garbage") ? 0 : 1);
            try (var files = java.nio.file.Files.list(folder)) {
                files.forEach(file -> file.toFile().delete());
            }
        }
    }

    @Test
    void an_image_that_the_compiler_made_and_the_driver_refuses_is_an_error_and_not_kept() {
        written = "garbage";
        GpuImages images = images("sm_90");
        assertThatThrownBy(() -> images.load("source", List.of(), ENTRIES))
                .isInstanceOf(GpuException.class)
                .hasMessage("D401: loadModule failed with INVALID_IMAGE (200): garbage");
        written = "";
        images.load("source", List.of(), ENTRIES);

        assertThat(compiled).hasSize(2);
    }

    @Test
    void a_device_that_is_lost_says_nothing_of_the_image() throws Exception {
        keepAsImage("lost");
        assertThatThrownBy(() -> images("sm_90").load("source", List.of(), ENTRIES))
                .isInstanceOf(GpuException.class);
        assertThat(compiled).isEmpty();
    }
}
