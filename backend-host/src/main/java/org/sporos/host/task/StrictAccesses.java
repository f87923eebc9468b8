package org.sporos.host.task;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation.AccessKind;

/** The accesses of kernels to memory of strict spaces, reported to the listener of their thread. */
public final class StrictAccesses {
    private static final ThreadLocal<@Nullable Listener> CURRENT = new ThreadLocal<>();

    private StrictAccesses() {}

    /** Records or refuses accesses of one work item. */
    @FunctionalInterface
    interface Listener {
        /** Called before each access. */
        void access(Allocation memory, String label, long index, AccessKind access);

        /** Returns a listener that calls another one first. */
        default Listener after(@Nullable Listener outer) {
            return outer == null
                    ? this
                    : (memory, label, index, access) -> {
                        outer.access(memory, label, index, access);
                        access(memory, label, index, access);
                    };
        }
    }

    /** Returns the listener of this thread, or null. */
    static @Nullable Listener current() {
        return CURRENT.get();
    }

    /** Sets the listener of this thread, or null for none; returns the previous one, to be restored later. */
    static @Nullable Listener enter(@Nullable Listener listener) {
        Listener before = CURRENT.get();
        CURRENT.set(listener);
        return before;
    }

    /** Reports an access of this thread. */
    public static void note(Allocation memory, String label, long index, AccessKind access) {
        Listener listener = CURRENT.get();
        if (listener != null) {
            listener.access(memory, label, index, access);
        }
    }
}
