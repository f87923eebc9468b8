package org.sporos.host.exec;

/** A thread of a pool. Its class tells that a call comes from within a run. */
final class Worker extends Thread {
    private final Crew crew;
    private final int number;

    Worker(Crew crew, int number, String name) {
        super(null, null, name, 0, false);
        this.crew = crew;
        this.number = number;
    }

    /** Returns its number in its crew, from 0. */
    int number() {
        return number;
    }

    @Override
    public void run() {
        crew.serve(this);
    }
}
