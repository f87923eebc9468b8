package org.sporos.kernel.diskcache;

import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.SafeLogger;

/** The folders of this user, as far as the JVM's properties name existing ones. */
final class UserFolders {
    private static final Logger LOG = SafeLogger.of("org.sporos");

    private UserFolders() {}

    /**
     * Returns the home of a user, or null: some JVMs say {@code ?} where a user has no entry in the system's list,
     * others name a folder that nobody has made.
     */
    static @Nullable Path home(@Nullable String property) {
        Path home = absolute(property);
        return home != null && Files.isDirectory(home) ? home : null;
    }

    /** Returns the folder of the cache, or null if there is none that lasts. */
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
        Path shared = absolute(xdg);
        if (shared != null) {
            return shared.resolve("sporos");
        }
        Path own = home(home);
        return own == null ? null : own.resolve(".cache").resolve("sporos");
    }

    private static @Nullable Path absolute(@Nullable String name) {
        try {
            Path path = name == null || name.isBlank() ? null : Path.of(name);
            return path != null && path.isAbsolute() ? path : null;
        } catch (InvalidPathException noPath) {
            return null;
        }
    }
}
