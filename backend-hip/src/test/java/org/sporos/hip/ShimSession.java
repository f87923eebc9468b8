package org.sporos.hip;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.opentest4j.TestAbortedException;

/**
 * Has the shim in its place before any test looks for HIP spaces, since what is found then stays. Where it cannot be
 * made, HIP spaces are not available, and the tests say why.
 */
public final class ShimSession implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        try {
            Shims.install();
        } catch (TestAbortedException e) {
            System.getLogger("org.sporos").log(System.Logger.Level.INFO, "no shim for HIP: " + e.getMessage());
        }
    }
}
