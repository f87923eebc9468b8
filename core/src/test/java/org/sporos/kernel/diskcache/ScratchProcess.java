package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.file.Files;

/** A process whose daemon threads make scratch folders with files in them without an end, and that ends meanwhile. */
final class ScratchProcess {
    private static final int THREADS = 4;
    private static final long MILLIS = 300;

    private ScratchProcess() {}

    public static void main(String[] words) throws InterruptedException {
        for (int k = 0; k < THREADS; k++) {
            Thread thread = new Thread(ScratchProcess::work);
            thread.setDaemon(true);
            thread.start();
        }
        Thread.sleep(MILLIS);
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
