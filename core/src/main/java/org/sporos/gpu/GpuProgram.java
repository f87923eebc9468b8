package org.sporos.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.cpp.CppProgram;

/** The kernels of one graph, compiled and loaded. Belongs to its executable. */
final class GpuProgram {
    private static final String HELPERS = read();

    private final GpuDriver driver;
    private final long module;
    private final Map<String, Long> functions = new HashMap<>();

    private GpuProgram(GpuDriver driver, long module) {
        this.driver = driver;
        this.module = module;
    }

    static GpuProgram load(
            GpuDriver driver, GpuImages images, CppProgram program, Owned owned, RetiredModules retired) {
        byte[] image = images.image(program.source() + HELPERS, program.flags());
        return new GpuProgram(driver, owned.add(driver.loadModule(image), retired::add));
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
