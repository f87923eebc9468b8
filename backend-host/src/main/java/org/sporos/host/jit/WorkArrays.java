package org.sporos.host.jit;

import java.lang.reflect.Array;

/**
 * The scratch arrays of kernels, one for each thread and type of elements: it holds all local arrays of a kernel one
 * behind the other, and is used again for each index. What it holds between two kernels means nothing.
 */
final class WorkArrays {
    /** Objects of the JDK alone: a thread that outlives the library keeps nothing of it. */
    private static final ThreadLocal<Object[]> OF_THREAD = ThreadLocal.withInitial(() -> new Object[8]);

    private static final Class<?>[] TYPES = {
        boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class
    };

    private WorkArrays() {}

    /**
     * Returns this thread's array of a type, at least as long as wanted.
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
