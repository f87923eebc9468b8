package org.sporos.kernel.diskcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.contract.Patience;

class BinaryCacheTest {
    private static final long BOUND = 1 << 20;

    @TempDir
    Path folder;

    private static byte[] fails() {
        throw new AssertionError("compiled again");
    }

    private Path only() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    @Test
    void a_program_is_compiled_once() throws Exception {
        BinaryCache first = BinaryCache.in(folder, BOUND);
        assertThat(first.get(CacheProcess.key(1), () -> CacheProcess.program(1), CacheProcess.BYTES))
                .isEqualTo(CacheProcess.program(1));
        BinaryCache second = BinaryCache.in(folder, BOUND);
        assertThat(second.get(CacheProcess.key(1), BinaryCacheTest::fails, CacheProcess.BYTES))
                .isEqualTo(CacheProcess.program(1));
        assertThat(first.misses()).isEqualTo(1);
        assertThat(second.hits()).isEqualTo(1);
        assertThat(second.misses()).isZero();
    }

    @Test
    void text_architecture_compiler_and_flags_tell_programs_apart() {
        CacheKey key = new CacheKey("a", "sm_90", "NVRTC 13.0", List.of("-fmad=false"));
        assertThat(Stream.of(
                                key,
                                new CacheKey("b", "sm_90", "NVRTC 13.0", List.of("-fmad=false")),
                                new CacheKey("a", "sm_80", "NVRTC 13.0", List.of("-fmad=false")),
                                new CacheKey("a", "sm_90", "NVRTC 12.9", List.of("-fmad=false")),
                                new CacheKey("a", "sm_90", "NVRTC 13.0", List.of("-fmad=true")))
                        .map(CacheKey::digest)
                        .distinct())
                .hasSize(5);
    }

    @Test
    void a_damaged_file_is_compiled_again_and_replaced() throws Exception {
        BinaryCache cache = BinaryCache.in(folder, BOUND);
        cache.get(CacheProcess.key(2), () -> CacheProcess.program(2), CacheProcess.BYTES);
        byte[] whole = Files.readAllBytes(only());
        byte[] flipped = whole.clone();
        flipped[whole.length / 2] ^= 4;
        for (byte[] damaged : List.of(flipped, java.util.Arrays.copyOf(whole, whole.length / 2), new byte[0])) {
            Files.write(only(), damaged);
            assertThat(cache.get(CacheProcess.key(2), () -> CacheProcess.program(2), CacheProcess.BYTES))
                    .isEqualTo(CacheProcess.program(2));
            assertThat(Files.readAllBytes(only())).isEqualTo(whole);
        }
        assertThat(cache.misses()).isEqualTo(4);
    }

    @Test
    void what_was_used_least_recently_goes_first() throws Exception {
        BinaryCache cache = BinaryCache.in(folder, 160_000);
        for (int k = 0; k < 3; k++) {
            int program = k;
            cache.get(CacheProcess.key(k), () -> CacheProcess.program(program), CacheProcess.BYTES);
            FileTime used = FileTime.from(Instant.now().minusSeconds(100 - k));
            Files.setLastModifiedTime(folder.resolve(CacheProcess.key(k).fileName()), used);
        }
        cache.get(CacheProcess.key(0), BinaryCacheTest::fails, CacheProcess.BYTES);
        cache.get(CacheProcess.key(3), () -> CacheProcess.program(3), CacheProcess.BYTES);
        cache.get(CacheProcess.key(0), BinaryCacheTest::fails, CacheProcess.BYTES);
        cache.get(CacheProcess.key(2), BinaryCacheTest::fails, CacheProcess.BYTES);
        cache.get(CacheProcess.key(1), () -> CacheProcess.program(1), CacheProcess.BYTES);
        assertThat(cache.misses()).isEqualTo(5);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThanOrEqualTo(160_000);
        }
    }

    @Test
    void a_program_beyond_the_bound_is_not_kept() throws Exception {
        BinaryCache cache = BinaryCache.in(folder, 1000);
        cache.get(CacheProcess.key(0), () -> CacheProcess.program(0), CacheProcess.BYTES);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void two_processes_at_once_see_whole_programs_alone() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<Process> processes = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            // A bound of four programs of seven makes both delete what the other reads.
            processes.add(new ProcessBuilder(
                            java,
                            "-cp",
                            System.getProperty("java.class.path"),
                            CacheProcess.class.getName(),
                            folder.toString(),
                            "210000",
                            "400")
                    .inheritIO()
                    .start());
        }
        for (Process process : processes) {
            assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
    }

    @Test
    void a_folder_that_cannot_be_written_does_no_harm() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        BinaryCache cache = BinaryCache.in(file.resolve("below"), BOUND);
        assertThat(cache.get(CacheProcess.key(4), () -> CacheProcess.program(4), CacheProcess.BYTES))
                .isEqualTo(CacheProcess.program(4));
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        BinaryCache readOnly = BinaryCache.in(closed, BOUND);
        assertThat(readOnly.get(CacheProcess.key(4), () -> CacheProcess.program(4), CacheProcess.BYTES))
                .isEqualTo(CacheProcess.program(4));
        assertThat(readOnly.get(CacheProcess.key(4), () -> CacheProcess.program(4), CacheProcess.BYTES))
                .isEqualTo(CacheProcess.program(4));
    }

    @Test
    void without_a_folder_the_heap_keeps_programs_up_to_the_bound() throws Exception {
        BinaryCache cache = BinaryCache.in(null, 160_000, FileTrust.ofProcess());
        for (int k = 10; k < 14; k++) {
            int program = k;
            cache.get(CacheProcess.key(k), () -> CacheProcess.program(program), CacheProcess.BYTES);
        }
        assertThat(cache.get(CacheProcess.key(13), BinaryCacheTest::fails, CacheProcess.BYTES))
                .isEqualTo(CacheProcess.program(13));
        assertThat(cache.findOfAnyCompiler(CacheProcess.key(10), CacheProcess.BYTES))
                .isEmpty();
        assertThat(cache.get(CacheProcess.key(11), BinaryCacheTest::fails, CacheProcess.BYTES))
                .isEqualTo(CacheProcess.program(11));
    }

    @Test
    void a_cache_that_is_off_keeps_nothing() throws Exception {
        BinaryCache cache = BinaryCache.ofUser("off", null, null);
        cache.get(CacheProcess.key(5), () -> CacheProcess.program(5), CacheProcess.BYTES);
        cache.get(CacheProcess.key(5), () -> CacheProcess.program(5), CacheProcess.BYTES);
        assertThat(cache.misses()).isEqualTo(2);
    }

    @Test
    void the_property_goes_before_the_environment() throws Exception {
        Path named = folder.resolve("named");
        BinaryCache.ofUser(named.toString(), "/nowhere", null)
                .get(CacheProcess.key(6), () -> CacheProcess.program(6), CacheProcess.BYTES);
        assertThat(named).isDirectory();
        Path xdg = folder.resolve("xdg");
        BinaryCache.ofUser(null, xdg.toString(), null)
                .get(CacheProcess.key(6), () -> CacheProcess.program(6), CacheProcess.BYTES);
        assertThat(xdg.resolve("sporos")).isDirectory();
    }

    @Test
    void the_cache_of_a_user_is_in_the_home_and_as_large_as_a_property_says() throws Exception {
        Path cache = folder.resolve(".cache").resolve("sporos");
        System.setProperty("sporos.cache.bytes", "120000");
        try {
            BinaryCache users = BinaryCache.ofUser(null, "relative", folder.toString());
            for (int k = 0; k < 4; k++) {
                int program = k;
                users.get(CacheProcess.key(k), () -> CacheProcess.program(program), CacheProcess.BYTES);
            }
        } finally {
            System.clearProperty("sporos.cache.bytes");
        }
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void what_a_compiler_throws_is_passed_on() {
        BinaryCache cache = BinaryCache.in(folder, BOUND);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> cache.get(
                        CacheProcess.key(1),
                        () -> {
                            throw new IOException("syntax error");
                        },
                        CacheProcess.BYTES)))
                .isInstanceOf(IOException.class)
                .hasMessage("syntax error");
    }
}
