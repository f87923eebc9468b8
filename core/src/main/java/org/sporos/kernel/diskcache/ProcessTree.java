package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Child processes that work in a folder, such as a compiler and its subprocesses. They are identified by {@code TMPDIR}
 * in their environment, even if their parent has ended. Stateless.
 */
public final class ProcessTree {
    private static final String VARIABLE = "TMPDIR";
    private static final Path ALL = Path.of("/proc");
    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_SCANS = 10;

    private ProcessTree() {}

    /** Sets the folder of a process to be started. */
    public static void workIn(ProcessBuilder builder, Path folder) {
        builder.environment().put(VARIABLE, folder.toString());
    }

    /** Kills a process and its descendants in a folder. */
    public static void kill(ProcessHandle process, Path folder) {
        kill(process);
        killWorkers(folder);
    }

    private static void kill(ProcessHandle process) {
        // Before the kill, as children of an ended process are reparented.
        List<ProcessHandle> children = process.children().toList();
        process.destroyForcibly();
        children.forEach(ProcessTree::kill);
    }

    /** Kills all processes of this user that work in or below a folder, if the system exposes their environment. */
    static void killWorkers(Path folder) {
        // Found processes may start others meanwhile.
        for (int scan = 0; scan < MOST_SCANS && killWorkersOnce(folder); scan++) {
            Thread.onSpinWait();
        }
    }

    private static boolean killWorkersOnce(Path folder) {
        boolean any = false;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(ALL, "[0-9]*")) {
            for (Path process : processes) {
                if (worksIn(process, folder)) {
                    any = true;
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        } catch (IOException | RuntimeException unknown) {
            // Only Linux has /proc.
        }
        return any;
    }

    private static boolean worksIn(Path process, Path folder) {
        try (var variables = Files.newInputStream(process.resolve("environ"))) {
            String all = new String(variables.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            for (String variable : all.split("\0")) {
                if (variable.startsWith(VARIABLE + "=")) {
                    return Path.of(variable.substring(VARIABLE.length() + 1)).startsWith(folder);
                }
            }
            return false;
        } catch (IOException | RuntimeException endedOrForeign) {
            return false;
        }
    }
}
