package org.sporos.gpu;

import java.nio.LongBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.kernel.cpp.CppTable;

/**
 * The tables that the launches of several of one graph read, in one block of device memory: filled in pinned memory
 * while the graph is lowered, then copied at once. Used by one thread.
 */
final class LaunchTables {
    private final GpuMemory memory;
    private final long bytes;
    private final long device;
    private final long pinned;
    private final @Nullable LongBuffer rows;

    LaunchTables(GpuMemory memory, CppProgram text) {
        this.memory = memory;
        this.bytes = bytes(text);
        this.device = bytes == 0 ? 0 : memory.device(bytes);
        this.pinned = bytes == 0 ? 0 : memory.pinned(bytes);
        this.rows = bytes == 0
                ? null
                : memory.driver().pinnedBuffer(pinned, Math.toIntExact(bytes)).asLongBuffer();
    }

    /** Returns what it takes for a program, of device memory and of pinned memory each. */
    static long bytes(CppProgram text) {
        long longs = 0;
        for (List<CppLaunch> launches : text.launches()) {
            for (CppArgument argument : launches.get(0).arguments()) {
                if (argument instanceof CppArgument.TableAddress at) {
                    longs += (long) at.table().blocks() * at.table().width();
                }
            }
        }
        return longs * Long.BYTES;
    }

    /** Returns the address of the next row. */
    long next() {
        return device + (long) filled().position() * Long.BYTES;
    }

    /**
     * Adds the rows of a member.
     *
     * @param values its arguments, among them the number of a block
     */
    void add(CppTable table, CppTable.Member member, long[] values) {
        LongBuffer to = filled();
        int blockNumber = member.launch().arguments().indexOf(new CppArgument.BlockNumber());
        for (int block = 0; block < member.blocks(); block++) {
            int row = to.position();
            values[blockNumber] = block;
            to.put(member.code()).put(values).position(row + table.width());
        }
    }

    private LongBuffer filled() {
        if (rows == null) {
            throw new InternalException("a launch of several was not among the launches of the program");
        }
        return rows;
    }

    /** Enqueues the copy of all rows to the device; they are there after the memory has settled. */
    void upload() {
        if (bytes > 0) {
            memory.driver().copy(device, pinned, bytes, memory.stream());
        }
    }
}
