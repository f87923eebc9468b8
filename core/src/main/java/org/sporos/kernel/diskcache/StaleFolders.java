package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Folders of JVMs that were killed: they are deleted, and the compilers that still work for them are ended. Stateless.
 */
final class StaleFolders {
    /** The prefix of folder names, and the name of the file in them that their owner locks. */
    static final String PREFIX = "sporos-";

    static final String LOCK = "lock";

    private static final Pattern FOLDER = Pattern.compile(PREFIX + "(\\d+)-(\\d+)-\\d+");

    /** A folder without a lock is being made, or has lost it. */
    private static final long MAKING_MILLIS = 60_000;

    private StaleFolders() {}

    /** Deletes those of this user. What cannot be deleted is left to the next JVM. */
    static void sweep(Path temporary) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path folder : folders) {
                sweepOne(folder);
            }
        } catch (IOException | RuntimeException unreadable) {
            // Another JVM may be able to.
        }
    }

    private static void sweepOne(Path folder) {
        Matcher name = FOLDER.matcher(folder.getFileName().toString());
        try {
            if (name.matches()
                    && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && FileTrust.ofProcess().isOwn(folder)
                    && !ProcessTree.isAlive(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))
                    && isUnlocked(folder)) {
                ProcessTree.endWorkers(folder);
                delete(folder);
            }
        } catch (IOException | RuntimeException stays) {
            // Another JVM has deleted it, or this one cannot.
        }
    }

    /** The owner may be alive where this process cannot see it, as in another container. */
    private static boolean isUnlocked(Path folder) throws IOException {
        Path file = folder.resolve(LOCK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException mine) {
            return false;
        } catch (NoSuchFileException without) {
            return Files.getLastModifiedTime(folder).toMillis() < System.currentTimeMillis() - MAKING_MILLIS;
        }
    }

    /** Deletes a folder with all that is in it, as far as that can be done. Links in it are not followed. */
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException failure)
                        throws IOException {
                    Files.deleteIfExists(emptied);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException stays) {
            // The next JVM takes it.
        }
    }
}
