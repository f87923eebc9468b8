package org.sporos.host.schedule;

/** The kinds of steps of the executor. Bytes instead of an enum, as a run may read a million of them. */
public final class StepKind {
    /** No work: joins, and the start and end of nested graphs. */
    public static final byte EMPTY = 0;
    /** One phase of a task, chunk by chunk. */
    public static final byte TASK = 1;
    /** A host call: any Java code, on a worker thread. */
    public static final byte HOST = 2;
    /** A branch: at most one of its bodies, once. */
    public static final byte BRANCH = 3;
    /** A loop: its body repeatedly. */
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
