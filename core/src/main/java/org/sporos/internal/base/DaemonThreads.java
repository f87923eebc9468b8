package org.sporos.internal.base;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Makes the threads of backends: daemons that hold nothing of the code that starts them. A thread otherwise keeps the
 * context class loader of its starter and, up to Java 23, the class loaders of all code on the starter's stack as long
 * as it lives, so that an application which is gone could not be unloaded. Their context class loader is the system's.
 * Stateless.
 */
public final class DaemonThreads {
    /** An idle thread holds the class loader of the library. */
    private static final long IDLE_SECONDS = 5;

    private DaemonThreads() {}

    /** Makes a thread, which inherits no thread-locals if its constructor is told so, and does not start it. */
    @SuppressWarnings("removal")
    public static <T extends Thread> T make(Supplier<T> constructor) {
        // The stack that a thread remembers begins here.
        T thread = AccessController.doPrivileged((PrivilegedAction<T>) constructor::get);
        thread.setDaemon(true);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        return thread;
    }

    /** Returns a factory of threads of that name and priority. */
    public static ThreadFactory named(String name, int priority) {
        return task -> {
            Thread thread = make(() -> new Thread(null, task, name, 0, false));
            thread.setPriority(priority);
            return thread;
        };
    }

    /**
     * Returns what does one task after the other in a thread of low priority, which begins with a task and ends when it
     * is idle.
     */
    public static ExecutorService background(String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name, Thread.MIN_PRIORITY));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Starts a process. The thread of the JDK that waits for its end has the context class loader of its starter. */
    public static Process start(ProcessBuilder process) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        try {
            return process.start();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
