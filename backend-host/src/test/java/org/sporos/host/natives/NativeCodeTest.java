package org.sporos.host.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntBiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.host.mpi.MpiProvider;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.kernel.diskcache.CacheKey;
import org.sporos.space.Availability;

/** Whatever a compiler does, its output counts only once it is loaded, and it is given a time. */
@EnabledOnOs(OS.LINUX)
class NativeCodeTest {
    private static final String SOURCE = """
            extern "C" __attribute__((visibility("default"))) int NAME(void***, void*, void*, void*) { return 7; }
            """.replace("NAME", NativeLibrary.FUNCTION);

    @TempDir
    Path folder;

    @AfterEach
    void forgetLimit() {
        System.clearProperty(CompilerProcess.SECONDS);
    }

    private BinaryCache cache() {
        return BinaryCache.in(folder.resolve("cache"), 1 << 20);
    }

    private static Toolchain real() {
        Toolchain real = Toolchain.ofMachine();
        assumeTrue(real != null, "skipped: no C++ compiler was found");
        return Objects.requireNonNull(real);
    }

    private static CacheKey key(Toolchain compiler) {
        return new CacheKey(SOURCE, CpuFeatures.name(), compiler.version(), Toolchain.flags());
    }

    private static void works(ToIntBiFunction<Object, Object> function) {
        assertThat(function.applyAsInt(null, null)).isEqualTo(7);
    }

    /** Puts other bytes into the cache than the compiler would. */
    private void keep(Toolchain compiler, byte[] bytes) throws Exception {
        cache().get(key(compiler), () -> bytes, program -> program);
    }

    private long entries() throws IOException {
        if (!Files.exists(folder.resolve("cache"))) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
            return files.count();
        }
    }

    private static void leavesNothing() throws IOException {
        String prefix = "sporos-" + ProcessHandle.current().pid() + "-";
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith(prefix));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FakeCompiler.WRITES_GARBAGE, FakeCompiler.WRITES_HALF, FakeCompiler.WRITES_ANOTHER})
    void what_cannot_be_loaded_is_not_kept_and_its_compiler_not_asked_again(String what) throws Exception {
        real();
        FakeCompiler fake = FakeCompiler.that(folder, what);
        String start = "K403: the compiler " + fake.command() + " has written what cannot be loaded (it ";
        String end = ") and is not asked again; see that it makes shared libraries for this machine";
        assertThatThrownBy(() -> NativeCode.of(SOURCE, cache(), fake.toolchain()))
                .isInstanceOf(NativeCode.ReportedException.class)
                .hasMessageStartingWith(start)
                .hasMessageEndingWith(end);
        assertThat(entries()).isZero();
        assertThatThrownBy(() -> NativeCode.of(SOURCE, cache(), fake.toolchain()))
                .isInstanceOf(NativeCode.MissingException.class)
                .hasMessageStartingWith("K401: no C++ of these kernels: " + start)
                .hasMessageEndingWith(end + ", and '" + folder.resolve("cache")
                        + "' has no compiled kernels that can be used. See that a compiler can work, or fill the cache on"
                        + " a machine like this");
        assertThat(fake.calls()).isEqualTo(1);
        leavesNothing();
    }

    @ParameterizedTest
    @ValueSource(strings = {FakeCompiler.WRITES_NOTHING, FakeCompiler.WRITES_A_FOLDER, FakeCompiler.WRITES_TOO_MUCH})
    void no_library_at_all_is_an_error_and_not_kept(String what) throws Exception {
        FakeCompiler fake = FakeCompiler.that(folder, what);
        assertThatThrownBy(() -> NativeCode.of(SOURCE, cache(), fake.toolchain()))
                .isInstanceOf(IOException.class)
                .hasMessage(fake.command() + " has written no file, or one that is no library");
        assertThat(entries()).isZero();
        leavesNothing();
    }

    @Test
    void a_compiler_that_hangs_is_ended_with_all_that_it_has_started_and_not_asked_again() throws Exception {
        System.setProperty(CompilerProcess.SECONDS, "3");
        FakeCompiler fake = FakeCompiler.that(folder, FakeCompiler.HANGS);
        assertThatThrownBy(() -> NativeCode.of(SOURCE, cache(), fake.toolchain()))
                .isInstanceOf(NativeCode.ReportedException.class)
                .hasMessage(
                        "K402: the compiler " + fake.command()
                                + " has not ended within 3 s and is not asked again; sporos.host.compiler.seconds sets the limit");
        assertThatThrownBy(() -> NativeCode.of(SOURCE, cache(), fake.toolchain()))
                .isInstanceOf(NativeCode.MissingException.class)
                .hasMessageContaining("K402: the compiler ");
        assertThat(fake.calls()).isLessThanOrEqualTo(1);
        for (ProcessHandle process : fake.alive()) {
            process.onExit().get();
        }
        leavesNothing();
    }

    @Test
    void an_interrupt_ends_the_compiler_too() throws Exception {
        FakeCompiler fake = FakeCompiler.that(folder, FakeCompiler.HANGS);
        Thread thread = new Thread(() -> assertThatThrownBy(() -> NativeCode.of(SOURCE, cache(), fake.toolchain()))
                .hasMessage("interrupted while " + fake.command() + " works"));
        thread.start();
        fake.awaitProcesses(2);
        thread.interrupt();
        thread.join();
        for (ProcessHandle process : fake.alive()) {
            process.onExit().get();
        }
        leavesNothing();
    }

    @Test
    void a_bad_entry_is_compiled_again_and_replaced() throws Exception {
        Toolchain real = real();
        byte[] whole = real.compile(SOURCE);
        byte[] another = real.compile("extern \"C\" int other() { return 1; }");
        for (byte[] bad : new byte[][] {new byte[20_000], Arrays.copyOf(whole, whole.length / 2), another}) {
            keep(real, bad);
            BinaryCache first = cache();
            works(NativeCode.of(SOURCE, first, real));
            assertThat(first.misses()).isEqualTo(1);
            BinaryCache second = cache();
            works(NativeCode.of(SOURCE, second, real));
            assertThat(second.misses()).isZero();
            try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
                files.forEach(file -> file.toFile().delete());
            }
        }
    }

    @Test
    void without_a_compiler_the_library_of_another_one_is_used_and_a_missing_one_says_what_differs() throws Exception {
        byte[] library = real().compile(SOURCE);
        CacheKey other = new CacheKey(SOURCE, "Another CPU with features 0", "g++ 9", Toolchain.flags());
        cache().get(other, () -> library, program -> program);
        assertThatThrownBy(() -> NativeCode.of(SOURCE, cache(), null))
                .isInstanceOf(NativeCode.MissingException.class)
                .hasMessage("K401: no C++ of these kernels: there is no g++ or clang++, and '" + folder.resolve("cache")
                        + "' has these kernels for Another CPU with features 0, not for " + CpuFeatures.name()
                        + ". See that a compiler can work, or fill the cache on a machine like this");
        keep(new Toolchain("other", "g++ 9"), library);
        works(NativeCode.of(SOURCE, cache(), null));
    }

    @Test
    void a_library_for_another_processor_is_another_entry_of_the_cache() throws Exception {
        Toolchain real = real();
        works(NativeCode.of(SOURCE, cache(), real));
        String before = System.getProperty("sporos.host.compiler.march");
        try {
            // A name that g++ and clang++ know on every processor, and that no run of the tests is for.
            System.setProperty("sporos.host.compiler.march", oldest());
            assertThat(Toolchain.flags()).contains("-march=" + oldest()).doesNotContain("-march=native");
            BinaryCache other = cache();
            works(NativeCode.of(SOURCE, other, real));
            assertThat(other.misses()).isEqualTo(1);
        } finally {
            if (before == null) {
                System.clearProperty("sporos.host.compiler.march");
            } else {
                System.setProperty("sporos.host.compiler.march", before);
            }
        }
        BinaryCache same = cache();
        works(NativeCode.of(SOURCE, same, real));
        assertThat(same.misses()).isZero();
    }

    private static String oldest() {
        return System.getProperty("os.arch").equals("amd64") ? "x86-64" : "armv8-a";
    }

    @Test
    void a_library_that_is_not_whole_is_not_given_to_the_system() throws Exception {
        byte[] whole = real().compile(SOURCE);
        assertThat(ElfFile.violation(whole)).isNull();
        assertThat(ElfFile.violation(Arrays.copyOf(whole, 40))).isEqualTo("it is no ELF file");
        assertThat(ElfFile.violation(Arrays.copyOf(whole, 64))).isEqualTo("it is not whole");
        assertThat(ElfFile.violation(Arrays.copyOf(whole, 9000))).isEqualTo("it is not whole");
        byte[] object = whole.clone();
        object[16] = 1;
        assertThat(ElfFile.violation(object)).isEqualTo("it is no shared library");
        byte[] far = whole.clone();
        Arrays.fill(far, 32, 40, (byte) 0x7f);
        assertThat(ElfFile.violation(far)).isEqualTo("it is not whole");
        byte[] without = whole.clone();
        Arrays.fill(without, 56, 58, (byte) 0);
        assertThat(ElfFile.violation(without)).isEqualTo("it has no segments");
    }

    /** A JVM of another architecture may run on the same processor, emulated, with the same cache. */
    @Test
    void a_processor_is_its_architecture_its_model_and_what_it_can_do() {
        String architecture = System.getProperty("os.arch");
        String one = CpuFeatures.of(List.of("processor : 0", "model name\t: Some CPU", "flags\t\t: fpu avx2"));
        assertThat(one).matches(architecture + " Some CPU with features [0-9a-f]{8}");
        assertThat(CpuFeatures.of(List.of("model name\t: Some CPU", "flags\t\t: fpu avx2 avx512f")))
                .startsWith(architecture + " Some CPU with features ")
                .isNotEqualTo(one);
    }

    @Test
    void an_arm_processor_without_a_model_is_its_part_and_what_it_can_do() {
        String one = CpuFeatures.of(List.of("Features : fp asimd", "CPU implementer : 0x41", "CPU part : 0xd0c"));
        assertThat(one).matches(System.getProperty("os.arch") + " with features [0-9a-f]{8}");
        assertThat(CpuFeatures.of(List.of("Features : fp asimd", "CPU implementer : 0x41", "CPU part : 0xd40")))
                .isNotEqualTo(one);
        assertThat(CpuFeatures.of(List.of("Features : fp asimd sve", "CPU implementer : 0x41", "CPU part : 0xd0c")))
                .isNotEqualTo(one);
    }

    @Test
    void the_processor_of_this_machine_is_named_as_compilers_for_its_architecture_take_it() {
        assertThat(Toolchain.processor("amd64", "")).isEqualTo("-march=native");
        assertThat(Toolchain.processor("aarch64", "")).isEqualTo("-mcpu=native");
        assertThat(Toolchain.processor("aarch64", "armv8.2-a")).isEqualTo("-march=armv8.2-a");
    }

    @Test
    void a_system_other_than_linux_has_neither_cpp_nor_mpi_and_says_why() {
        String before = System.getProperty("os.name");
        String why = "libraries are compiled on Linux alone, and this is Mac OS X";
        try {
            System.setProperty("os.name", "Mac OS X");
            assertThat(Toolchain.find()).isNull();
            assertThat(Toolchain.absence()).isEqualTo(why);
            assertThat(new MpiProvider().probe()).isEqualTo(new Availability("mpi", false, why));
        } finally {
            System.setProperty("os.name", before);
        }
    }
}
