package org.sporos.host.code;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/**
 * The JDK's Vector API: it is there only where the JVM was started with {@code --add-modules jdk.incubator.vector}.
 * Nothing here is compiled against it, so that all works without.
 */
public final class VectorModule {
    private static final String NAME = "jdk.incubator.vector";

    /** The bits of the smallest vector that the API has. */
    static final int LEAST_SHAPE = 64;

    /** The JVM's compilers without vectors say 64. */
    private static final int LEAST_BITS = 128;

    private static final int BITS = bits();

    private VectorModule() {}

    private static int bits() {
        Optional<Module> module = ModuleLayer.boot().findModule(NAME);
        if (module.isEmpty()) {
            return 0;
        }
        try {
            // Generated classes are of this module, which does not ask for the other one.
            VectorModule.class.getModule().addReads(module.get());
            // Found by the loader that will look for it on behalf of those.
            Class<?> shape = Class.forName(NAME + ".VectorShape");
            Object preferred = shape.getMethod("preferredShape").invoke(null);
            Object bits = shape.getMethod("vectorBitSize").invoke(preferred);
            return (Integer) bits;
        } catch (ReflectiveOperationException | LinkageError e) {
            return 0;
        }
    }

    /** Returns why there are no vectors on this JVM, or null if there are. */
    public static @Nullable String absence() {
        if (BITS == 0) {
            return "the JVM was started without --add-modules " + NAME;
        }
        boolean usual = BITS >= LEAST_BITS && Integer.bitCount(BITS) == 1;
        return usual ? null : "vectors of " + BITS + " bits";
    }

    /** Returns how many values of a type a whole vector of this machine has. */
    static int lanes(Type type) {
        return BITS / size(type);
    }

    /** Returns the size of an element in memory in bits. */
    static int size(Storage storage) {
        return switch (storage) {
            case BOOL, I8 -> Byte.SIZE;
            case I16, U16 -> Short.SIZE;
            case I32, I64, F32, F64 -> size(storage.value());
        };
    }

    /** Returns the size of a value in bits. */
    static int size(Type type) {
        return MethodWriter.isWide(type) ? Long.SIZE : Integer.SIZE;
    }
}
