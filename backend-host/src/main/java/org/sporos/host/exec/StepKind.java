package org.sporos.host.exec;

/** What the executor does at a step. Bytes and not an enum: a million steps are looked at per run. */
final class StepKind {
    /** Nothing: joins, and the begin and end of nested graphs. */
    static final byte EMPTY = 0;
    /** One phase of a task, chunk by chunk. */
    static final byte TASK = 1;
    /** A call of any Java code, on a worker. */
    static final byte HOST = 2;
    /** A choice among bodies, once. */
    static final byte CHOICE = 3;
    /** A body again and again. */
    static final byte LOOP = 4;
    /** The end of a body. */
    static final byte BODY_END = 5;
    /** The end of the run. */
    static final byte RUN_END = 6;
    /** The whole program, walked by one thread. */
    static final byte WALK = 7;

    static final byte ALLOCATE = 8;
    static final byte FREE = 9;
    static final byte RECORD = 10;
    static final byte AWAIT = 11;
    static final byte SIGNAL = 12;
    static final byte WAIT = 13;

    private StepKind() {}
}
