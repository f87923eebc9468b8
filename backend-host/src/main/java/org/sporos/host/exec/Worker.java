package org.sporos.host.exec;

/** A thread of a pool. Its class tells that a call comes from within a run. */
final class Worker extends Thread {
    private final Crew crew;
    private final int number;
    private final Sleepers.Sleeper sleeper;

    /** Makes one that takes no memory to begin. */
    Worker(Crew crew, Sleepers sleepers, int number, String name) {
        super(null, null, name, 0, false);
        this.crew = crew;
        this.number = number;
        this.sleeper = sleepers.add(this, true);
    }

    /** Returns its number in its crew, from 0. */
    int number() {
        return number;
    }

    /** Returns how it sleeps. */
    Sleepers.Sleeper sleeper() {
        return sleeper;
    }

    @Override
    public void run() {
        crew.serve(this);
    }
}
