package org.sporos.host.schedule;

/** The kinds of steps of the executor. They are bytes and no enum, as a run may look at a million steps. */
public final class StepKind {
    /** Nothing: joins, and the begin and end of nested graphs. */
    public static final byte EMPTY = 0;
    /** One phase of a task, chunk by chunk. */
    public static final byte TASK = 1;
    /** A call of any Java code, on a worker. */
    public static final byte HOST = 2;
    /** A branch: one of some bodies, once, or none. */
    public static final byte BRANCH = 3;
    /** A body again and again. */
    public static final byte LOOP = 4;
    /** The end of a body. */
    public static final byte BODY_END = 5;
    /** The end of the run. */
    public static final byte RUN_END = 6;
    /** The whole program, run by one thread. */
    public static final byte SERIAL_RUN = 7;

    public static final byte ALLOCATE = 8;
    public static final byte FREE = 9;
    public static final byte RECORD = 10;
    public static final byte AWAIT = 11;
    public static final byte SIGNAL = 12;
    public static final byte WAIT = 13;

    private StepKind() {}
}
