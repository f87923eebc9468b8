package org.sporos.hip;

import static org.sporos.hip.HipCall.check;

import java.nio.charset.StandardCharsets;
import org.sporos.gpu.NcclCalls;
import org.sporos.space.Availability;

/**
 * RCCL on one device, by the native glue.
 *
 * @param device the number of the device
 */
record HipCollectives(int device) implements NcclCalls {

    @Override
    public Availability probe() {
        String reason = HipLibraries.openCollectives();
        if (!reason.isEmpty()) {
            return new Availability("rccl", false, reason);
        }
        int[] version = new int[1];
        int status = HipGlue.ncclGetVersion(version);
        return status == 0
                ? new Availability("rccl", true, NcclCalls.version(version[0]))
                : new Availability("rccl", false, "ncclGetVersion failed: " + text(status));
    }

    @Override
    public String busAddress() {
        byte[] address = new byte[64];
        check(HipGlue.hipDeviceGetPCIBusId(address, address.length, device), "hipDeviceGetPCIBusId");
        return new String(address, StandardCharsets.UTF_8).split("\0", 2)[0];
    }

    @Override
    public String text(int status) {
        return HipGlue.ncclGetErrorString(status);
    }

    @Override
    public int uniqueId(byte[] id) {
        return HipGlue.ncclGetUniqueId(id);
    }

    @Override
    public int join(long[] group, int size, byte[] id, int rank) {
        return HipGlue.ncclCommInitRank(group, size, id, rank);
    }

    @Override
    public int allReduce(long address, long count, int type, int operator, long group, long stream) {
        return HipGlue.ncclAllReduce(address, count, type, operator, group, stream);
    }

    @Override
    public int broadcast(long address, long bytes, int root, long group, long stream) {
        return HipGlue.ncclBroadcast(address, bytes, root, group, stream);
    }

    @Override
    public int allGather(long own, long all, long bytes, long group, long stream) {
        return HipGlue.ncclAllGather(own, all, bytes, group, stream);
    }

    @Override
    public int reduceScatter(long all, long own, long count, int type, int operator, long group, long stream) {
        return HipGlue.ncclReduceScatter(all, own, count, type, operator, group, stream);
    }

    @Override
    public int send(long address, long bytes, int to, long group, long stream) {
        return HipGlue.ncclSend(address, bytes, to, group, stream);
    }

    @Override
    public int receive(long address, long bytes, int from, long group, long stream) {
        return HipGlue.ncclRecv(address, bytes, from, group, stream);
    }

    @Override
    public int beginTogether() {
        return HipGlue.ncclGroupStart();
    }

    @Override
    public int endTogether() {
        return HipGlue.ncclGroupEnd();
    }

    @Override
    public int asyncError(int[] status, long group) {
        return HipGlue.ncclCommGetAsyncError(status, group);
    }

    @Override
    public int abort(long group) {
        return HipGlue.ncclCommAbort(group);
    }

    @Override
    public int leave(long group) {
        return HipGlue.ncclCommDestroy(group);
    }
}
