package org.sporos.host.task;

/** A task over a range with live bounds. Once its first chunk has run, it fails where these are outside of limits. */
record LiveTask(HostTask task, RunRange range) implements ForwardingTask {

    /** Returns a task over a range, which is checked in each run if it has live bounds. */
    static HostTask of(HostTask task, RunRange range) {
        return range.isLive() ? new LiveTask(task, range) : task;
    }

    @Override
    public void run(int phase, int chunk) {
        task.run(phase, chunk);
        if (chunk == 0) {
            checkLast(phase);
        }
    }

    @Override
    public void run(int phase, int first, int count) {
        task.run(phase, first, count);
        if (first == 0) {
            checkLast(phase);
        }
    }

    @Override
    public void runAll(int phase) {
        task.runAll(phase);
        checkLast(phase);
    }

    /** In its last phase, so that reductions have written what they give for no indexes. */
    private void checkLast(int phase) {
        if (phase == phases() - 1) {
            range.check();
        }
    }
}
