package org.sporos.gpu;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sporos.view.RingState;

/**
 * What an executable launches at each position of the rings that its graph uses: the same native nodes with other
 * addresses, made when a run first has that position. A graph without rings has one. Guarded by the executable.
 */
final class RingVariants {
    private final RingState[] rings;
    private final Function<Map<RingState, Integer>, LaunchSequence> make;
    private final Map<Integer, LaunchSequence> made = new HashMap<>();
    private final LaunchSequence first;

    /** @param make makes the native graphs for positions of the rings; called for those of now at once */
    RingVariants(List<RingState> rings, Function<Map<RingState, Integer>, LaunchSequence> make) {
        this.rings = rings.toArray(RingState[]::new);
        this.make = make;
        this.first = atPositions();
    }

    /** Returns what was made at first. */
    LaunchSequence first() {
        return first;
    }

    /** Returns that for the positions of now. A submit holds the rings. */
    LaunchSequence now() {
        return rings.length == 0 ? first : atPositions();
    }

    private LaunchSequence atPositions() {
        int key = 0;
        for (RingState ring : rings) {
            key = key * ring.size() + ring.position();
        }
        LaunchSequence known = made.get(key);
        if (known == null) {
            Map<RingState, Integer> positions = new IdentityHashMap<>();
            for (RingState ring : rings) {
                positions.put(ring, ring.position());
            }
            known = make.apply(positions);
            made.put(key, known);
        }
        return known;
    }
}
