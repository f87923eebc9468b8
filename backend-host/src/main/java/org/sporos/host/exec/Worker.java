package org.sporos.host.exec;

/** A thread of a pool. */
final class Worker extends Thread {
    private final Pool pool;
    /** Whether it runs any Java code of the user now; used by this thread alone. */
    boolean inHostCall;

    Worker(Pool pool, String name) {
        super(null, null, name, 0, false);
        this.pool = pool;
        setDaemon(true);
    }

    @Override
    public void run() {
        pool.serve(this);
    }
}
