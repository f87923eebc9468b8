package org.sporos.error;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Thrown where the library finds that it is wrong itself. No change of the user's code is asked for: the message names
 * the versions of the library and of Java, and asks for a report. Mistakes in the use of the library have other types,
 * and codes.
 */
public final class InternalException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String PROPERTIES = "/META-INF/maven/org.sporos/sporos-core/pom.properties";
    private static final String UNKNOWN = "of an unknown version";

    /** Says what is wrong, in a clause. */
    public InternalException(String what) {
        this(what, null);
    }

    /** Says what is wrong, in a clause, and what it was found by. */
    public InternalException(String what, @Nullable Throwable cause) {
        super(
                "a bug in Sporos " + version() + " (Java " + System.getProperty("java.version") + "): " + what
                        + "; please report it with this stack trace",
                cause);
    }

    /** A module knows its version; a jar on the class path has it in a file that Maven writes. */
    private static String version() {
        ModuleDescriptor module = InternalException.class.getModule().getDescriptor();
        return module == null ? ofJar() : module.rawVersion().orElse(UNKNOWN);
    }

    private static String ofJar() {
        Properties properties = new Properties();
        try (InputStream in = InternalException.class.getResourceAsStream(PROPERTIES)) {
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", UNKNOWN);
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }
}
