package org.sporos.host.cpp;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads for what a program can do without, one task after the other, while it runs on. They keep no JVM alive. */
public final class Background {
    private Background() {}

    /** Returns a thread of low priority, which begins with its first task. */
    public static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.setPriority(Thread.MIN_PRIORITY);
            return thread;
        });
    }
}
