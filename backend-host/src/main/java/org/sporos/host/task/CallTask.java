package org.sporos.host.task;

/**
 * One call of Java code.
 *
 * @param isWatched whether the code prints
 */
record CallTask(Runnable body, boolean isWatched) implements UncutTask {
    CallTask(Runnable body) {
        this(body, false);
    }

    @Override
    public void run(int phase, int chunk) {
        body.run();
    }
}
