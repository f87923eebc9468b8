package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/**
 * Checks that only this user or root can change a file, as required for native code. A trusted file is a regular file
 * owned and writable by these only, in a folder with the same property, up to the root of the file system: write access
 * to a folder allows replacing its files. Parents with the sticky bit, such as {@code /tmp}, are allowed, as only
 * owners can replace their entries. Links are followed and their targets checked. Immutable.
 *
 * <p>As others cannot change a trusted path, there is no race between check and use.
 *
 * <p>On a file system without POSIX attributes, a folder is trusted if it is below the user's home.
 *
 * @param user the uid of the user
 * @param system the uid of the owner of system folders
 * @param home the trusted folder on file systems without POSIX attributes, or null
 */
record FileTrust(int user, int system, @Nullable Path home) {
    private static final int TYPE = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;
    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_OTHERS = 022;
    private static final int ROOT = 0;
    private static final int MOST_LINKS = 40;

    private static final class OfProcess {
        static final FileTrust TRUST = new FileTrust(ownUser(), ROOT, home(System.getProperty("user.home")));
        static final FileTrust TEMPORARY = new FileTrust(TRUST.user, ownerOfTop(), TRUST.home);
    }

    /** Returns the policy of the user of this process. */
    static FileTrust ofProcess() {
        return OfProcess.TRUST;
    }

    /**
     * Returns the policy for the folder of temporary files. In a container without a mapped root user, system folders
     * are owned by the overflow uid, like those of all other users; this is accepted only for parents of folders
     * created by this process.
     */
    static FileTrust ofTemporary() {
        return OfProcess.TEMPORARY;
    }

    /**
     * Returns the home of a user, or null: some JVMs report {@code ?} for a user without a passwd entry, others a
     * missing folder.
     */
    static @Nullable Path home(@Nullable String property) {
        Path home = absolute(property);
        return home != null && Files.isDirectory(home) ? home : null;
    }

    /** Returns the path of a name if it is absolute, else null. */
    static @Nullable Path absolute(@Nullable String name) {
        try {
            Path path = name == null || name.isBlank() ? null : Path.of(name);
            return path != null && path.isAbsolute() ? path : null;
        } catch (InvalidPathException noPath) {
            return null;
        }
    }

    private static int ownerOfTop() {
        try {
            Path top = Path.of("").toAbsolutePath().getRoot();
            return hasOwners(top) ? Status.of(top).owner : ROOT;
        } catch (IOException unknown) {
            return ROOT;
        }
    }

    /** Returns the owner of a new file, which is reliable, unlike system properties. */
    private static int ownUser() {
        try {
            Path file = Files.createTempFile("sporos", ".tmp");
            try {
                return hasOwners(file) ? (int) Files.getAttribute(file, "unix:uid") : ROOT;
            } finally {
                Files.delete(file);
            }
        } catch (IOException nowhereToWrite) {
            return ROOT;
        }
    }

    /** Returns whether a file is owned by this user. */
    boolean isOwn(Path file) throws IOException {
        return !hasOwners(file) || Status.of(file).owner == user;
    }

    /** Returns the violation of a folder, or of the nearest existing parent, in words, or null if trusted. */
    @Nullable
    String violationOfFolder(Path folder) {
        Path absolute = folder.toAbsolutePath();
        try {
            if (!hasOwners(absolute)) {
                return violationWithoutOwners(absolute);
            }
            return Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)
                    ? violation(absolute, true, 0)
                    : violation(existing(absolute), false, 0);
        } catch (IOException e) {
            return Labels.path(absolute) + " cannot be looked at (" + e + ")";
        }
    }

    /**
     * Returns the violation of a folder shared by several users, such as {@code /tmp}, in words, or null if trusted.
     */
    @Nullable
    String violationOfParent(Path folder) {
        try {
            return hasOwners(folder) ? violation(folder, false, 0) : violationWithoutOwners(folder);
        } catch (IOException e) {
            return Labels.path(folder) + " cannot be looked at (" + e + ")";
        }
    }

    /** Returns the violation of a file in a trusted folder, in words, or null if trusted. */
    @Nullable
    String violationOfFile(Path file) throws IOException {
        if (!hasOwners(file)) {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    ? null
                    : Labels.path(file) + " is no regular file";
        }
        Status status = Status.of(file);
        if (!status.is(REGULAR)) {
            return Labels.path(file) + " is no regular file";
        }
        return violation(file, status, false);
    }

    private @Nullable String violation(Path path, boolean isLast, int links) throws IOException {
        Path parent = path.getParent();
        String above = parent == null ? null : violation(parent, false, links);
        if (above != null) {
            return above;
        }
        Status status = Status.of(path);
        if (status.is(LINK) && parent != null) {
            if (links == MOST_LINKS) {
                return Labels.path(path) + " is a link to a link, and so on";
            }
            return isTrusted(status.owner)
                    ? violation(parent.resolve(Files.readSymbolicLink(path)), isLast, links + 1)
                    : foreign(path, status);
        }
        if (!status.is(DIRECTORY)) {
            return Labels.path(path) + " is no folder";
        }
        return violation(path, status, !isLast);
    }

    private @Nullable String violation(Path path, Status status, boolean maySticky) {
        if (!isTrusted(status.owner)) {
            return foreign(path, status);
        }
        boolean guarded = maySticky && (status.mode & STICKY) != 0;
        return (status.mode & WRITABLE_BY_OTHERS) == 0 || guarded
                ? null
                : "others may write " + Labels.path(path) + " (mode " + Integer.toOctalString(status.mode & 07777)
                        + ")";
    }

    private static String foreign(Path path, Status status) {
        return Labels.path(path) + " belongs to user " + status.owner + ", neither to this one nor to root";
    }

    private boolean isTrusted(int owner) {
        return owner == user || owner == ROOT || owner == system;
    }

    private static boolean hasOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    private @Nullable String violationWithoutOwners(Path folder) throws IOException {
        boolean inHome = home != null
                && home.getFileSystem() == folder.getFileSystem()
                && existing(folder).toRealPath().startsWith(home.toRealPath());
        return inHome ? null : Labels.path(folder) + " does not say who may write it, and is not in the user's home";
    }

    private static Path existing(Path path) throws IOException {
        Path at = path;
        while (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            at = at.getParent();
            if (at == null) {
                throw new NoSuchFileException(path.toString());
            }
        }
        return at;
    }

    /** The attributes of a file, links not followed. */
    private record Status(int owner, int mode) {
        static Status of(Path path) throws IOException {
            Map<String, Object> all = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Status(number(all, "uid"), number(all, "mode"));
        }

        private static int number(Map<String, Object> all, String name) throws IOException {
            if (all.get(name) instanceof Integer number) {
                return number;
            }
            throw new IOException("the file system has no " + name);
        }

        boolean is(int type) {
            return (mode & TYPE) == type;
        }
    }
}
