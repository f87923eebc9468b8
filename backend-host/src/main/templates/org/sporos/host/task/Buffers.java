package org.sporos.host.task;

import java.util.function.IntFunction;
import org.sporos.space.ElementType;

/** Room for the contributions of one tile, one for each thread and type, made when first used. */
final class Buffers {
    /** Objects of the JDK alone: a thread that outlives the library keeps nothing of it. */
    private static final ThreadLocal<Object[]> OF_THREAD =
            ThreadLocal.withInitial(() -> new Object[ElementType.values().length]);

    private Buffers() {}
[#list accumulators as t]

    /** Returns room for a tile of ${t.type}s, which stays this thread's own until it asks again. */
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
