package org.sporos.gpu;

import java.util.List;
import org.sporos.error.InternalException;
import org.sporos.kernel.cache.BinaryCache;
import org.sporos.kernel.cache.CacheKey;

/**
 * The compiled images of one device: each is compiled once, and kept on disk for the processes that follow. Thread-safe.
 */
final class GpuImages {
    private final GpuDriver driver;
    private final BinaryCache cache;

    GpuImages(GpuDriver driver, BinaryCache cache) {
        this.driver = driver;
        this.cache = cache;
    }

    /**
     * Returns the image of a program.
     *
     * @throws GpuException if it does not compile
     */
    byte[] image(String source, List<String> flags) {
        CacheKey key =
                new CacheKey(source, driver.properties().architecture(), driver.compilerVersion(), List.copyOf(flags));
        try {
            return cache.get(key, () -> driver.compile(source, "sporos.cu", flags));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new InternalException("the cache of compiled kernels failed", e);
        }
    }

    /** Returns how many programs were compiled, and how many found compiled already, as text for people. */
    @Override
    public String toString() {
        return cache.misses() + " programs compiled, " + cache.hits() + " from the cache";
    }
}
