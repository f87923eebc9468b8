package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process with scratch folders. Its argument is {@code threads}: daemon threads make some without an end, and the
 * process ends meanwhile; {@code folder}: it makes one, prints its path and waits for a line; or {@code worker}: there
 * it also starts processes that sleep, as a compiler and its parts, and prints the number of the first.
 */
final class ScratchProcess {
    private static final int THREADS = 4;
    private static final long MILLIS = 300;

    private ScratchProcess() {}

    public static void main(String[] words) throws Exception {
        if (!words[0].equals("threads")) {
            hold(words[0].equals("worker"));
            return;
        }
        for (int k = 0; k < THREADS; k++) {
            Thread thread = new Thread(ScratchProcess::work);
            thread.setDaemon(true);
            thread.start();
        }
        Thread.sleep(MILLIS);
    }

    private static void hold(boolean works) throws IOException {
        try (ScratchFolder scratch = ScratchFolder.open("work")) {
            Path folder = scratch.path();
            System.out.println(folder);
            if (works) {
                // The second outlives the first, which started it.
                ProcessBuilder builder = new ProcessBuilder(
                        "sh", "-c", "sleep 1000 & echo $! > pids; sh -c 'sleep 1000 & echo $! >> pids'; wait");
                ProcessTree.workIn(builder, folder);
                System.out.println(builder.directory(folder.toFile()).start().pid());
            }
            System.in.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void work() {
        try {
            while (true) {
                try (ScratchFolder scratch = ScratchFolder.open("work")) {
                    Files.writeString(scratch.path().resolve("file"), "text");
                }
            }
        } catch (IOException ends) {
            // The folder is gone, or none is made any more.
        }
    }
}
