package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.nio.file.Path;

/** A folder that a user has named for native code: nobody but this user and root may write it or those above it. */
public final class OwnFolder {
    private OwnFolder() {}

    /**
     * Makes a folder if it is not there, and returns it.
     *
     * @throws IOException if it cannot be made, or others could write what is in there
     */
    public static Path of(Path folder) throws IOException {
        String flaw = FileTrust.ofProcess().flawOfFolder(folder);
        if (flaw != null) {
            throw new IOException(flaw + "; name one that only you or root may write");
        }
        FilePermissions.createFolders(folder);
        return folder;
    }
}
