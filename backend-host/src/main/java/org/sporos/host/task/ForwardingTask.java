package org.sporos.host.task;

/** A decorator of another task: it has the phases, the chunks and the code of that one, unless it says otherwise. */
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
