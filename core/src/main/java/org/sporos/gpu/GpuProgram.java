package org.sporos.gpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The compiled and loaded kernels of one source text. Thread-safe. */
final class GpuProgram {
    private final GpuDriver driver;
    private final long module;
    private final Map<String, Long> functions = new ConcurrentHashMap<>();
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

    /** Returns the number of resident blocks of a kernel per multiprocessor, at least one. */
    int blocksPerMultiprocessor(String entry, int block) {
        return resident.computeIfAbsent(
                new Resident(entry, block),
                key -> Math.max(1, driver.blocksPerMultiprocessor(function(entry), block, 0)));
    }
}
