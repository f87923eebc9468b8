package org.sporos.kernel.diskcache;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder below {@code java.io.tmpdir} for one piece of work, which nobody else can read. It is deleted when it is
 * closed, or when the JVM ends before that, even if a background thread still uses it: the hook that deletes it is
 * registered before the folder is made. If the JVM is killed, a later one deletes it after a day. The JVM refers to a
 * folder only while it is open, so that classes which use it can be unloaded. Thread-safe.
 */
public final class ScratchFolder implements AutoCloseable {
    private static final String PREFIX = "sporos-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d+-[a-z]+-\\d+");

    /** No work takes as long. */
    private static final long ABANDONED_MILLIS = TimeUnit.DAYS.toMillis(1);

    /** The folder of temporary files that was checked last. */
    private static @Nullable Path checked;

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
     * Makes a folder.
     *
     * @param purpose lower-case letters, part of its name
     * @throws JvmEndsException if the JVM ends
     * @throws IOException if it cannot be made, or others could replace its files
     */
    public static ScratchFolder open(String purpose) throws IOException {
        ScratchFolder made = new ScratchFolder();
        try {
            Runtime.getRuntime().addShutdownHook(made.hook);
        } catch (IllegalStateException ends) {
            throw new JvmEndsException(ends);
        }
        try {
            made.make(purpose);
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
        return made;
    }

    private synchronized void make(String purpose) throws IOException {
        requireNotEnding();
        path = Files.createTempDirectory(
                temporary(), PREFIX + ProcessHandle.current().pid() + "-" + purpose + "-");
        UserFolders.makePrivate(path);
    }

    private static synchronized Path temporary() throws IOException {
        Path temporary;
        try {
            temporary = Path.of(System.getProperty("java.io.tmpdir", "")).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IOException("S232: java.io.tmpdir is no path (" + e.getReason() + "); name a folder", e);
        }
        if (!temporary.equals(checked)) {
            String violation = FileTrust.ofTemporary().violationOfParent(temporary);
            if (violation != null) {
                throw new IOException("S232: no folder for a compiler can be made below java.io.tmpdir, as " + violation
                        + "; name one that only you may write, or one with the sticky bit");
            }
            deleteAbandoned(temporary);
            checked = temporary;
        }
        return temporary;
    }

    /** Deletes folders of JVMs that were killed, and ends compilers that still work there. */
    private static void deleteAbandoned(Path temporary) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(
                temporary, file -> NAME.matcher(file.getFileName().toString()).matches())) {
            for (Path folder : folders) {
                if (isAbandoned(folder)) {
                    ProcessTree.endWorkers(folder);
                    delete(folder);
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            // Another JVM may be able to.
        }
    }

    private static boolean isAbandoned(Path folder) {
        try {
            long used =
                    Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toMillis();
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && FileTrust.ofProcess().isOwn(folder)
                    && used < System.currentTimeMillis() - ABANDONED_MILLIS;
        } catch (IOException goneMeanwhile) {
            return false;
        }
    }

    /** Returns where the folder is. */
    public synchronized Path path() {
        return Objects.requireNonNull(path);
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
        delete(path);
    }

    private static void delete(@Nullable Path folder) {
        try {
            if (folder != null) {
                // Without the option nothing is deleted where the system has no secure streams of folders. Nobody else
                // can write this one.
                MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        } catch (IOException stays) {
            // A later JVM takes it.
        }
    }

    /** Deletes the folder with all that is in it. */
    @Override
    public void close() {
        synchronized (this) {
            delete(path);
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ends) {
            // Then it runs, or has run.
        }
    }
}
