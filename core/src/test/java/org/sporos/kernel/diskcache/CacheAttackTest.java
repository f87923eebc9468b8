package org.sporos.kernel.diskcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.contract.Patience;

/** What others put into the folder of the cache is not used, whatever it is, and hurts nobody. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class CacheAttackTest {
    private static final long BOUND = 1 << 20;
    private static final byte[] GOOD = CacheProcess.program(1);
    private static final byte[] PLANTED = CacheProcess.program(66);

    /** One for each test: what the JVM keeps for itself it keeps for all. */
    private final CacheKey key = new CacheKey("source " + UUID.randomUUID(), "sm_90", "test 1", List.of());

    @TempDir
    Path temporary;

    private Path folder;
    private LogRecorder log;

    @BeforeEach
    void listen() {
        folder = temporary.resolve("cache");
        log = new LogRecorder();
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    /** Compiles the good program unless the cache has one. Returns how often it was compiled. */
    private long compiledBy(BinaryCache cache) throws Exception {
        long before = cache.misses();
        assertThat(cache.get(key, () -> GOOD, CacheProcess.BYTES)).isEqualTo(GOOD);
        return cache.misses() - before;
    }

    private BinaryCache cache() {
        return BinaryCache.in(folder, BOUND);
    }

    /** Writes an entry as whole as the library's own, with bytes that somebody else wants to be run. */
    private Path plant() throws IOException {
        Files.createDirectories(folder);
        Path file = Files.write(folder.resolve(key.fileName()), CacheEntry.wrap(key, PLANTED));
        Posix.mode(folder, 0700);
        return Posix.mode(file, 0600);
    }

    @Test
    void a_whole_entry_of_this_user_is_used() throws Exception {
        plant();
        assertThat(cache().get(key, () -> GOOD, CacheProcess.BYTES)).isEqualTo(PLANTED);
    }

    @Test
    void nothing_is_loaded_from_the_folder_of_another_user_which_is_said_once() throws Exception {
        Path file = plant();
        Posix.give(folder, Posix.NOBODY);
        BinaryCache cache = cache();
        assertThat(compiledBy(cache)).isEqualTo(1);
        assertThat(compiledBy(cache)).as("this JVM has it in its heap").isZero();
        assertThat(compiledBy(cache())).isZero();
        assertThat(log.warnings())
                .containsExactly("S230: the cache of compiled kernels in '" + folder + "' is not used, as '" + folder
                        + "' belongs to user 65534, neither to this one nor to root; this JVM compiles for itself. Let only"
                        + " you or root write it and the folders above it, or name another one with -Dsporos.cache");
        assertThat(file).exists();
        assertThat(cache.findOfAnyCompiler(key, CacheProcess.BYTES)).hasValue(GOOD);
    }

    @Test
    void nothing_is_loaded_from_a_folder_that_others_may_write_nor_from_one_below_it() throws Exception {
        plant();
        for (int mode : new int[] {0777, 0770, 01777}) {
            Posix.mode(folder, mode);
            compiledBy(cache());
        }
        Posix.mode(folder, 0700);
        Posix.mode(temporary, 0777);
        compiledBy(cache());
        assertThat(log.warnings())
                .hasSize(1)
                .first()
                .asString()
                .contains("others may write '" + folder + "' (mode 777)");
    }

    @Test
    void a_file_of_another_user_or_that_others_may_write_is_not_loaded_and_replaced() throws Exception {
        Path file = Posix.mode(plant(), 0666);
        assertThat(compiledBy(cache())).isEqualTo(1);
        assertThat(log.warnings())
                .containsExactly("S231: a compiled kernel of the cache is not used, as others may write '" + file
                        + "' (mode 666); it is compiled again");
        assertThat(compiledBy(cache())).isZero();
        Posix.give(plant(), Posix.NOBODY);
        assertThat(compiledBy(cache())).isEqualTo(1);
        assertThat(compiledBy(cache())).isZero();
    }

    @Test
    void links_pipes_and_folders_in_the_place_of_an_entry_are_not_read() throws Exception {
        Path file = plant();
        Path elsewhere = Files.move(file, temporary.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);
        assertThat(compiledBy(cache())).isEqualTo(1);
        assertThat(elsewhere).exists();
        assertThat(compiledBy(cache())).isZero();

        Files.delete(file);
        Posix.fifo(file);
        assertThat(compiledBy(cache())).isEqualTo(1);
        assertThat(compiledBy(cache())).isZero();

        Files.delete(file);
        Files.createDirectories(file.resolve("below"));
        BinaryCache cache = cache();
        assertThat(compiledBy(cache)).isEqualTo(1);
        assertThat(compiledBy(cache)).as("this JVM has it in its heap").isZero();
    }

    @Test
    void a_file_of_three_gigabytes_is_not_read() throws Exception {
        Path file = plant();
        for (byte[] begin : List.of(new byte[0], CacheEntry.wrap(key, GOOD))) {
            Files.write(file, begin);
            try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(3L << 30);
            }
            assertThat(compiledBy(cache())).isEqualTo(1);
            assertThat(Files.size(file)).isLessThan(BOUND);
            assertThat(compiledBy(cache())).isZero();
        }
    }

    @Test
    void a_program_that_cannot_be_loaded_is_compiled_again_and_replaced() throws Exception {
        plant();
        ProgramLoader<String> loader = program -> {
            if (program.length != GOOD.length) {
                throw new UnusableProgramException("garbage", new IOException());
            }
            return "loaded";
        };
        assertThat(cache().get(key, () -> GOOD, loader)).isEqualTo("loaded");
        assertThat(compiledBy(cache())).isZero();
    }

    @Test
    void what_the_compiler_wrote_is_kept_once_it_was_loaded() throws Exception {
        BinaryCache cache = cache();
        for (int k = 0; k < 2; k++) {
            try {
                cache.get(key, () -> PLANTED, program -> {
                    throw new UnusableProgramException("garbage", new IOException());
                });
            } catch (UnusableProgramException expected) {
                assertThat(expected).hasMessage("garbage");
            }
        }
        assertThat(cache.misses()).isEqualTo(2);
        assertThat(compiledBy(cache)).isEqualTo(1);
    }

    @Test
    void files_of_others_in_the_folder_are_neither_counted_nor_deleted() throws Exception {
        Files.createDirectories(folder);
        Path data = Files.write(folder.resolve("measured.bin"), new byte[2 << 20]);
        Path note = Files.writeString(folder.resolve("note.tmp"), "old");
        Files.setLastModifiedTime(note, java.nio.file.attribute.FileTime.fromMillis(0));
        assertThat(compiledBy(cache())).isEqualTo(1);
        assertThat(compiledBy(cache())).isZero();
        assertThat(data).exists();
        assertThat(note).exists();
    }

    @Test
    void folders_and_files_are_for_this_user_alone_whatever_the_mask() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String call = "umask 000; exec \"$0\" -cp \"$1\" \"$2\" \"$3\" 1000000 3";
        String path = System.getProperty("java.class.path");
        Path deep = folder.resolve("a/b");
        Process process = new ProcessBuilder(
                        "sh", "-c", call, java, path, CacheProcess.class.getName(), deep.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        for (Path made : List.of(folder, folder.resolve("a"), deep)) {
            assertThat(Posix.mode(made)).isEqualTo(0700);
        }
        try (var files = Files.list(deep)) {
            assertThat(files.toList())
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(Posix.mode(file)).isEqualTo(0600));
        }
    }

    @Test
    void a_home_that_is_none_is_no_folder() throws Exception {
        for (String home : new String[] {"?", "", " ", "relative", "/not/there", "a\0b", null}) {
            BinaryCache cache = BinaryCache.ofUser(null, null, home);
            compiledBy(cache);
            assertThat(compiledBy(cache)).as("this JVM has it in its heap").isZero();
        }
        for (String none : List.of("?", "relative", "/not")) {
            assertThat(Path.of(none)).doesNotExist();
        }
        assertThat(log.warnings()).isEmpty();
        BinaryCache.ofUser("a\0b", null, null).get(key, () -> GOOD, CacheProcess.BYTES);
        assertThat(log.warnings()).hasSize(1).first().asString().startsWith("S230: compiled kernels are not kept: ");
    }

    @Test
    void an_administrators_folder_is_read_by_everybody_else() throws Exception {
        plant();
        assumeTrue((int) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS) == 0, "skipped: not root");
        FileTrust nobody = new FileTrust(Posix.NOBODY, 0, null);
        assertThat(BinaryCache.in(folder, BOUND, nobody).get(key, () -> GOOD, CacheProcess.BYTES))
                .isEqualTo(PLANTED);
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void without_a_compiler_a_program_of_any_is_found_and_a_missing_one_says_what_differs() throws Exception {
        CacheKey text = new CacheKey("text", "sm_90", "any", List.of());
        BinaryCache cache = cache();
        assertThat(cache.hasEntries()).isFalse();
        assertThat(cache.difference(text)).isEqualTo("'" + folder + "' has no compiled kernels that can be used");
        cache.get(new CacheKey("other", "sm_90", "g++ 12", List.of()), () -> GOOD, CacheProcess.BYTES);
        assertThat(cache.hasEntries()).isTrue();
        assertThat(cache.findOfAnyCompiler(text, CacheProcess.BYTES)).isEmpty();
        assertThat(cache.difference(text))
                .isEqualTo(
                        "'" + folder
                                + "' has no kernels of this text: those there are of other graphs, sizes or releases of Sporos");
        cache.get(new CacheKey("text", "sm_80", "g++ 12", List.of()), () -> GOOD, CacheProcess.BYTES);
        assertThat(cache.findOfAnyCompiler(text, CacheProcess.BYTES)).isEmpty();
        assertThat(cache.difference(text)).isEqualTo("'" + folder + "' has these kernels for sm_80, not for sm_90");
        cache.get(new CacheKey("text", "sm_90", "g++ 12", List.of()), () -> GOOD, CacheProcess.BYTES);
        assertThat(cache.difference(text))
                .isEqualTo("'" + folder + "' has these kernels as made by g++ 12, not by any");
        assertThat(cache.findOfAnyCompiler(text, CacheProcess.BYTES)).hasValue(GOOD);
        assertThat(BinaryCache.ofUser(null, null, "?").difference(text))
                .isEqualTo("there is no folder of compiled kernels");
    }
}
