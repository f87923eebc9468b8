package org.sporos.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;

/** Prints when the bindings of NCCL are loaded, what the probe says, and the results of calls. */
final class NcclProgram {
    private static final long STREAM = 0x5000;

    private NcclProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path device = Files.createTempFile("nvidia", "ctl");
        try (ExecutionSpace space = new CudaBackendProvider(device).open(SpaceSpec.parse("cuda"))) {
            System.out.println(space.name() + ": " + isLoaded());
            CudaCollectives calls = new CudaCollectives(0);
            Availability found = calls.probe();
            System.out.println(found);
            System.out.println(isLoaded());
            if (found.available()) {
                call(calls);
            }
        } finally {
            Files.delete(device);
        }
    }

    private static boolean isLoaded() throws IOException {
        return Files.readString(Path.of("/proc/self/maps")).contains("libjninccl");
    }

    private static void call(CudaCollectives calls) {
        byte[] id = new byte[CudaCollectives.UNIQUE_ID_BYTES];
        long[] group = new long[1];
        int[] status = new int[1];
        System.out.println(calls.uniqueId(id) + calls.join(group, 4, id, 3));
        System.out.println("group " + Long.toHexString(group[0]) + ", id ends with " + id[id.length - 1]);
        int all = calls.allReduce(0x1000, 5, 8, 2, group[0], STREAM)
                + calls.broadcast(0x1000, 40, 1, group[0], STREAM)
                + calls.allGather(0x1000, 0x2000, 40, group[0], STREAM)
                + calls.reduceScatter(0x1000, 0x2000, 5, 8, 0, group[0], STREAM)
                + calls.beginTogether()
                + calls.send(0x1000, 8, 2, group[0], STREAM)
                + calls.receive(0x2000, 16, 1, group[0], STREAM)
                + calls.endTogether()
                + calls.asyncError(status, group[0])
                + calls.abort(group[0])
                + calls.leave(group[0]);
        System.out.println(all + " " + calls.text(status[0]));
    }
}
