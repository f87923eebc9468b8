package org.sporos.host.exec;

/** Something that goes on when an event has happened or a semaphore has risen. Called once per wait, on any thread. */
interface Waiter {
    /** Goes on, without doing any of the work that waited. */
    void resume();
}
