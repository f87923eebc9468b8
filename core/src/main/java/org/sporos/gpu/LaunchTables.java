package org.sporos.gpu;

import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * The tables of fused launches and of ring rotations of one graph, in one block of device memory: filled in pinned
 * memory during lowering, then copied once. Used by one thread.
 */
final class LaunchTables {
    private final GpuMemory memory;
    private final long bytes;
    private final long device;
    private final long pinned;
    private final @Nullable LongBuffer rows;
    private final Map<RingState, Long> rings = new HashMap<>();

    LaunchTables(GpuMemory memory, GpuSource source, LaunchPlan plan) {
        this.memory = memory;
        this.bytes = bytes(source, plan);
        this.device = bytes == 0 ? 0 : memory.device(bytes);
        this.pinned = bytes == 0 ? 0 : memory.pinned(bytes);
        this.rows = bytes == 0
                ? null
                : memory.driver().pinnedBuffer(pinned, Math.toIntExact(bytes)).asLongBuffer();
    }

    /** Returns the bytes for a plan, each of device and of pinned memory. */
    static long bytes(GpuSource source, LaunchPlan plan) {
        long longs = 0;
        List<CppLaunch> all = source.text().launches();
        for (int kernel = 0; kernel < all.size(); kernel++) {
            CppLaunch.Table table = all.get(kernel).table();
            if (table != null && table.isInMemory()) {
                int layouts = source.kernels().layouts(kernel);
                longs += (long) layouts * table.blocks() * table.width();
            }
        }
        Set<RingState> restored = new HashSet<>();
        addRestored(plan, restored);
        return (longs
                        + restored.stream()
                                .mapToLong(ring -> (long) ring.parts() * ring.size())
                                .sum())
                * Long.BYTES;
    }

    private static void addRestored(LaunchPlan plan, Set<RingState> rings) {
        for (LaunchUnit unit : plan.units()) {
            for (LaunchPlan body : unit.bodies()) {
                rings.addAll(body.rotations().keySet());
                addRestored(body, rings);
            }
        }
    }

    /** Returns the address of a table of ring memories for one part, in the order of the levels at position 0. */
    long of(RingState ring, int part) {
        long all = rings.computeIfAbsent(ring, r -> {
            long address = next();
            r.memories().forEach(memory -> filled().put(memory.address()));
            return address;
        });
        return all + (long) part * ring.size() * Long.BYTES;
    }

    /** Returns the address of the next row. */
    long next() {
        return device + (long) filled().position() * Long.BYTES;
    }

    /**
     * Adds the rows of a member.
     *
     * @param values its arguments; the block number, if any, is set for each row
     */
    void add(CppLaunch.Table table, CppLaunch.Table.Member member, long[] values) {
        LongBuffer to = filled();
        int blockNumber = member.launch().arguments().indexOf(new CppArgument.BlockNumber());
        for (int block = 0; block < member.blocks(); block++) {
            int row = to.position();
            if (blockNumber >= 0) {
                values[blockNumber] = block;
            }
            to.put(member.head()).put(values).position(row + table.width());
        }
    }

    private LongBuffer filled() {
        if (rows == null) {
            throw new InternalException("a fused launch was not among the launches of the program");
        }
        return rows;
    }

    /** Enqueues the copy of all rows to the device, complete after the memory has settled. */
    void upload() {
        if (bytes > 0) {
            memory.driver().copy(device, pinned, bytes, memory.stream());
        }
    }
}
