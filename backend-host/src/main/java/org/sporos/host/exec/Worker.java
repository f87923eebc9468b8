package org.sporos.host.exec;

/** A thread of a pool. Its class tells that a call comes from within a run. */
final class Worker extends Thread {
    private final Crew crew;

    Worker(Crew crew, String name) {
        super(null, null, name, 0, false);
        this.crew = crew;
        setDaemon(true);
    }

    @Override
    public void run() {
        crew.serve(this);
    }
}
