package org.sporos.samples;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Without an AMD GPU, HIP spaces of these tests are on the device on the CPU that the tests of the HIP backend have
 * built, if they have. Set before the first space is looked for.
 */
public final class HipOnCpu implements LauncherSessionListener {
    private static final String LIBRARY = "sporos.hip.library";
    private static final Path BUILT = Path.of(
            "..", "backend-hip", System.getProperty("sporos.build.dir", "target"), "shims", "libsporos-cpu-shim.so");

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (System.getProperty(LIBRARY) == null && !Files.exists(Path.of("/dev/kfd")) && Files.exists(BUILT)) {
            System.setProperty(LIBRARY, BUILT.toAbsolutePath().normalize().toString());
        }
    }
}
