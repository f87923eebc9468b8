package org.sporos.comm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.gpu.GpuCollectives;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;

/**
 * The exchange that precedes a connection by the library of the devices: each rank publishes its machine, its device
 * and whether it has the library; rank 0 broadcasts the identity of the group.
 */
final class DeviceMeeting extends Collective {
    private static final String PROPERTY = "sporos.comm.library";
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int RECORD = 512;

    private final @Nullable ExecutionSpace space;
    private final @Nullable GpuCollectives library;
    private final Availability found;
    private final Presence[] ranks;
    private GpuCollectives.@Nullable Group group;

    /** @param space the space whose memory the operations use, or null to exchange the machines only */
    DeviceMeeting(RankProgress progress, @Nullable ExecutionSpace space) {
        super(progress, "meeting", space == null ? "machines" : "devices", 0);
        this.space = space;
        this.library = space == null ? null : GpuCollectives.of(space);
        this.found = found();
        this.ranks = new Presence[ranks()];
    }

    private Availability found() {
        if (space == null || library == null) {
            return new Availability("none", false, space == null ? "" : space.name() + " is no GPU");
        } else if ("off".equals(System.getProperty(PROPERTY))) {
            return new Availability(library.probe().kind(), false, PROPERTY + " is off");
        }
        return library.probe();
    }

    /**
     * The published properties of a rank.
     *
     * @param machine an identifier of the machine
     * @param device the address of its device on the bus
     * @param library the kind of its library with its version, or the reason why it is missing
     */
    private record Presence(boolean hasLibrary, String machine, String device, String library) {
        void put(ByteBuffer record) {
            byte[] text = String.join("\n", machine, device, library).getBytes(StandardCharsets.UTF_8);
            int bytes = Math.min(text.length, RECORD - 8);
            record.putInt(0, hasLibrary ? 1 : 0).putInt(4, bytes).put(8, text, 0, bytes);
        }

        static Presence get(ByteBuffer record) {
            byte[] text = new byte[record.getInt(4)];
            record.get(8, text);
            String[] parts = Arrays.copyOf(new String(text, StandardCharsets.UTF_8).split("\n", 3), 3);
            return new Presence(record.getInt(0) == 1, parts[0], parts[1], parts[2]);
        }
    }

    @Override
    void move(OperationHeader operation) {
        gatherHeaders(operation, null);
        ByteBuffer own = ElementBuffers.allocate(RECORD);
        ByteBuffer all = ElementBuffers.allocate((long) RECORD * ranks());
        String device = library != null && found.available() ? library.busAddress() : "";
        new Presence(
                        found.available(),
                        machine(),
                        device,
                        found.available() ? found.kind() + " " + found.reason() : found.reason())
                .put(own);
        await(operation, transport().allGather(own, all), -1);
        for (int rank = 0; rank < ranks(); rank++) {
            ranks[rank] = Presence.get(ElementBuffers.part(all, (long) rank * RECORD, RECORD));
        }
        if (library != null && lacking() < 0) {
            requireOwnDevices();
            join(operation, library);
        }
    }

    private static String machine() {
        try {
            return Files.readString(BOOT).strip();
        } catch (IOException | RuntimeException e) {
            // Only Linux has devices.
            return "";
        }
    }

    /** Returns the first rank without the library, or -1. */
    private int lacking() {
        for (int rank = 0; rank < ranks.length; rank++) {
            if (!ranks[rank].hasLibrary) {
                return rank;
            }
        }
        return -1;
    }

    private void requireOwnDevices() {
        for (int rank = 0; rank < ranks.length; rank++) {
            for (int before = 0; before < rank; before++) {
                Presence one = ranks[rank];
                if (one.machine.equals(ranks[before].machine) && one.device.equals(ranks[before].device)) {
                    throw new CodedStateException(
                            "C418",
                            "ranks " + before + " and " + rank + " have the same device, at " + one.device
                                    + " of one machine, which " + one.library
                                    + " refuses; open the space of a rank by the number that localRank() returns");
                }
            }
        }
    }

    private void join(OperationHeader operation, GpuCollectives of) {
        ByteBuffer id = ElementBuffers.allocate(GpuCollectives.ID_BYTES);
        if (transport().rank() == 0) {
            id.put(0, of.uniqueId());
        }
        await(operation, transport().broadcast(0, id), -1);
        byte[] identity = new byte[GpuCollectives.ID_BYTES];
        id.get(0, identity);
        // In a thread of its own: the call blocks until all ranks have joined, without a timeout.
        CompletableFuture<GpuCollectives.Group> joined = new CompletableFuture<>();
        Thread joining = new Thread(
                () -> {
                    try {
                        joined.complete(of.join(identity, ranks(), transport().rank()));
                    } catch (RuntimeException | Error e) {
                        joined.completeExceptionally(e);
                    }
                },
                "sporos-comm-join");
        joining.setDaemon(true);
        joining.start();
        await(operation, joined::isDone, -1);
        try {
            group = joined.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof IllegalStateException failure ? failure : e;
        }
    }

    /** Returns the group of the library, or null if a rank lacks it. */
    GpuCollectives.@Nullable Group group() {
        return group;
    }

    /** Returns a description of the library that executes the operations on the memory of the space. */
    String library() {
        int lacking = lacking();
        if (group != null && space != null) {
            return ranks[transport().rank()].library + " on " + space.name();
        }
        return "staged" + (lacking < 0 ? "" : ", as on rank " + lacking + " " + ranks[lacking].library);
    }

    /** Returns the rank of this process among those on its machine. */
    int localRank() {
        int own = transport().rank();
        int before = 0;
        for (int rank = 0; rank < own; rank++) {
            before += ranks[rank].machine.equals(ranks[own].machine) ? 1 : 0;
        }
        return before;
    }
}
