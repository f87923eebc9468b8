package org.sporos.internal.run;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many threads are inside of host nodes or record eager calls: mostly none, so that a submit need not ask for the
 * thread-local state of its own thread. A thread sees what it counted itself; other threads do not matter to it.
 */
final class SpecialThreads {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private SpecialThreads() {}

    /** Returns whether there are any. */
    static boolean exist() {
        return COUNT.get() != 0;
    }

    /** Counts more of them, or fewer. */
    static void add(int more) {
        COUNT.addAndGet(more);
    }
}
