package org.sporos.host.jit;

import java.lang.reflect.Array;

/**
 * The scratch arrays of kernels, one per thread and element type. Each holds all local arrays of the running kernel,
 * and is reused for each index.
 */
final class ScratchArrays {
    /** Only JDK objects, so that a thread-local does not keep the library's class loader alive. */
    private static final ThreadLocal<Object[]> OF_THREAD = ThreadLocal.withInitial(() -> new Object[8]);

    private static final Class<?>[] TYPES = {
        boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class
    };

    private ScratchArrays() {}

    /**
     * Returns this thread's array of a type, at least of a length.
     *
     * @param type the ordinal of a {@link org.sporos.kernel.ir.Storage}
     */
    static Object of(int type, int length) {
        Object[] arrays = OF_THREAD.get();
        Object array = arrays[type];
        if (array == null || Array.getLength(array) < length) {
            array = Array.newInstance(TYPES[type], length);
            arrays[type] = array;
        }
        return array;
    }
}
