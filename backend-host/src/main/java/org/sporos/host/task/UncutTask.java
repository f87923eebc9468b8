package org.sporos.host.task;

/** A task of one phase that is one chunk. */
public interface UncutTask extends HostTask {
    @Override
    default int phases() {
        return 1;
    }

    @Override
    default int chunks(int phase) {
        return 1;
    }
}
