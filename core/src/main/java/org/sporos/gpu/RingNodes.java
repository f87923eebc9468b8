package org.sporos.gpu;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.RingState;
import org.sporos.plan.LaunchPlan;

/**
 * Adds the kernels that restore ring positions after the body of a conditional: they move the elements of each level
 * back to its earlier memory, because later nodes have fixed addresses. Used by one thread.
 */
final class RingNodes {
    private final LoweringState state;
    private final KernelNodes kernels;
    private final GraphAddresses addresses;

    RingNodes(LoweringState state, KernelNodes kernels, GraphAddresses addresses) {
        this.state = state;
        this.kernels = kernels;
        this.addresses = addresses;
    }

    /**
     * Adds the kernels after a loop, whose body has a copy for each position.
     *
     * @param iterations the address of the iteration count
     */
    @Nullable
    Span afterLoop(long graph, @Nullable Span before, LaunchPlan body, long iterations) {
        Span span = before;
        for (Map.Entry<RingState, Integer> rotation : body.rotations().entrySet()) {
            RingState ring = rotation.getKey();
            for (int part = 0; part < ring.parts(); part++) {
                if (ring.memories(part).get(0).size() > 0) {
                    long node = rotate(graph, ring, part, rotation.getValue(), iterations);
                    span = Span.then(state.driver(), graph, span, Span.one(node));
                }
            }
        }
        return span;
    }

    /** Adds the kernels at the end of a branch body. */
    @Nullable
    Span afterBranch(long graph, @Nullable Span before, LaunchPlan body) {
        body.rotations().forEach((ring, rotations) -> addresses.rotate(ring, ring.size() - rotations));
        return afterLoop(graph, before, body, 0);
    }

    private long rotate(long graph, RingState ring, int part, int rotations, long runs) {
        Allocation first = ring.memories(part).get(0);
        int l = Long.BYTES;
        return kernels.addLibraryKernel(
                graph,
                LibraryProgram.rotate(first.type().bytes()),
                first.size(),
                new int[] {l, l, l, l, l},
                runs,
                rotations,
                ring.size(),
                state.tables().of(ring, part),
                first.size());
    }
}
