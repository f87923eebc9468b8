package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Processes that work for this one in a folder, such as a compiler and its parts. Each has the variable {@code TMPDIR},
 * which names the folder, so that they are found when the process that started them is gone. Stateless.
 */
public final class ProcessTree {
    private static final String VARIABLE = "TMPDIR";
    private static final Path ALL = Path.of("/proc");
    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_PASSES = 10;

    private ProcessTree() {}

    /** Makes what a builder starts work in a folder. */
    public static void workIn(ProcessBuilder builder, Path folder) {
        builder.environment().put(VARIABLE, folder.toString());
    }

    /** Ends a process and all that it has started in a folder, at once. Does nothing where they have ended. */
    public static void end(ProcessHandle process, Path folder) {
        end(process);
        endWorkers(folder);
    }

    private static void end(ProcessHandle process) {
        // Asked for first: the children of a process that has ended are nobody's.
        List<ProcessHandle> children = process.children().toList();
        process.destroyForcibly();
        children.forEach(ProcessTree::end);
    }

    /**
     * Ends all processes of this user that work in a folder or one below it, where the system shows their variables.
     */
    static void endWorkers(Path folder) {
        // Processes that were found may start others meanwhile.
        for (int pass = 0; pass < MOST_PASSES && endWorkersOnce(folder); pass++) {
            Thread.onSpinWait();
        }
    }

    private static boolean endWorkersOnce(Path folder) {
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
            // Only Linux lists processes as files.
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
