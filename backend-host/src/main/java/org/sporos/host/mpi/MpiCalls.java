package org.sporos.host.mpi;

import java.nio.ByteBuffer;

/**
 * The native functions of the glue. Buffers are direct; communicators and requests are MPI handles. Transfers return
 * their request. All except {@link #prepare}, {@link #end} and {@link #abort} throw an {@link IllegalStateException}
 * with MPI's error text.
 */
final class MpiCalls {

    private MpiCalls() {}

    /** Sets the environment variables read by the libraries below MPI when they load. */
    static native void prepare();

    /** Returns whether any thread may call MPI at any time. */
    static native boolean init();

    static native String version();

    static native long world();

    static native long split(long comm, int color, int key);

    static native int rank(long comm);

    static native int size(long comm);

    static native long send(long comm, ByteBuffer buffer, int at, int bytes, int to, int tag);

    static native long receive(long comm, ByteBuffer buffer, int at, int bytes, int from, int tag);

    static native long allGather(long comm, ByteBuffer own, int at, int bytes, ByteBuffer all, int allAt);

    static native long broadcast(long comm, ByteBuffer buffer, int at, int bytes, int root);

    static native long allReduce(long comm, ByteBuffer buffer, int at, int count, int type, int operator);

    static native boolean isDone(long request);

    static native void free(long comm);

    static native void end();

    static native void abort();
}
