package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that makes its folder, says which, and ends when it reads a line. With an argument it also starts a process
 * that sleeps, as a compiler would.
 */
final class FolderProcess {
    private FolderProcess() {}

    public static void main(String[] words) throws Exception {
        try {
            Path folder = ProcessFolder.newFolder("work");
            Files.writeString(folder.resolve("file"), "text");
            if (words.length > 0) {
                // The second outlives the first, which started it.
                ProcessBuilder builder = new ProcessBuilder(
                        "sh", "-c", "sleep 1000 & echo $! > pids; sh -c 'sleep 1000 & echo $! >> pids'; wait");
                ProcessTree.workIn(builder, folder);
                System.out.println(builder.directory(folder.toFile()).start().pid());
            }
            System.out.println(ProcessFolder.path());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        System.in.read();
    }
}
