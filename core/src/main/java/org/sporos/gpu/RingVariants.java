package org.sporos.gpu;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sporos.internal.view.RingState;

/**
 * The native graphs of an executable for the positions of its rings: each has the same nodes with other
 * addresses, made when a run first has that position. A graph without rings has one. Guarded by the executable.
 */
final class RingVariants {
    private final RingState[] rings;
    private final Function<Map<RingState, Integer>, LaunchSequence> make;
    private Variant[] made = {};
    private final LaunchSequence first;
    /** The positions that are looked for: a submit takes no memory. */
    private final int[] positions;

    private record Variant(int[] positions, LaunchSequence sequence) {}

    /** @param make makes the native graphs for positions of the rings; called for those of now at once */
    RingVariants(List<RingState> rings, Function<Map<RingState, Integer>, LaunchSequence> make) {
        this.rings = rings.toArray(RingState[]::new);
        this.make = make;
        this.positions = new int[rings.size()];
        this.first = now();
    }

    /** Returns what was made at first. */
    LaunchSequence first() {
        return first;
    }

    /** Returns that for the positions of now. A submit holds the rings, so that they stay until it has launched. */
    LaunchSequence now() {
        for (int r = 0; r < rings.length; r++) {
            positions[r] = rings[r].position();
        }
        for (Variant variant : made) {
            if (Arrays.equals(variant.positions, positions)) {
                return variant.sequence;
            }
        }
        return make();
    }

    private LaunchSequence make() {
        int[] taken = positions.clone();
        Map<RingState, Integer> wanted = new IdentityHashMap<>();
        for (int r = 0; r < rings.length; r++) {
            wanted.put(rings[r], taken[r]);
        }
        LaunchSequence sequence = make.apply(wanted);
        made = Arrays.copyOf(made, made.length + 1);
        made[made.length - 1] = new Variant(taken, sequence);
        return sequence;
    }
}
