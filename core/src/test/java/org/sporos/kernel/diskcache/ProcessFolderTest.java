package org.sporos.kernel.diskcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** A JVM has one folder for what must not outlive it, and nobody has to clean up by hand, even if it is killed. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ProcessFolderTest {
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
            ProcessTree.end(process.toHandle(), temporary);
            process.waitFor();
        }
    }

    private Process start(String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                FolderProcess.class.getName()));
        line.addAll(List.of(words));
        Process process = new ProcessBuilder(line)
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

    private static void finish(Process process) throws Exception {
        process.getOutputStream().close();
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("sporos"))
                    .toList();
        }
    }

    @Test
    void it_is_for_this_user_alone_named_after_the_process_and_the_same_for_all() throws IOException {
        Path path = ProcessFolder.path();
        assertThat(path.getFileName().toString())
                .startsWith("sporos-" + ProcessHandle.current().pid() + "-");
        assertThat(Posix.mode(path)).isEqualTo(0700);
        assertThat(ProcessFolder.path()).isEqualTo(path);
        Path below = ProcessFolder.newFolder("test");
        assertThat(Posix.mode(below)).isEqualTo(0700);
        ProcessFolder.delete(below);
        assertThat(below).doesNotExist();
        assertThat(path).exists();
    }

    @Test
    void a_folder_that_a_cleaner_took_is_made_again() throws IOException {
        Path first = ProcessFolder.path();
        ProcessFolder.delete(first);
        Path second = ProcessFolder.path();
        assertThat(second).isDirectory().isNotEqualTo(first);
    }

    @Test
    void what_a_killed_process_leaves_goes_with_the_next_one_and_its_compiler_too() throws Exception {
        Process killed = start("worker");
        long worker = Long.parseLong(line(killed));
        Path folder = Path.of(line(killed));
        List<ProcessHandle> tree = new ArrayList<>(started(folder));
        tree.add(ProcessHandle.of(worker).orElseThrow());
        killed.destroyForcibly().waitFor();
        assertThat(folder.resolve("lock")).exists();
        assertThat(tree).hasSize(3).allMatch(ProcessHandle::isAlive);

        Process next = start();
        assertThat(line(next)).startsWith(temporary.toString());
        assertThat(folder).doesNotExist();
        for (ProcessHandle process : tree) {
            process.onExit().get(Patience.SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Returns the two processes that a worker has started. */
    private static List<ProcessHandle> started(Path folder) throws Exception {
        List<ProcessHandle> all = new ArrayList<>();
        while (all.size() < 2) {
            Thread.sleep(10);
            all.clear();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(file -> file.endsWith("pids")).toList()) {
                    for (String pid : Files.readAllLines(file)) {
                        ProcessHandle.of(Long.parseLong(pid)).ifPresent(all::add);
                    }
                }
            }
        }
        return all;
    }

    @Test
    void nobody_takes_the_folder_of_a_process_that_is_alive() throws Exception {
        Process first = start();
        Path folder = Path.of(line(first));
        line(start());
        assertThat(folder).isDirectoryContaining("glob:**lock");
        // Seen from another container it has another number; the lock still says that it is alive.
        Path renamed = Files.move(folder, temporary.resolve("sporos-999999999-1-1"));
        line(start());
        assertThat(renamed).exists();
        first.destroyForcibly().waitFor();
        line(start());
        assertThat(renamed).doesNotExist();
    }

    @Test
    void a_folder_that_is_just_being_made_has_no_lock_and_stays() throws Exception {
        Path made = Files.createDirectory(temporary.resolve("sporos-999999999-1-1"));
        line(start());
        assertThat(made).exists();
        Files.setLastModifiedTime(made, java.nio.file.attribute.FileTime.fromMillis(0));
        line(start());
        assertThat(made).doesNotExist();
    }

    @Test
    void folders_of_others_and_other_folders_stay() throws Exception {
        Path foreign = Files.createDirectory(temporary.resolve("sporos-999999999-1-1"));
        Path similar = Files.createDirectory(temporary.resolve("sporos-results"));
        Files.writeString(foreign.resolve("lock"), "");
        Path link = Files.createSymbolicLink(temporary.resolve("sporos-999999999-2-2"), similar);
        Posix.mode(temporary, 01777);
        Posix.give(foreign, Posix.NOBODY);
        line(start());
        assertThat(foreign).exists();
        assertThat(similar).exists();
        assertThat(link).exists();
    }

    @Test
    void it_is_not_made_where_others_could_replace_it() throws Exception {
        Posix.mode(temporary, 0777);
        assertThat(line(start()))
                .isEqualTo("S232: no folder of this JVM can be made below java.io.tmpdir, as others may write '"
                        + temporary + "' (mode 777); name one that only you may write, or one with the sticky bit");
        assertThat(left()).isEmpty();
    }

    @Test
    void at_the_end_the_folder_is_empty_and_goes() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        CacheProcess.class.getName(),
                        Files.writeString(home.resolve("file"), "no folder").toString(),
                        "1000000",
                        "5")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        finish(process);
        assertThat(process.exitValue()).isZero();
        assertThat(left()).isEmpty();
    }
}
