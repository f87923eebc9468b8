package org.sporos.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The kernels of a text, compiled and loaded. Thread-safe. */
final class GpuProgram {
    /** The kernels of the library itself, which stand behind the user's. */
    static final String HELPERS = read();

    private final GpuDriver driver;
    private final long module;
    private final Map<String, Long> functions = new ConcurrentHashMap<>();

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

    private static String read() {
        try (InputStream in = GpuProgram.class.getResourceAsStream("/org/sporos/gpu/helpers.h")) {
            if (in == null) {
                throw new IllegalStateException("the core library has lost its helper kernels");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
