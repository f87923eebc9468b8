package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.cuDeviceGetPCIBusId;
import static org.bytedeco.cuda.global.nccl.ncclAllGather;
import static org.bytedeco.cuda.global.nccl.ncclAllReduce;
import static org.bytedeco.cuda.global.nccl.ncclBroadcast;
import static org.bytedeco.cuda.global.nccl.ncclCommAbort;
import static org.bytedeco.cuda.global.nccl.ncclCommDestroy;
import static org.bytedeco.cuda.global.nccl.ncclCommGetAsyncError;
import static org.bytedeco.cuda.global.nccl.ncclCommInitRank;
import static org.bytedeco.cuda.global.nccl.ncclGetErrorString;
import static org.bytedeco.cuda.global.nccl.ncclGetUniqueId;
import static org.bytedeco.cuda.global.nccl.ncclGetVersion;
import static org.bytedeco.cuda.global.nccl.ncclGroupEnd;
import static org.bytedeco.cuda.global.nccl.ncclGroupStart;
import static org.bytedeco.cuda.global.nccl.ncclInt8;
import static org.bytedeco.cuda.global.nccl.ncclRecv;
import static org.bytedeco.cuda.global.nccl.ncclReduceScatter;
import static org.bytedeco.cuda.global.nccl.ncclSend;

import java.nio.charset.StandardCharsets;
import org.bytedeco.cuda.nccl.ncclComm;
import org.bytedeco.cuda.nccl.ncclUniqueId;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.jspecify.annotations.Nullable;
import org.sporos.gpu.NcclCalls;
import org.sporos.space.Availability;

/**
 * NCCL on one device. The system property {@code sporos.nccl.library} names its library where the loader does not find
 * it, such as in an installation of PyTorch.
 *
 * @param device the number of the device
 */
record CudaCollectives(int device) implements NcclCalls {
    private static final String PROPERTY = "sporos.nccl.library";

    @Override
    public Availability probe() {
        return Library.FOUND;
    }

    /** The library, loaded at first use. */
    private static final class Library {
        static final Availability FOUND = load();

        private static Availability load() {
            String named = System.getProperty(PROPERTY);
            try {
                if (named != null) {
                    Loader.loadGlobal(named);
                }
            } catch (LinkageError e) {
                return new Availability(
                        "nccl",
                        false,
                        "NCCL cannot be loaded (" + CudaProbe.reason(e) + "), which " + PROPERTY + " names");
            }
            try {
                int[] version = new int[1];
                int status = ncclGetVersion(version);
                return status == 0
                        ? new Availability("nccl", true, NcclCalls.version(version[0]))
                        : new Availability("nccl", false, "ncclGetVersion failed with status " + status);
            } catch (LinkageError e) {
                return new Availability(
                        "nccl",
                        false,
                        CudaProbe.library("NCCL", e, "; install libnccl2, or name its libnccl.so.2 by " + PROPERTY));
            }
        }
    }

    /** A ncclComm. */
    private static final class Group extends ncclComm {
        Group(long handle) {
            super((Pointer) null);
            address = handle;
        }
    }

    private static CudaRefs.Address at(long address) {
        return new CudaRefs.Address().at(address);
    }

    private static CudaRefs.Stream in(long stream) {
        return CudaRefs.get().stream.at(stream);
    }

    @Override
    public String busAddress() {
        byte[] address = new byte[64];
        CudaCall.check(cuDeviceGetPCIBusId(address, address.length, device), "cuDeviceGetPCIBusId");
        return new String(address, StandardCharsets.UTF_8).split("\0", 2)[0];
    }

    @Override
    public String text(int status) {
        return ncclGetErrorString(status).getString();
    }

    @Override
    public int uniqueId(byte[] id) {
        try (ncclUniqueId made = new ncclUniqueId()) {
            int status = ncclGetUniqueId(made);
            made.internal().get(id);
            return status;
        }
    }

    @Override
    public int join(long[] group, int size, byte[] id, int rank) {
        try (ncclUniqueId known = new ncclUniqueId();
                PointerPointer<ncclComm> made = new PointerPointer<>(1)) {
            known.internal().put(id);
            int status = ncclCommInitRank(made, size, known, rank);
            @Nullable ncclComm found = status == 0 ? made.get(ncclComm.class, 0) : null;
            group[0] = found == null ? 0 : found.address();
            return status;
        }
    }

    @Override
    public int allReduce(long address, long count, int type, int operator, long group, long stream) {
        return ncclAllReduce(at(address), at(address), count, type, operator, new Group(group), in(stream));
    }

    @Override
    public int broadcast(long address, long bytes, int root, long group, long stream) {
        return ncclBroadcast(at(address), at(address), bytes, ncclInt8, root, new Group(group), in(stream));
    }

    @Override
    public int allGather(long own, long all, long bytes, long group, long stream) {
        return ncclAllGather(at(own), at(all), bytes, ncclInt8, new Group(group), in(stream));
    }

    @Override
    public int reduceScatter(long all, long own, long count, int type, int operator, long group, long stream) {
        return ncclReduceScatter(at(all), at(own), count, type, operator, new Group(group), in(stream));
    }

    @Override
    public int send(long address, long bytes, int to, long group, long stream) {
        return ncclSend(at(address), bytes, ncclInt8, to, new Group(group), in(stream));
    }

    @Override
    public int receive(long address, long bytes, int from, long group, long stream) {
        return ncclRecv(at(address), bytes, ncclInt8, from, new Group(group), in(stream));
    }

    @Override
    public int beginTogether() {
        return ncclGroupStart();
    }

    @Override
    public int endTogether() {
        return ncclGroupEnd();
    }

    @Override
    public int asyncError(int[] status, long group) {
        return ncclCommGetAsyncError(new Group(group), status);
    }

    @Override
    public int abort(long group) {
        return ncclCommAbort(new Group(group));
    }

    @Override
    public int leave(long group) {
        return ncclCommDestroy(new Group(group));
    }
}
