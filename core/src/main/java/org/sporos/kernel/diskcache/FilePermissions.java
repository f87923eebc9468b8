package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Permissions of files and folders that only this user may read and write, where there are such. */
final class FilePermissions {
    private FilePermissions() {}

    /** Makes a file one of mode 600, or a folder one of 700, whatever the process's mask says. */
    static void makePrivate(Path path) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            boolean isFolder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(isFolder ? "rwx------" : "rw-------"));
        }
    }

    /** Makes a folder and those above it that are missing, for this user alone. */
    static void createFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            createFolders(parent);
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
        } catch (java.nio.file.FileAlreadyExistsException madeMeanwhile) {
            if (!Files.isDirectory(folder)) {
                throw madeMeanwhile;
            }
        }
    }
}
