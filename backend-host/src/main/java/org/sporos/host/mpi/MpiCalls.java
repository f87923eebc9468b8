package org.sporos.host.mpi;

import java.nio.ByteBuffer;

/**
 * The functions of the glue. Buffers are direct; handles of communicators and requests are MPI's own. What begins a
 * transfer returns its request. All but {@link #prepare}, {@link #end} and {@link #abort} throw an
 * {@link IllegalStateException} with MPI's own words.
 */
final class MpiCalls {

    private MpiCalls() {}

    /** Sets what the libraries below MPI read when they are loaded. */
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
