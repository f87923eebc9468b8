package org.sporos.kernel.diskcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.contract.Patience;

/** A scratch folder lives as long as its work, and never longer than the JVM, unless that is killed. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ScratchFolderTest {
    private static final int ROUNDS = 3;
    private static final FileTime YESTERDAY = FileTime.from(Instant.now().minus(Duration.ofHours(25)));

    @TempDir
    Path home;

    private Path temporary;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        temporary = Files.createDirectory(home.resolve("tmp"));
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Process process : started) {
            ProcessTree.kill(process.toHandle(), temporary);
            process.waitFor();
        }
    }

    private Process start(String what) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ScratchProcess.class.getName(),
                        what)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process;
    }

    private static String line(Process process) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = process.getInputStream().read();
                c != '\n' && c >= 0;
                c = process.getInputStream().read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("sporos"))
                    .toList();
        }
    }

    @Test
    void it_is_a_folder_of_its_own_until_it_is_closed() throws IOException {
        Path first;
        try (ScratchFolder scratch = ScratchFolder.open("test");
                ScratchFolder other = ScratchFolder.open("test")) {
            first = scratch.path();
            assertThat(first).isDirectory().isNotEqualTo(other.path());
            assertThat(first.getFileName().toString())
                    .startsWith("sporos-" + ProcessHandle.current().pid() + "-test-");
            assertThat(Posix.mode(first)).isEqualTo(0700);
            Files.writeString(first.resolve("file"), "text");
            assertThat(scratch.isShuttingDown()).isFalse();
            scratch.requireNoShutdown();
        }
        assertThat(first).doesNotExist();
    }

    @Test
    void nothing_is_left_by_threads_that_use_some_when_the_jvm_ends() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Process process = start("threads");
            assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void what_a_killed_process_leaves_goes_after_a_day_and_its_compiler_too() throws Exception {
        Process killed = start("worker");
        Path folder = Path.of(line(killed));
        List<ProcessHandle> tree = new ArrayList<>(started(folder));
        tree.add(ProcessHandle.of(Long.parseLong(line(killed))).orElseThrow());
        killed.destroyForcibly().waitFor();
        assertThat(tree).hasSize(3).allMatch(ProcessHandle::isAlive);

        line(start("folder"));
        assertThat(folder).exists();
        Files.setLastModifiedTime(folder, YESTERDAY);
        line(start("folder"));
        assertThat(folder).doesNotExist();
        for (ProcessHandle process : tree) {
            process.onExit().get(Patience.SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Returns the two processes that a worker has started. */
    private static List<ProcessHandle> started(Path folder) throws Exception {
        Path pids = folder.resolve("pids");
        while (!Files.exists(pids) || Files.readAllLines(pids).size() < 2) {
            Thread.sleep(10);
        }
        return Files.readAllLines(pids).stream()
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .toList();
    }

    @Test
    void old_folders_of_others_and_with_other_names_stay() throws Exception {
        Path foreign = Files.createDirectory(temporary.resolve("sporos-1-cpp-1"));
        Path similar = Files.createDirectory(temporary.resolve("sporos-1-results"));
        Path link = Files.createSymbolicLink(temporary.resolve("sporos-1-cpp-2"), similar);
        Posix.mode(temporary, 01777);
        Posix.give(foreign, Posix.NOBODY);
        for (Path folder : List.of(foreign, similar)) {
            Files.setLastModifiedTime(folder, YESTERDAY);
        }
        line(start("folder"));
        assertThat(List.of(foreign, similar, link)).allMatch(Files::exists);
    }

    @Test
    void none_is_made_where_others_could_replace_it() throws Exception {
        Posix.mode(temporary, 0777);
        assertThat(line(start("folder")))
                .isEqualTo("S232: no folder for a compiler can be made below java.io.tmpdir, as others may write '"
                        + temporary + "' (mode 777); name one that only you may write, or one with the sticky bit");
        assertThat(left()).isEmpty();
    }
}
