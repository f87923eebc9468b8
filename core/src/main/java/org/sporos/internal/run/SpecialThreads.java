package org.sporos.internal.run;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of threads inside of host nodes or recordings: usually zero, so that a submit need not read the
 * thread-local state of its own thread. A thread sees its own updates; those of other threads are irrelevant to it.
 */
final class SpecialThreads {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private SpecialThreads() {}

    /** Returns whether there are any. */
    static boolean exist() {
        return COUNT.get() != 0;
    }

    /** Adds a number of threads, negative to subtract. */
    static void add(int more) {
        COUNT.addAndGet(more);
    }
}
