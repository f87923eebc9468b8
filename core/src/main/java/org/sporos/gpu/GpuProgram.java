package org.sporos.gpu;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sporos.kernel.cpp.CppGeometry;
import org.sporos.kernel.cpp.CppLaunch;

/** The kernels of a text, compiled and loaded. Thread-safe. */
final class GpuProgram {
    /** The sizes of blocks that are tried, the first where they are as good. */
    private static final int[] BLOCKS = {256, 512, 128, 1024};

    private final GpuDriver driver;
    private final long module;
    private final Map<String, Long> functions = new ConcurrentHashMap<>();
    private final Map<String, Integer> blocks = new ConcurrentHashMap<>();
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

    /** Returns a kernel that may be launched with so many bytes of shared memory. */
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
     * Returns the threads of a block with which most threads of a kernel are on a multiprocessor at once; of several
     * sizes the one that loops over memory like best.
     */
    int block(String entry) {
        return blocks.computeIfAbsent(entry, name -> {
            int best = 0;
            int most = 0;
            for (int block : BLOCKS) {
                int threads = block * driver.blocksPerMultiprocessor(function(name), block, 0);
                if (threads > most) {
                    best = block;
                    most = threads;
                }
            }
            // A driver that says that none fits is left to say so at the launch.
            return best == 0 ? BLOCKS[0] : best;
        });
    }

    /** Returns the threads of a launch where the device has a choice. */
    CppGeometry geometry(CppLaunch launch) {
        CppGeometry geometry = launch.geometry();
        GpuProperties device = driver.properties();
        if (geometry.items() >= device.residentThreads()) {
            // Fewer threads than the device holds are all there at once, whatever their blocks.
            geometry = geometry.withBlock(block(launch.entry()));
        }
        if (geometry.strides()) {
            int fit = blocksPerMultiprocessor(launch.entry(), geometry.blockX(), geometry.sharedBytes());
            geometry = geometry.withBlocksAtMost((long) fit * device.multiprocessors());
        }
        return geometry;
    }

    /** Returns a line for each kernel of some launches: its blocks, and how many of them a multiprocessor has at once. */
    String occupancy(Iterable<CppLaunch> launches) {
        Set<String> lines = new LinkedHashSet<>();
        for (CppLaunch launch : launches) {
            CppGeometry g = geometry(launch);
            int threads = g.blockX() * g.blockY() * g.blockZ();
            int fit = blocksPerMultiprocessor(launch.entry(), threads, g.sharedBytes());
            String shared = g.sharedBytes() == 0 ? "" : " with " + g.sharedBytes() + " bytes of shared memory";
            lines.add("kernel " + launch.entry() + ": " + (fit == 1 ? "1 block" : fit + " blocks") + " of " + threads
                    + (threads == 1 ? " thread" : " threads") + shared + " at once on a multiprocessor\n");
        }
        return String.join("", lines);
    }

    /** Returns how many blocks of a kernel fit on a multiprocessor at once, at least one. */
    int blocksPerMultiprocessor(String entry, int block, int sharedBytes) {
        return resident.computeIfAbsent(
                new Resident(entry, block, sharedBytes),
                key -> Math.max(1, driver.blocksPerMultiprocessor(function(entry, sharedBytes), block, sharedBytes)));
    }
}
