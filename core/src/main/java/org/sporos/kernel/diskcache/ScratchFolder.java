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
 * A private temporary folder below {@code java.io.tmpdir}. It is deleted on close, or by a shutdown hook (registered
 * before the folder is created), even if a background thread still uses it. After a crash, a later JVM deletes it after
 * a day. The JVM refers to a folder only while it is open, so that classes can be unloaded. Thread-safe.
 */
public final class ScratchFolder implements AutoCloseable {
    private static final String PREFIX = "sporos-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d+-[a-z]+-\\d+");

    /** Longer than any use of a folder. */
    private static final long ABANDONED_MILLIS = TimeUnit.DAYS.toMillis(1);

    /** The parent folder checked last. */
    private static @Nullable Path checked;

    private final Thread hook = new Thread(this::shutDown, "sporos-scratch-end");
    private @Nullable Path path;
    private Runnable action = () -> {};
    private boolean shuttingDown;

    private ScratchFolder() {}

    /** Thrown in background threads during JVM shutdown. */
    public static final class ShutdownException extends IOException {
        private static final long serialVersionUID = 1L;

        ShutdownException(@Nullable Throwable cause) {
            super("the JVM ends", cause);
        }
    }

    /**
     * Creates a folder.
     *
     * @param purpose lower-case letters, part of its name
     * @throws ShutdownException during JVM shutdown
     * @throws IOException if it cannot be created, or others could replace its files
     */
    public static ScratchFolder open(String purpose) throws IOException {
        ScratchFolder made = new ScratchFolder();
        try {
            Runtime.getRuntime().addShutdownHook(made.hook);
        } catch (IllegalStateException ends) {
            throw new ShutdownException(ends);
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
        requireNoShutdown();
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

    /** Deletes folders of killed JVMs, and kills compilers that still work there. */
    private static void deleteAbandoned(Path temporary) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(
                temporary, file -> NAME.matcher(file.getFileName().toString()).matches())) {
            for (Path folder : folders) {
                if (isAbandoned(folder)) {
                    ProcessTree.killWorkers(folder);
                    delete(folder);
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            // Left to another JVM.
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

    /** Returns the path. */
    public synchronized Path path() {
        return Objects.requireNonNull(path);
    }

    /**
     * Sets the action of JVM shutdown before deletion of the folder. Work started under the monitor of this object,
     * after {@link #requireNoShutdown}, is visible to the action.
     */
    public synchronized void onShutdown(Runnable newAction) {
        action = newAction;
    }

    /** Throws during JVM shutdown. */
    public synchronized void requireNoShutdown() throws ShutdownException {
        if (shuttingDown) {
            throw new ShutdownException(null);
        }
    }

    /** Returns whether the JVM is shutting down. */
    public synchronized boolean isShuttingDown() {
        return shuttingDown;
    }

    private synchronized void shutDown() {
        shuttingDown = true;
        action.run();
        delete(path);
    }

    private static void delete(@Nullable Path folder) {
        try {
            if (folder != null) {
                // The option is needed on systems without SecureDirectoryStream, and safe, as others cannot write the
                // folder.
                MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        } catch (IOException stays) {
            // A later JVM deletes it.
        }
    }

    /** Deletes the folder recursively. */
    @Override
    public void close() {
        synchronized (this) {
            delete(path);
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ends) {
            // The hook is running or has run.
        }
    }
}
