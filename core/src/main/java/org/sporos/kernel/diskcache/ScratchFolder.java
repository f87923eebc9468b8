package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A folder within the {@linkplain ProcessFolder folder of this JVM} for one piece of work. It is deleted when it is
 * closed, or when the JVM ends before that, even if a background thread still uses it: the hook that deletes it is
 * registered before the folder is made. The JVM refers to a folder only while it is open, so that classes which use it
 * can be unloaded.
 *
 * <p>Thread-safe.
 */
public final class ScratchFolder implements AutoCloseable {
    private final Thread hook = new Thread(this::atEnd, "sporos-scratch-end");
    private @Nullable Path path;
    private Runnable last = () -> {};
    private boolean ending;

    private ScratchFolder() {}

    /** Thrown in threads that the end of the JVM leaves behind. */
    public static final class JvmEndsException extends IOException {
        private static final long serialVersionUID = 1L;

        JvmEndsException(@Nullable Throwable cause) {
            super("the JVM ends", cause);
        }
    }

    /**
     * Makes a folder whose name begins with a prefix.
     *
     * @throws JvmEndsException if the JVM ends
     * @throws IOException if it cannot be made, or others could replace what is in there
     */
    public static ScratchFolder open(String prefix) throws IOException {
        ScratchFolder made = new ScratchFolder();
        try {
            Runtime.getRuntime().addShutdownHook(made.hook);
        } catch (IllegalStateException ends) {
            throw new JvmEndsException(ends);
        }
        try {
            made.make(prefix);
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
        return made;
    }

    private synchronized void make(String prefix) throws IOException {
        requireNotEnding();
        path = ProcessFolder.newFolder(prefix);
    }

    /** Returns where the folder is. */
    public synchronized Path path() {
        return java.util.Objects.requireNonNull(path);
    }

    /**
     * Sets what the end of the JVM does before it deletes the folder. Whoever holds the monitor of this object while it
     * begins such work, after {@link #requireNotEnding}, is not overtaken by the end.
     */
    public synchronized void beforeEnd(Runnable action) {
        last = action;
    }

    /** Throws if the JVM ends. */
    public synchronized void requireNotEnding() throws JvmEndsException {
        if (ending) {
            throw new JvmEndsException(null);
        }
    }

    /** Returns whether the JVM ends. */
    public synchronized boolean isEnding() {
        return ending;
    }

    private synchronized void atEnd() {
        ending = true;
        last.run();
        delete();
    }

    private void delete() {
        if (path != null) {
            ProcessFolder.delete(path);
        }
    }

    /** Deletes the folder with all that is in it. */
    @Override
    public void close() {
        synchronized (this) {
            delete();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ends) {
            // Then it runs, or has run.
        }
    }
}
