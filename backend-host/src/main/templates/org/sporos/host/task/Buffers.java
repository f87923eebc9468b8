package org.sporos.host.task;

import java.util.function.IntFunction;
import org.sporos.space.ElementType;

/** Buffers for the contributions of one tile, one per thread and type, allocated at first use. */
final class Buffers {
    /** JDK types only: a thread that outlives the library retains no class of it. */
    private static final ThreadLocal<Object[]> OF_THREAD =
            ThreadLocal.withInitial(() -> new Object[ElementType.values().length]);

    private Buffers() {}
[#list accumulators as t]

    /** Returns this thread's buffer for a tile of ${t.type}s, valid until its next call. */
    static ${t.type}[] ${t.type}s() {
        return (${t.type}[]) room(ElementType.${t.TYPE}, ${t.type}[]::new);
    }
[/#list]

    private static Object room(ElementType type, IntFunction<Object> array) {
        Object[] rooms = OF_THREAD.get();
        Object room = rooms[type.ordinal()];
        if (room == null) {
            room = array.apply(Order.TILE);
            rooms[type.ordinal()] = room;
        }
        return room;
    }
}
