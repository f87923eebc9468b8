package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.SafeLogger;

/** Folders for native code of this user. New folders have mode 700, new files 600, regardless of the umask. */
public final class UserFolders {
    private static final Logger LOG = SafeLogger.of("org.sporos");

    private UserFolders() {}

    /**
     * Returns a folder named by the user, created if missing.
     *
     * @throws IOException if it cannot be created, or is writable by others than this user and root
     */
    public static Path named(Path folder) throws IOException {
        String violation = FileTrust.ofProcess().violationOfFolder(folder);
        if (violation != null) {
            throw new IOException(violation + "; name one that only you or root may write");
        }
        create(folder);
        return folder;
    }

    /** Returns the folder of the cache, or null if there is no persistent one. */
    static @Nullable Path cache(@Nullable String property, @Nullable String xdg, @Nullable String home) {
        if (property != null && !property.isBlank()) {
            try {
                return Path.of(property).toAbsolutePath();
            } catch (InvalidPathException e) {
                LOG.log(
                        Logger.Level.WARNING,
                        "S230: compiled kernels are not kept: sporos.cache is no path: " + e.getReason());
                return null;
            }
        }
        Path shared = FileTrust.absolute(xdg);
        if (shared != null) {
            return shared.resolve("sporos");
        }
        Path own = FileTrust.home(home);
        return own == null ? null : own.resolve(".cache").resolve("sporos");
    }

    /** Creates a folder and missing parents. */
    static void create(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            create(parent);
        }
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            if (posix) {
                Files.createDirectory(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectory(folder);
            }
            makePrivate(folder);
        } catch (FileAlreadyExistsException madeMeanwhile) {
            if (!Files.isDirectory(folder)) {
                throw madeMeanwhile;
            }
        }
    }

    /** Restricts a new file or folder to this user, if the file system supports it. */
    static void makePrivate(Path path) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            boolean isFolder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(isFolder ? "rwx------" : "rw-------"));
        }
    }
}
