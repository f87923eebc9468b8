package org.sporos.gpu;

import java.util.List;
import org.sporos.error.InternalException;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.kernel.diskcache.CacheKey;
import org.sporos.kernel.diskcache.UnusableProgramException;

/** The compiled images of one device: each is compiled once, and cached on disk for later processes. Thread-safe. */
final class GpuImages {
    private final GpuDriver driver;
    private final BinaryCache cache;

    GpuImages(GpuDriver driver, BinaryCache cache) {
        this.driver = driver;
        this.cache = cache;
    }

    /**
     * Returns a loaded program. A cached image that the driver rejects, or that lacks a kernel, is compiled again.
     *
     * @param entries the required kernels
     * @throws GpuException if it does not compile, or cannot be loaded
     */
    GpuProgram load(String source, List<String> flags, List<String> entries) {
        CacheKey key =
                new CacheKey(source, driver.properties().architecture(), driver.compilerVersion(), List.copyOf(flags));
        try {
            return cache.get(key, () -> driver.compile(source, "sporos.cu", flags), image -> load(image, entries));
        } catch (UnusableProgramException e) {
            throw e.getCause() instanceof GpuException refused
                    ? refused
                    : new InternalException("an image cannot be made", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new InternalException("the cache of compiled kernels failed", e);
        }
    }

    private GpuProgram load(byte[] image, List<String> entries) throws UnusableProgramException {
        try {
            long module = driver.loadModule(image);
            GpuProgram program = new GpuProgram(driver, module);
            try {
                entries.forEach(program::function);
                return program;
            } catch (RuntimeException | Error e) {
                driver.unloadModule(module);
                throw e;
            }
        } catch (GpuException e) {
            // After a fatal failure no image loads, so the cached one is kept.
            if (driver.isFatal(e.status())) {
                throw e;
            }
            throw new UnusableProgramException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the numbers of compiled and of cached programs, for users. */
    @Override
    public String toString() {
        return cache.misses() + " programs compiled, " + cache.hits() + " from the cache";
    }
}
