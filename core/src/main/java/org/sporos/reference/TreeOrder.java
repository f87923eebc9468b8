package org.sporos.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.LongFunction;

/** The order of reductions as the design defines it. Stateless. */
public final class TreeOrder {
    private static final int TILE = 2048;
    private static final int LANES = 32;

    private TreeOrder() {}

    /** Returns the contributions reduced in that order. */
    public static <T> T reduce(List<T> contributions, T identity, BinaryOperator<T> op) {
        return reduce(contributions.size(), i -> contributions.get((int) i), identity, op);
    }

    /** Returns n contributions reduced in that order. Each is computed once, in ascending order. */
    public static <T> T reduce(long n, LongFunction<T> contribution, T identity, BinaryOperator<T> op) {
        if (n <= 0) {
            return identity;
        }
        List<T> tiles = new ArrayList<>();
        for (long from = 0; from < n; from += TILE) {
            tiles.add(tile(from, Math.min(n, from + TILE), contribution, identity, op));
        }
        return tiles.size() == 1 ? tiles.get(0) : reduce(tiles, identity, op);
    }

    private static <T> T tile(long from, long to, LongFunction<T> contribution, T identity, BinaryOperator<T> op) {
        List<T> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            lanes.add(identity);
        }
        for (long i = from; i < to; i++) {
            int lane = (int) ((i - from) % LANES);
            lanes.set(lane, op.apply(lanes.get(lane), contribution.apply(i)));
        }
        for (int s = LANES / 2; s > 0; s /= 2) {
            for (int l = 0; l < s; l++) {
                lanes.set(l, op.apply(lanes.get(l), lanes.get(l + s)));
            }
        }
        return lanes.get(0);
    }
}
