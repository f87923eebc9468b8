package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.PrintLog;
import org.sporos.graph.Node;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.kernel.cpp.CppPrints;
import org.sporos.kernel.cpp.CppProgram;

/**
 * The lines printed by the kernels of an executable into device memory. A run starts after the lines of the previous
 * run were read, so each line belongs to one run. Thread-safe.
 */
final class PrintRecord {
    private final GpuMemory memory;
    private final PrintLog log;
    private final int limit;
    private final long address;
    private final long pinned;
    private final ByteBuffer copy;
    /** The stream of the run with unread lines, or null. */
    private @Nullable GpuStream running;

    private PrintRecord(GpuMemory memory, PrintLog log) {
        this.memory = memory;
        this.log = log;
        this.limit = log.lines().limit();
        int bytes = CppPrints.HEAD + CppPrints.LINE * limit;
        this.address = memory.device(bytes);
        this.pinned = memory.pinned(bytes);
        this.copy = memory.driver().pinnedBuffer(pinned, bytes).order(ByteOrder.nativeOrder());
        copy.putInt(0, 0);
        copy.putInt(Integer.BYTES, limit);
        memory.driver().copy(address, pinned, CppPrints.HEAD, memory.stream());
    }

    /** Returns the memory for the kernels of a program, or null if none of them prints. */
    static @Nullable PrintRecord of(GpuMemory memory, CppProgram text, @Nullable PrintLog log) {
        // Searches the text, because a horizontally fused launch has the address in a table.
        return log != null && text.kernels().contains("java::Prints*") ? new PrintRecord(memory, log) : null;
    }

    long address() {
        return address;
    }

    /** Launches a run after reading the lines of the previous run, which must be complete. */
    synchronized void launch(GpuStream stream, List<LaunchSite> sites, Runnable launch) {
        takeEnded(sites);
        launch.run();
        running = stream;
    }

    /**
     * Logs the lines of the last run if it is complete and they are unread.
     *
     * @throws GpuException if the device is unusable
     */
    synchronized void take(List<LaunchSite> sites) {
        if (running != null && running.isIdle()) {
            takeEnded(sites);
        }
    }

    /** Logs the lines of the last run, which is complete, if they are unread. */
    synchronized void takeEnded(List<LaunchSite> sites) {
        if (running == null) {
            return;
        }
        running = null;
        load(0, CppPrints.HEAD);
        long count = Integer.toUnsignedLong(copy.getInt(0));
        int kept = (int) Math.min(count, limit);
        if (kept > 0) {
            load(CppPrints.HEAD, (long) CppPrints.LINE * kept);
            memory.zero(address, Integer.BYTES);
            memory.settle();
        }
        for (int k = 0; k < kept; k++) {
            add(copy.slice(CppPrints.HEAD + k * CppPrints.LINE, CppPrints.LINE), sites);
        }
        log.lines().lost(count - kept);
        log.ended();
    }

    private void load(long from, long bytes) {
        memory.driver().copy(pinned + from, address + from, bytes, memory.stream());
        memory.settle();
    }

    private void add(ByteBuffer line, List<LaunchSite> sites) {
        int launch = CppPrints.launch(line);
        CppPrints.Site site = sites.get(launch).launch().prints().get(CppPrints.site(line));
        Node node = node(sites, launch, site.body());
        log.lines().add(CppPrints.read(line, log.number(node), site));
    }

    /** Returns the node of a kernel body in a launch; members without kernels have no bodies. */
    private static Node node(List<LaunchSite> sites, int first, int body) {
        CppLaunch launch = sites.get(first).launch();
        int left = body;
        for (int at = first; at < sites.size() && sites.get(at).launch() == launch; at++) {
            Node node = sites.get(at).unit().node();
            int bodies = node.kernels().size();
            if (left < bodies) {
                return node;
            }
            left -= bodies;
        }
        return sites.get(first).unit().node();
    }
}
