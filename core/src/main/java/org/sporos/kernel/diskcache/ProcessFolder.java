package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The folder of this JVM below {@code java.io.tmpdir}, for what shall not outlive it. Nobody else may look into it. It
 * is made when it is needed first, and deleted when the JVM ends; if the JVM is killed, by the next one that makes such
 * a folder. A locked file in it says that its owner is alive, also to processes that cannot see each other.
 * Thread-safe.
 */
public final class ProcessFolder {
    private static @Nullable ProcessFolder current;

    private final Path path;
    /** Closed, and so unlocked, by the end of the process. */
    private final FileChannel lock;

    private ProcessFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Returns the folder.
     *
     * @throws IOException if it cannot be made, or others could replace what is in there
     */
    public static synchronized Path path() throws IOException {
        // Systems empty their folder of temporary files from time to time.
        if (current == null || !Files.isDirectory(current.path, LinkOption.NOFOLLOW_LINKS)) {
            if (current != null) {
                current.lock.close();
            }
            current = make(temporary());
        }
        return current.path;
    }

    /** Returns a new folder in the folder, which whoever asks for it deletes. */
    public static Path newFolder(String prefix) throws IOException {
        Path folder = Files.createTempDirectory(path(), prefix);
        FilePermissions.makePrivate(folder);
        return folder;
    }

    /** Deletes a folder with all that is in it. What cannot be deleted stays. */
    public static void delete(Path folder) {
        StaleFolders.delete(folder);
    }

    private static Path temporary() throws IOException {
        String name = System.getProperty("java.io.tmpdir", "");
        try {
            return Path.of(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IOException("S232: java.io.tmpdir is no path (" + e.getReason() + "); name a folder", e);
        }
    }

    private static ProcessFolder make(Path temporary) throws IOException {
        String flaw = FileTrust.ofTemporary().flawOfParent(temporary);
        if (flaw != null) {
            throw new IOException("S232: no folder of this JVM can be made below java.io.tmpdir, as " + flaw
                    + "; name one that only you may write, or one with the sticky bit");
        }
        Path path = Files.createTempDirectory(
                temporary, StaleFolders.PREFIX + ProcessTree.name(ProcessHandle.current()) + "-");
        FileChannel lock = null;
        try {
            FilePermissions.makePrivate(path);
            Path file = path.resolve(StaleFolders.LOCK);
            lock = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock(lock);
            // The JVM deletes in the opposite order.
            path.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
        } catch (IOException e) {
            StaleFolders.delete(path);
            throw e;
        }
        StaleFolders.sweep(temporary);
        return new ProcessFolder(path, lock);
    }

    private static void lock(FileChannel file) {
        try {
            file.tryLock();
        } catch (IOException noLocks) {
            // Without such a file other processes find none either, and leave the folder to its owner.
        }
    }
}
