package org.sporos.comm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sporos.view.View;

/** Copies the elements of one rank to all. */
final class BroadcastCall extends Collective {
    private final View view;
    private final int root;
    private final long bytes;
    private @Nullable ByteBuffer data;

    BroadcastCall(RankProgress progress, String label, View view, int root) {
        super(progress, "broadcast from " + root, label, elementsOf(view));
        this.view = view;
        this.root = root;
        this.bytes = view.size() * view.elementType().bytes();
    }

    @Override
    void move(OperationHeader operation) {
        boolean isRoot = transport().rank() == root;
        if (bytes <= INLINE) {
            gatherHeaders(operation, isRoot ? view : null);
            if (!isRoot) {
                ElementBuffers.get(inline(root), view);
            }
            return;
        }
        gatherHeaders(operation, null);
        ByteBuffer moved = data == null ? ElementBuffers.allocate(bytes) : data;
        data = moved;
        if (isRoot) {
            ElementBuffers.put(view, moved);
        }
        await(operation, transport().broadcast(root, moved), -1);
        if (!isRoot) {
            ElementBuffers.get(moved, view);
        }
    }
}
