package org.sporos.host.natives;

import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.diskcache.UserFolders;

/**
 * The folder in which the system property {@code sporos.host.keep} has libraries of kernels stay, so that profilers
 * find their symbols, each of which is made of the label of its node. Thread-safe.
 */
final class KeptLibraries {
    static final String PROPERTY = "sporos.host.keep";

    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private KeptLibraries() {}

    /**
     * Returns the folder, or null if libraries are to be deleted once they are loaded, or nothing can be kept there.
     */
    static @Nullable Path path() {
        String name = System.getProperty(PROPERTY);
        if (name == null || name.isBlank()) {
            return null;
        }
        try {
            return UserFolders.named(Path.of(name).toAbsolutePath());
        } catch (IOException | InvalidPathException e) {
            if (SAID.add(name)) {
                LOG.log(
                        Logger.Level.WARNING,
                        "no library of kernels is kept in the folder " + Labels.quoted(name) + " that " + PROPERTY
                                + " names: " + e.getMessage());
            }
            return null;
        }
    }
}
