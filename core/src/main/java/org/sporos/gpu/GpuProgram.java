package org.sporos.gpu;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sporos.kernel.cpp.CppGeometry;
import org.sporos.kernel.cpp.CppLaunch;

/** The compiled and loaded kernels of one source text. Thread-safe. */
final class GpuProgram {
    private final GpuDriver driver;
    private final long module;
    private final Map<String, Long> functions = new ConcurrentHashMap<>();
    private final Map<Resident, Integer> resident = new ConcurrentHashMap<>();
    private final Map<String, Integer> allowed = new ConcurrentHashMap<>();

    private record Resident(String entry, int block, int sharedBytes) {}

    GpuProgram(GpuDriver driver, long module) {
        this.driver = driver;
        this.module = module;
    }

    long module() {
        return module;
    }

    /** Returns a kernel by the name of its entry. */
    long function(String entry) {
        return functions.computeIfAbsent(entry, name -> driver.function(module, name));
    }

    /** Returns a kernel that may be launched with a number of bytes of dynamic shared memory. */
    long function(String entry, int sharedBytes) {
        long function = function(entry);
        if (sharedBytes > CppGeometry.LEAST_SHARED_BYTES - CppGeometry.DECLARED_BYTES) {
            // Other launches of the kernel may need more.
            allowed.compute(entry, (name, before) -> {
                if (before == null || before < sharedBytes) {
                    driver.allowShared(function, sharedBytes);
                    return sharedBytes;
                }
                return before;
            });
        }
        return function;
    }

    /**
     * Returns the geometry of a launch: its blocks are halved if more threads of the kernel are resident then, and
     * those that stride are at most the resident ones.
     */
    CppGeometry geometry(CppLaunch launch) {
        CppGeometry geometry = launch.geometry();
        // Fewer threads than this are resident together, whatever their blocks.
        if (geometry.items() >= driver.properties().residentThreads()) {
            int block = geometry.blockX();
            int half = blocksPerMultiprocessor(launch.entry(), block / 2, 0);
            if (half > 2 * blocksPerMultiprocessor(launch.entry(), block, 0)) {
                geometry = geometry.withBlock(block / 2);
            }
        }
        if (geometry.strides()) {
            int fit = blocksPerMultiprocessor(launch.entry(), geometry.blockX(), geometry.sharedBytes());
            geometry =
                    geometry.withBlocksAtMost((long) fit * driver.properties().multiprocessors());
        }
        return geometry;
    }

    /** Returns a line for each kernel: the size of its blocks, and the number of resident blocks per multiprocessor. */
    String occupancy(Iterable<CppLaunch> launches) {
        Set<String> lines = new LinkedHashSet<>();
        for (CppLaunch launch : launches) {
            CppGeometry g = geometry(launch);
            int threads = g.blockThreads();
            int fit = blocksPerMultiprocessor(launch.entry(), threads, g.sharedBytes());
            String shared = g.sharedBytes() == 0 ? "" : " with " + g.sharedBytes() + " bytes of shared memory";
            lines.add("kernel " + launch.entry() + ": " + (fit == 1 ? "1 block" : fit + " blocks") + " of " + threads
                    + (threads == 1 ? " thread" : " threads") + shared + " at once on a multiprocessor\n");
        }
        return String.join("", lines);
    }

    /** Returns whether the threads of a block of each launch do not need more registers than there are. */
    boolean fits(List<CppLaunch> launches) {
        for (CppLaunch launch : launches) {
            CppGeometry geometry = launch.geometry();
            // A thread has at most 255 registers, so that smaller blocks always fit.
            if (geometry.blockThreads() > 256
                    && residentBlocks(launch.entry(), geometry.blockThreads(), geometry.sharedBytes()) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of resident blocks of a kernel per multiprocessor, at least one. */
    int blocksPerMultiprocessor(String entry, int block, int sharedBytes) {
        return Math.max(1, residentBlocks(entry, block, sharedBytes));
    }

    private int residentBlocks(String entry, int block, int sharedBytes) {
        return resident.computeIfAbsent(
                new Resident(entry, block, sharedBytes),
                key -> driver.blocksPerMultiprocessor(function(entry, sharedBytes), block, sharedBytes));
    }
}
