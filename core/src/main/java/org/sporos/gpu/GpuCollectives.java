package org.sporos.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.error.LibraryException;
import org.sporos.internal.space.Overlap;
import org.sporos.policy.ReductionOp;
import org.sporos.space.Availability;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.View;

/**
 * The vendor's library of collectives on the device of one space, for communicators. Failures are {@link
 * IllegalStateException}s with the text of the library. Thread-safe.
 */
public final class GpuCollectives {
    /** The length of the identity of a group. */
    public static final int ID_BYTES = NcclCalls.UNIQUE_ID_BYTES;

    private final GpuSpace space;
    private final NcclCalls calls;

    private GpuCollectives(GpuSpace space, NcclCalls calls) {
        this.space = space;
        this.calls = calls;
    }

    /** Returns the library of a space, or null if it is not on a GPU. */
    public static @Nullable GpuCollectives of(ExecutionSpace space) {
        if (!(space instanceof GpuSpace own)) {
            return null;
        }
        NcclCalls calls = own.device().driver().collectives();
        return calls == null ? null : new GpuCollectives(own, calls);
    }

    /** Returns whether the library is available, with its version or the reason. Loads it at the first call. */
    public Availability probe() {
        space.device().driver().makeCurrent();
        return calls.probe();
    }

    /** Returns the address of the device on its bus. */
    public String busAddress() {
        return calls.busAddress();
    }

    /** Returns a new identity of a group of ranks, made by one of them. */
    public byte[] uniqueId() {
        space.device().driver().makeCurrent();
        byte[] id = new byte[NcclCalls.UNIQUE_ID_BYTES];
        check(calls.uniqueId(id), "GetUniqueId");
        return id;
    }

    /** Joins a group of ranks; returns when all have joined. */
    public Group join(byte[] id, int size, int rank) {
        space.device().driver().makeCurrent();
        long[] group = new long[1];
        check(calls.join(group, size, id, rank), "CommInitRank");
        return new Group(group[0]);
    }

    private void check(int status, String call) {
        if (status != 0) {
            throw new LibraryException("nccl" + call + " failed: " + calls.text(status) + " (" + status + ")");
        }
    }

    /** Returns whether a view has one address in all runs, unlike a level of a ring and memory of a graph. */
    public static boolean hasFixedAddress(View view) {
        return view.allocation() instanceof NativeAllocation;
    }

    /** Returns whether two views may share an element. */
    public static boolean mayOverlap(View a, View b) {
        return a.allocation() == b.allocation() && Overlap.possible(a.region(), b.region());
    }

    /** The view of one message, and the other rank. */
    public record Message(View view, int rank) {}

    /** A group of joined ranks. Its operations are enqueued in a native stream; their views are packed. */
    public final class Group {
        private final long handle;
        private boolean isOpen = true;

        private Group(long handle) {
            this.handle = handle;
        }

        /** Combines the elements of all ranks in place, in the order of the library. */
        public void allReduce(long stream, ReductionOp op, View view) {
            int status =
                    calls.allReduce(address(view), view.size(), number(view.elementType()), number(op), handle, stream);
            check(status, "AllReduce");
        }

        /** Copies the elements of a root to all. */
        public void broadcast(long stream, View view, int root) {
            check(calls.broadcast(address(view), bytes(view), root, handle, stream), "Broadcast");
        }

        /** Copies the elements of each rank to all, in the order of ranks. */
        public void allGather(long stream, View all, View own) {
            check(calls.allGather(address(own), address(all), bytes(own), handle, stream), "AllGather");
        }

        /** Combines the elements of all ranks in the order of the library; each gets the elements of its part. */
        public void reduceScatter(long stream, ReductionOp op, View own, View all) {
            int status = calls.reduceScatter(
                    address(all), address(own), own.size(), number(own.elementType()), number(op), handle, stream);
            check(status, "ReduceScatter");
        }

        /** Sends to each rank its part of the elements, and receives the part of this rank from each. */
        public void exchangeParts(long stream, View received, View all, int ranks) {
            long bytes = bytes(all) / ranks;
            check(calls.beginTogether(), "GroupStart");
            int status = 0;
            for (int rank = 0; rank < ranks; rank++) {
                long at = rank * bytes;
                status = first(status, calls.receive(address(received) + at, bytes, rank, handle, stream));
                status = first(status, calls.send(address(all) + at, bytes, rank, handle, stream));
            }
            check(first(status, calls.endTogether()), "Send or ncclRecv");
        }

        /** Copies the first elements of a view to all elements of another. */
        public void copy(long stream, View to, View from) {
            space.device().driver().copy(address(to), address(from), bytes(to), stream);
        }

        /** Sends and receives views. */
        public void exchange(long stream, List<Message> sends, List<Message> receives) {
            check(calls.beginTogether(), "GroupStart");
            int status = 0;
            for (Message one : receives) {
                status = first(status, calls.receive(address(one.view), bytes(one.view), one.rank, handle, stream));
            }
            for (Message one : sends) {
                status = first(status, calls.send(address(one.view), bytes(one.view), one.rank, handle, stream));
            }
            check(first(status, calls.endTogether()), "Send or ncclRecv");
        }

        private int first(int status, int next) {
            return status == 0 ? next : status;
        }

        /** Returns whether the work enqueued in a stream is complete. */
        public boolean isIdle(long stream) {
            return space.device().driver().isIdle(stream);
        }

        /** Returns the asynchronous failure of the group, or null. */
        public synchronized @Nullable String failure() {
            int[] status = new int[1];
            if (!isOpen || calls.asyncError(status, handle) != 0 || status[0] == 0) {
                return null;
            }
            return calls.text(status[0]) + " (" + status[0] + ")";
        }

        /** Aborts the group, including operations in flight. Idempotent. */
        public synchronized void abort() {
            if (isOpen && !space.isClosed()) {
                isOpen = false;
                space.device().driver().makeCurrent();
                // The status is ignored: the group has failed already.
                calls.abort(handle);
            }
        }

        /** Ends the group when its operations are complete. Idempotent. */
        public synchronized void close() {
            if (isOpen && space.isUsable()) {
                isOpen = false;
                space.device().driver().makeCurrent();
                check(calls.leave(handle), "CommDestroy");
            }
        }

        private long address(View view) {
            return GpuHandles.address(space.kind(), view);
        }

        private static long bytes(View view) {
            return view.size() * view.elementType().bytes();
        }

        private static int number(ElementType type) {
            return switch (type) {
                case INT -> 2;
                case LONG -> 4;
                case FLOAT -> 7;
                case DOUBLE -> 8;
                default -> throw new InternalException("NCCL combines no elements of " + type);
            };
        }

        private static int number(ReductionOp op) {
            return switch (op) {
                case SUM -> 0;
                case PROD -> 1;
                case MAX -> 2;
                case MIN -> 3;
                default -> throw new InternalException("NCCL combines nothing by " + op);
            };
        }
    }
}
