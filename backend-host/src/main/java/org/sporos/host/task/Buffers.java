package org.sporos.host.task;

import java.util.function.IntFunction;

/** Room for the contributions of one tile, one for each thread and type, made when first used. */
final class Buffers {
    /** Objects of the JDK alone: a thread that outlives the library keeps nothing of it. */
    private static final ThreadLocal<Object[]> OF_THREAD = ThreadLocal.withInitial(() -> new Object[3]);

    private static final int DOUBLES = 0;
    private static final int FLOATS = 1;
    private static final int LONGS = 2;

    private Buffers() {}

    /** Returns room for a tile of doubles, which stays this thread's own until it asks again. */
    static double[] doubles() {
        return (double[]) room(DOUBLES, double[]::new);
    }

    /** Returns room for a tile of floats, which stays this thread's own until it asks again. */
    static float[] floats() {
        return (float[]) room(FLOATS, float[]::new);
    }

    /** Returns room for a tile of longs, which stays this thread's own until it asks again. */
    static long[] longs() {
        return (long[]) room(LONGS, long[]::new);
    }

    private static Object room(int type, IntFunction<Object> array) {
        Object[] rooms = OF_THREAD.get();
        Object room = rooms[type];
        if (room == null) {
            room = array.apply(Order.TILE);
            rooms[type] = room;
        }
        return room;
    }
}
