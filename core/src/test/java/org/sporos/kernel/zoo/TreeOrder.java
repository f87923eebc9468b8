package org.sporos.kernel.zoo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** The order of reductions, written down as plainly as the design has it. */
public final class TreeOrder {
    private TreeOrder() {}

    /** Returns the contributions reduced in that order. */
    public static <T> T reduce(List<T> contributions, T identity, BinaryOperator<T> op) {
        if (contributions.isEmpty()) {
            return identity;
        }
        List<T> values = contributions;
        do {
            List<T> tiles = new ArrayList<>();
            for (int from = 0; from < values.size(); from += 2048) {
                tiles.add(tile(values.subList(from, Math.min(values.size(), from + 2048)), identity, op));
            }
            values = tiles;
        } while (values.size() > 1);
        return values.get(0);
    }

    private static <T> T tile(List<T> values, T identity, BinaryOperator<T> op) {
        List<T> lanes = new ArrayList<>();
        for (int lane = 0; lane < 32; lane++) {
            T v = identity;
            for (int k = lane; k < values.size(); k += 32) {
                v = op.apply(v, values.get(k));
            }
            lanes.add(v);
        }
        for (int s = 16; s > 0; s /= 2) {
            for (int l = 0; l < s; l++) {
                lanes.set(l, op.apply(lanes.get(l), lanes.get(l + s)));
            }
        }
        return lanes.get(0);
    }
}
