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
 * A factory of the backends' threads: daemons that retain nothing of the code that starts them. By default a thread
 * retains the context class loader of its creator and, up to Java 23, the class loaders of all code on the creator's
 * stack, which would prevent the unloading of an application. Their context class loader is the system's. Stateless.
 */
public final class DaemonThreads {
    /** An idle thread retains the class loader of the library. */
    private static final long IDLE_SECONDS = 5;

    private DaemonThreads() {}

    /** Creates a thread without starting it; inheritance of thread-locals is up to the constructor. */
    @SuppressWarnings("removal")
    public static <T extends Thread> T make(Supplier<T> constructor) {
        // The stack captured by the thread begins here.
        T thread = AccessController.doPrivileged((PrivilegedAction<T>) constructor::get);
        thread.setDaemon(true);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        return thread;
    }

    /** Returns a factory of threads with a name and a priority. */
    public static ThreadFactory named(String name, int priority) {
        return task -> {
            Thread thread = make(() -> new Thread(null, task, name, 0, false));
            thread.setPriority(priority);
            return thread;
        };
    }

    /** Returns a sequential executor on a thread of low priority, which is started by a task and ends when idle. */
    public static ExecutorService background(String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name, Thread.MIN_PRIORITY));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Starts a process. The JDK thread that waits for its end inherits the context class loader of this thread. */
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
