package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends the notices of one rank to all others and keeps the last notice of each. Receives only when polled, so that a
 * program without delays has no cost. Used by one thread at a time.
 */
final class NoticeBoard {
    private static final int TAG = 1;

    private final Transport transport;
    private final @Nullable PendingTransfer[] receives;
    private final ByteBuffer[] buffers;
    private final @Nullable RankNotice[] last;
    /** The times at which the last notices arrived. */
    private final long[] heard;

    private final List<PendingTransfer> sends = new ArrayList<>();
    /** Keeps messages reachable while the library reads them. */
    private final List<ByteBuffer> sent = new ArrayList<>();

    NoticeBoard(Transport transport) {
        this.transport = transport;
        this.receives = new PendingTransfer[transport.size()];
        this.buffers = new ByteBuffer[transport.size()];
        this.last = new RankNotice[transport.size()];
        this.heard = new long[transport.size()];
    }

    /** Sends a notice to all other ranks. */
    void post(RankNotice.Kind kind, long sequence, long signature, String text) {
        sends.removeIf(PendingTransfer::isDone);
        if (sends.isEmpty()) {
            sent.clear();
        }
        ByteBuffer message = new RankNotice(kind, transport.rank(), sequence, signature, text).message();
        sent.add(message);
        for (int rank = 0; rank < transport.size(); rank++) {
            if (rank != transport.rank()) {
                sends.add(transport.send(rank, TAG, message));
            }
        }
    }

    /** Receives arrived notices. */
    void poll() {
        for (int rank = 0; rank < transport.size(); rank++) {
            while (rank != transport.rank() && !isClosed(rank) && arrived(rank)) {
                last[rank] = RankNotice.of(rank, buffers[rank]);
                heard[rank] = System.nanoTime();
            }
        }
    }

    private boolean arrived(int rank) {
        PendingTransfer receive = receives[rank];
        if (receive == null) {
            buffers[rank] = ElementBuffers.allocate(RankNotice.BYTES);
            receive = transport.receive(rank, TAG, buffers[rank]);
            receives[rank] = receive;
        }
        if (!receive.isDone()) {
            return false;
        }
        receives[rank] = null;
        return true;
    }

    /** Returns the last notice of a rank, or null. */
    @Nullable
    RankNotice last(int rank) {
        return last[rank];
    }

    /** Returns whether a rank has sent a notice within the given number of nanoseconds. */
    boolean isHeard(int rank, long nanos) {
        return last[rank] != null && System.nanoTime() - heard[rank] <= nanos;
    }

    /** Returns whether all other ranks have sent a notice within the given number of nanoseconds. */
    boolean allHeard(long nanos) {
        boolean all = true;
        for (int rank = 0; rank < last.length; rank++) {
            all &= rank == transport.rank() || isHeard(rank, nanos);
        }
        return all;
    }

    private boolean isClosed(int rank) {
        RankNotice notice = last[rank];
        return notice != null && notice.kind() == RankNotice.Kind.CLOSED;
    }

    /** Returns whether all other ranks have closed and all sends are complete. */
    boolean isEnded() {
        sends.removeIf(PendingTransfer::isDone);
        boolean all = sends.isEmpty();
        for (int rank = 0; rank < last.length; rank++) {
            all &= rank == transport.rank() || isClosed(rank);
        }
        return all;
    }

    /** Returns a failure notice of another rank, or null. */
    @Nullable
    RankNotice failure() {
        for (RankNotice notice : last) {
            if (notice != null && notice.isFailure()) {
                return notice;
            }
        }
        return null;
    }
}
