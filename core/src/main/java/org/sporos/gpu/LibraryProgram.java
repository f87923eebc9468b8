package org.sporos.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sporos.error.InternalException;
import org.sporos.kernel.cpp.CppDialect;

/**
 * The programs of library kernels. Their texts do not depend on the graph, so each is compiled once for a device and
 * cached. A program has one kernel, or two that are used together, because compile time grows with the text and most
 * graphs need none.
 */
enum LibraryProgram {
    /** An empty kernel: the root and the leaf of wide graphs. */
    NOTHING("SPOROS_NOTHING"),
    /** Strided fills, by element size in bytes. */
    FILL1("SPOROS_FILL(1, signed char)"),
    FILL2("SPOROS_FILL(2, short)"),
    FILL4("SPOROS_FILL(4, int)"),
    FILL8("SPOROS_FILL(8, long long)"),
    /** Strided copies, by element size in bytes. */
    COPY1("SPOROS_COPY(1, signed char)"),
    COPY2("SPOROS_COPY(2, short)"),
    COPY4("SPOROS_COPY(4, int)"),
    COPY8("SPOROS_COPY(8, long long)"),
    /** Rotations of ring memories, by element size in bytes. */
    ROTATE1("SPOROS_ROTATE(1, signed char)"),
    ROTATE2("SPOROS_ROTATE(2, short)"),
    ROTATE4("SPOROS_ROTATE(4, int)"),
    ROTATE8("SPOROS_ROTATE(8, long long)"),
    /** Reads of the device clock, for profiles. */
    STAMPS("") {
        @Override
        String source(CppDialect dialect) {
            return "static __device__ __forceinline__ unsigned long long sporos_clock() { " + dialect.clock() + " }\n"
                    + read("stamps.h");
        }

        @Override
        List<String> entries() {
            return List.of(STAMP, CLOCK_STEPS);
        }
    };

    /** The kernels of {@link #STAMPS}. */
    static final String STAMP = "sporos_stamp";

    static final String CLOCK_STEPS = "sporos_clock_steps";

    /** The texts of files, cached because programs are looked up by text. */
    private static final Map<String, String> FILES = new ConcurrentHashMap<>();

    private final String macro;

    LibraryProgram(String macro) {
        this.macro = macro;
    }

    static LibraryProgram fill(int bytes) {
        return valueOf("FILL" + bytes);
    }

    static LibraryProgram copy(int bytes) {
        return valueOf("COPY" + bytes);
    }

    static LibraryProgram rotate(int bytes) {
        return valueOf("ROTATE" + bytes);
    }

    /** Returns the whole text of the program. */
    String source(CppDialect dialect) {
        return read("helpers.h") + macro + "\n";
    }

    /** Returns the names of its kernels. */
    List<String> entries() {
        return List.of("sporos_" + name().toLowerCase(Locale.ROOT));
    }

    private static String read(String name) {
        return FILES.computeIfAbsent(name, LibraryProgram::load);
    }

    private static String load(String name) {
        try (InputStream in = LibraryProgram.class.getResourceAsStream("/org/sporos/gpu/" + name)) {
            if (in == null) {
                throw new InternalException("the core library has lost its kernels of " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InternalException("the kernels of " + name + " cannot be read", e);
        }
    }
}
