package org.sporos.host.threads;

import java.util.function.Consumer;

/** A thread of a pool. Its class marks calls from within a run. */
public final class Worker extends Thread {
    private final Consumer<Worker> life;
    private final int number;
    private final EventCount.Sleeper sleeper;

    /**
     * Creates a worker that starts without allocations.
     *
     * @param life its work from start to end
     */
    Worker(Consumer<Worker> life, EventCount eventCount, int number, String name) {
        super(null, null, name, 0, false);
        this.life = life;
        this.number = number;
        this.sleeper = eventCount.add(this, true);
    }

    /** Returns its number among the workers of its space, from 0. */
    int number() {
        return number;
    }

    /** Returns its wait state. */
    EventCount.Sleeper sleeper() {
        return sleeper;
    }

    @Override
    public void run() {
        life.accept(this);
    }
}
