package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.view.View;

/**
 * A copy of the views that a capture writes, taken before its warm-up run and restored by {@link #close}: instantiating
 * a graph changes no data.
 */
final class CaptureBackup implements AutoCloseable {
    private final List<StridedRegion> originals = new ArrayList<>();
    private final List<StridedRegion> copies = new ArrayList<>();

    CaptureBackup(Capture capture) {
        try {
            for (Access access : capture.accesses()) {
                if (access.mode().writes()) {
                    access.views().forEach(this::save);
                }
            }
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    private void save(View view) {
        StridedRegion original = view.region();
        if (original.size() == 0) {
            return;
        }
        Allocation memory = AllocationSpace.of(view.memorySpace())
                .allocate(view.label(), original.allocation().type(), original.size());
        StridedRegion copy = EagerCopy.packed(memory, original);
        copies.add(copy);
        originals.add(original);
        AllocationSpace.of(view.memorySpace()).copy(copy, original);
    }

    private void release() {
        copies.forEach(copy -> copy.allocation().release());
    }

    /** Restores the views and releases the copies. */
    @Override
    public void close() {
        try {
            for (int i = 0; i < originals.size(); i++) {
                StridedRegion original = originals.get(i);
                AllocationSpace.of(original.allocation().space()).copy(original, copies.get(i));
            }
        } finally {
            release();
        }
    }
}
