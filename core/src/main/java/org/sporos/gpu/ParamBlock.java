package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.List;
import org.sporos.param.Param;

/**
 * The live params of one executable: a block of device memory that its kernels read, and a ring of pinned copies from which
 * it is refreshed before a launch when a value has changed. Guarded by the executable.
 */
final class ParamBlock {
    private static final int SLOTS = 64;

    private final GpuDriver driver;
    private final List<Param> params;
    private final long device;
    private final long pinned;
    private final ByteBuffer ring;
    private final long[] last;
    private int slot;
    private boolean fresh = true;

    ParamBlock(GpuDriver driver, List<Param> params, Owned owned) {
        this.driver = driver;
        this.params = params;
        int bytes = Math.max(1, params.size()) * Long.BYTES;
        this.device = owned.add(driver.allocate(bytes), driver::free);
        this.pinned = owned.add(driver.allocatePinned((long) bytes * SLOTS), driver::freePinned);
        this.ring = driver.pinnedBuffer(pinned, bytes * SLOTS);
        this.last = new long[params.size()];
    }

    long address(Param param) {
        int index = params.indexOf(param);
        if (index < 0) {
            throw new AssertionError("param '" + param.label() + "' was not found when the graph was captured");
        }
        return device + (long) index * Long.BYTES;
    }

    /** Enqueues the values as they are now, if they are not those of the launch before. */
    void refresh(long stream) {
        boolean changed = fresh;
        for (int i = 0; i < last.length; i++) {
            long bits = params.get(i).bits();
            changed |= bits != last[i];
            last[i] = bits;
        }
        if (!changed || last.length == 0) {
            return;
        }
        fresh = false;
        if (slot == SLOTS) {
            // The copies from the ring must have ended before it is written again.
            driver.synchronize(stream);
            slot = 0;
        }
        int at = slot++ * last.length * Long.BYTES;
        for (int i = 0; i < last.length; i++) {
            ring.putLong(at + i * Long.BYTES, last[i]);
        }
        driver.copy(CopyShape.linear(device, pinned + at, (long) last.length * Long.BYTES), stream);
    }
}
