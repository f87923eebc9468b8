package org.sporos.error;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the library detects a bug of its own. The user's code needs no change: the message names the versions of
 * the library and of Java, and requests a report. Misuse of the library has other exception types, with codes.
 */
public final class InternalException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String PROPERTIES = "/META-INF/maven/org.sporos/sporos-core/pom.properties";
    private static final String UNKNOWN = "of an unknown version";

    /** Creates an exception with a clause that describes the bug. */
    public InternalException(String what) {
        this(what, null);
    }

    /** Creates an exception with a clause that describes the bug, and its cause. */
    public InternalException(String what, @Nullable Throwable cause) {
        super(
                "a bug in Sporos " + version() + " (Java " + System.getProperty("java.version") + "): " + what
                        + "; please report it with this stack trace",
                cause);
    }

    /** A named module has its version; a jar on the class path has it in a file written by Maven. */
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
