package org.sporos.gpu;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The modules of closed executables. A driver that unloads one waits for all that runs on the device, so they are kept until
 * nothing does. Thread-safe.
 */
final class RetiredModules {
    /** More are not kept, whatever runs. */
    private static final int MOST = 256;

    private final GpuDriver driver;
    private final Deque<Long> modules = new ArrayDeque<>();

    RetiredModules(GpuDriver driver) {
        this.driver = driver;
    }

    void add(long module) {
        synchronized (this) {
            modules.add(module);
            if (modules.size() <= MOST) {
                return;
            }
        }
        unload();
    }

    /** Unloads all of them. */
    void unload() {
        for (Long module = next(); module != null; module = next()) {
            driver.unloadModule(module);
        }
    }

    private synchronized @Nullable Long next() {
        return modules.poll();
    }
}
