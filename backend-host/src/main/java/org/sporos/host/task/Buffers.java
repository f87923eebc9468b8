package org.sporos.host.task;

import org.jspecify.annotations.Nullable;

/** Room for the contributions of one tile, one for each thread and type, made when first used. */
final class Buffers {
    private static final ThreadLocal<Buffers> CURRENT = ThreadLocal.withInitial(Buffers::new);

    private double @Nullable [] doubles;
    private float @Nullable [] floats;
    private long @Nullable [] longs;

    private Buffers() {}

    /** Returns room for a tile of doubles, which stays this thread's own until it asks again. */
    static double[] doubles() {
        Buffers buffers = CURRENT.get();
        double[] room = buffers.doubles;
        if (room == null) {
            room = new double[Order.TILE];
            buffers.doubles = room;
        }
        return room;
    }

    /** Returns room for a tile of floats, which stays this thread's own until it asks again. */
    static float[] floats() {
        Buffers buffers = CURRENT.get();
        float[] room = buffers.floats;
        if (room == null) {
            room = new float[Order.TILE];
            buffers.floats = room;
        }
        return room;
    }

    /** Returns room for a tile of longs, which stays this thread's own until it asks again. */
    static long[] longs() {
        Buffers buffers = CURRENT.get();
        long[] room = buffers.longs;
        if (room == null) {
            room = new long[Order.TILE];
            buffers.longs = room;
        }
        return room;
    }
}
