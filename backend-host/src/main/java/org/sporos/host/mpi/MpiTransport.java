package org.sporos.host.mpi;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.sporos.comm.PendingTransfer;
import org.sporos.comm.Transport;
import org.sporos.error.CodedStateException;
import org.sporos.error.InternalException;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/** Messages over MPI, called from any thread. One thread initializes and finalizes MPI, as the standard requires. */
final class MpiTransport implements Transport {
    /** Unfinished transfers, which keep their buffers reachable while MPI may use them. */
    private static final Set<Pending> PENDING = ConcurrentHashMap.newKeySet();

    private final long comm;
    private final int rank;
    private final int size;
    /** The thread that initialized MPI; null for split communicators. */
    private final @Nullable ExecutorService owner;

    private MpiTransport(long comm, @Nullable ExecutorService owner) {
        this.comm = comm;
        this.owner = owner;
        this.rank = MpiCalls.rank(comm);
        this.size = MpiCalls.size(comm);
    }

    /** Initializes MPI and returns the transport among all processes. */
    static MpiTransport ofWorld() {
        ExecutorService owner = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "sporos-mpi");
            thread.setDaemon(true);
            return thread;
        });
        boolean anyThread = inThread(owner, MpiCalls::init);
        if (!anyThread) {
            throw oneThread(MpiCalls.version());
        }
        return new MpiTransport(inThread(owner, MpiCalls::world), owner);
    }

    static IllegalStateException oneThread(String version) {
        return new CodedStateException(
                "C415",
                version
                        + " does not let several threads call it (MPI_THREAD_MULTIPLE), which nodes of graphs need; use an"
                        + " MPI that was built with it");
    }

    private static <T> T inThread(ExecutorService owner, Callable<T> call) {
        boolean interrupted = false;
        try {
            var result = owner.submit(call);
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IllegalStateException failure) {
                throw failure;
            }
            throw new InternalException("MPI fails: " + e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A request with its buffers. */
    private static final class Pending implements PendingTransfer {
        private final long request;
        private final ByteBuffer[] buffers;

        Pending(long request, ByteBuffer... buffers) {
            this.request = request;
            this.buffers = buffers;
            PENDING.add(this);
        }

        @Override
        public boolean isDone() {
            boolean done = MpiCalls.isDone(request);
            if (done) {
                PENDING.remove(this);
            }
            return done;
        }

        @Override
        public String toString() {
            return "a transfer of " + buffers.length + (buffers.length == 1 ? " buffer" : " buffers");
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Transport split(int color, int key) {
        return new MpiTransport(MpiCalls.split(comm, color, key), null);
    }

    @Override
    public PendingTransfer send(int to, int tag, ByteBuffer message) {
        return new Pending(MpiCalls.send(comm, message, message.position(), message.remaining(), to, tag), message);
    }

    @Override
    public PendingTransfer receive(int from, int tag, ByteBuffer into) {
        return new Pending(MpiCalls.receive(comm, into, into.position(), into.remaining(), from, tag), into);
    }

    @Override
    public PendingTransfer allGather(ByteBuffer own, ByteBuffer all) {
        return new Pending(
                MpiCalls.allGather(comm, own, own.position(), own.remaining(), all, all.position()), own, all);
    }

    @Override
    public PendingTransfer broadcast(int root, ByteBuffer data) {
        return new Pending(MpiCalls.broadcast(comm, data, data.position(), data.remaining(), root), data);
    }

    @Override
    public PendingTransfer allReduce(ReductionOp op, ElementType type, ByteBuffer data) {
        int count = data.remaining() / type.bytes();
        return new Pending(MpiCalls.allReduce(comm, data, data.position(), count, number(type), number(op)), data);
    }

    private static int number(ElementType type) {
        return switch (type) {
            case DOUBLE -> 0;
            case FLOAT -> 1;
            case LONG -> 2;
            case INT -> 3;
            default -> throw new InternalException("MPI reduces no elements of " + type);
        };
    }

    private static int number(ReductionOp op) {
        return switch (op) {
            case SUM -> 0;
            case PROD -> 1;
            case MIN -> 2;
            case MAX -> 3;
            case BIT_AND -> 4;
            case BIT_OR -> 5;
            case BIT_XOR -> 6;
            default -> throw new InternalException("MPI reduces nothing by " + op);
        };
    }

    @Override
    public void close() {
        MpiCalls.free(comm);
        if (owner != null) {
            inThread(owner, () -> {
                MpiCalls.end();
                return true;
            });
            owner.shutdown();
        }
    }

    @Override
    public void abort() {
        MpiCalls.abort();
    }
}
