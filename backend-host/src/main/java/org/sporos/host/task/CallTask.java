package org.sporos.host.task;

/**
 * One call of Java code.
 *
 * @param isWatched whether the code prints
 */
record CallTask(Runnable body, boolean isWatched) implements HostTask {
    CallTask(Runnable body) {
        this(body, false);
    }

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
