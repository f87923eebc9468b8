package org.sporos.host.task;

/** One call of Java code. */
record CallTask(Runnable body) implements HostTask {
    @Override
    public int phases() {
        return 1;
    }

    @Override
    public int chunks(int phase) {
        return 1;
    }

    @Override
    public void run(int phase, int chunk) {
        body.run();
    }
}
