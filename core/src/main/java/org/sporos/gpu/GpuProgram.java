package org.sporos.gpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The kernels of a text, compiled and loaded. Thread-safe. */
final class GpuProgram {
    /** The sizes of blocks that are tried, the first where they are as good. */
    private static final int[] BLOCKS = {256, 512, 128, 1024};

    private final GpuDriver driver;
    private final long module;
    private final Map<String, Long> functions = new ConcurrentHashMap<>();
    private final Map<String, Integer> blocks = new ConcurrentHashMap<>();
    private final Map<Resident, Integer> resident = new ConcurrentHashMap<>();

    private record Resident(String entry, int block) {}

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

    /** Returns how many blocks of a kernel fit on a multiprocessor at once, at least one. */
    int blocksPerMultiprocessor(String entry, int block) {
        return resident.computeIfAbsent(
                new Resident(entry, block),
                key -> Math.max(1, driver.blocksPerMultiprocessor(function(entry), block, 0)));
    }
}
