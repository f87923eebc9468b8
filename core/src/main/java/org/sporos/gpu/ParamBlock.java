package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.List;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.param.Param;

/**
 * The params of one executable: a block of device memory, and a ring of pinned staging slots from which it is updated
 * before a launch if a value has changed. Guarded by the executable.
 */
final class ParamBlock {
    /** Above the queue depth of drivers, so that a submit does not wait for a slot. */
    private static final int HALF = 2048;

    private final GpuDriver driver;
    private final Param[] params;
    private final long device;
    private final long pinned;
    private final ByteBuffer ring;
    private final long[] events = new long[2];
    private final long[] last;
    private int slot;
    private boolean full;
    private boolean fresh = true;

    ParamBlock(GpuMemory memory, List<Param> params, NativeResources owned) {
        this.driver = memory.driver();
        this.params = params.toArray(Param[]::new);
        this.last = new long[params.size()];
        int bytes = Math.toIntExact(bytes(params.size()));
        this.device = bytes == 0 ? 0 : memory.device(bytes);
        this.pinned = bytes == 0 ? 0 : memory.pinned(pinnedBytes(params.size()));
        this.ring = bytes == 0 ? ByteBuffer.allocate(0) : driver.pinnedBuffer(pinned, 2 * HALF * bytes);
        for (int half = 0; half < 2 && bytes > 0; half++) {
            events[half] = owned.add(driver.createEvent(), driver::destroyEvent);
        }
    }

    /** Returns the bytes of device memory for a number of params. */
    static long bytes(int params) {
        return (long) params * Long.BYTES;
    }

    /** Returns the bytes of pinned memory for a number of params. */
    static long pinnedBytes(int params) {
        return 2 * HALF * bytes(params);
    }

    long address(Param param) {
        for (int i = 0; i < params.length; i++) {
            if (params[i] == param) {
                return device + (long) i * Long.BYTES;
            }
        }
        throw new InternalException(
                "param " + Labels.quoted(param.label()) + " was not found when the graph was captured");
    }

    /** Reads the current values, and enqueues a copy if they changed since the last launch; returns whether it did. */
    boolean refresh(LaunchStream stream) {
        boolean changed = fresh;
        for (int i = 0; i < last.length; i++) {
            long bits = params[i].bits();
            changed |= bits != last[i];
            last[i] = bits;
        }
        if (!changed || last.length == 0) {
            return false;
        }
        fresh = false;
        int bytes = last.length * Long.BYTES;
        int at = slot * bytes;
        for (int i = 0; i < last.length; i++) {
            ring.putLong(at + i * Long.BYTES, last[i]);
        }
        if (stream.isBusy()) {
            stream.enqueue(() -> driver.copy(device, pinned + at, bytes, stream.handle()));
        } else {
            driver.copy(device, pinned + at, bytes, stream.handle());
        }
        next(stream);
        return true;
    }

    /** Advances the slot; waits until the copies from a half of the ring are complete before it is written again. */
    private void next(LaunchStream stream) {
        slot++;
        if (slot % HALF == 0) {
            int left = slot / HALF - 1;
            stream.record(events[left]);
            slot %= 2 * HALF;
            full |= slot == 0;
            if (full) {
                stream.drain();
                driver.synchronizeEvent(events[1 - left]);
            }
        }
    }

    /** Returns the values of the last {@link #refresh}, not to be changed. */
    long[] values() {
        return last;
    }

    /** Returns the params in the order of the values, not to be changed. */
    Param[] params() {
        return params;
    }
}
