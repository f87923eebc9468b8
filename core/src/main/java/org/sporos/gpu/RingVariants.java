package org.sporos.gpu;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sporos.internal.view.RingState;

/**
 * The native graphs of an executable by ring positions: the same nodes with other addresses, built when a run first
 * needs the positions. A graph without rings has one. Guarded by the executable.
 */
final class RingVariants {
    private final RingState[] rings;
    private final Function<Map<RingState, Integer>, LaunchSequence> make;
    private Variant[] made = {};
    private final LaunchSequence first;
    /** The key of a lookup, reused so that a submit allocates nothing. */
    private final int[] positions;

    private record Variant(int[] positions, LaunchSequence sequence) {}

    /** @param make builds the native graphs for ring positions; called at once for the current ones */
    RingVariants(List<RingState> rings, Function<Map<RingState, Integer>, LaunchSequence> make) {
        this.rings = rings.toArray(RingState[]::new);
        this.make = make;
        this.positions = new int[rings.size()];
        this.first = current();
    }

    /** Returns the variant of the first positions. */
    LaunchSequence first() {
        return first;
    }

    /** Returns the variant of the current positions, which are locked by the submit until its launch. */
    LaunchSequence current() {
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
        int[] key = positions.clone();
        Map<RingState, Integer> byRing = new HashMap<>();
        for (int r = 0; r < rings.length; r++) {
            byRing.put(rings[r], key[r]);
        }
        LaunchSequence sequence = make.apply(byRing);
        made = Arrays.copyOf(made, made.length + 1);
        made[made.length - 1] = new Variant(key, sequence);
        return sequence;
    }
}
