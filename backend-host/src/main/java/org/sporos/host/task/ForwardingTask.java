package org.sporos.host.task;

/** A decorator of a task, with its phases, chunks and code by default. */
interface ForwardingTask extends HostTask {
    /** Returns the decorated task. */
    HostTask task();

    @Override
    default int phases() {
        return task().phases();
    }

    @Override
    default int chunks(int phase) {
        return task().chunks(phase);
    }

    @Override
    default Tier tier() {
        return task().tier();
    }

    @Override
    default String note() {
        return task().note();
    }

    @Override
    default boolean isWatched() {
        return task().isWatched();
    }
}
