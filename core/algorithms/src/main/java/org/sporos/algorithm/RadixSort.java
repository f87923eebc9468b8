package org.sporos.algorithm;

import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.internal.error.Labels;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * A stable sort of the keys in a view of rank 1, in place and ascending; int values can be moved along. The sort is
 * stable, so the result is the same on every backend.
 *
 * <p>Keys are ints, longs, floats or doubles, in the order of {@link java.util.Arrays#sort(double[])}: -0.0 is below
 * 0.0, and NaNs are above infinity. NaNs keep their order whatever their bits are.
 *
 * <p>The temporary memory is a copy of the keys and values, and a table of counts. Immutable, thread-safe.
 *
 * <p>Source: least significant digit first; D. Merrill, A. Grimshaw, "High performance and scalable radix sorting",
 * Parallel Processing Letters 21 (2011); G. Blelloch, "Prefix sums and their applications", 1990.
 *
 * <pre>{@code
 * IntView order = IntView.of("order", space, n);
 * Graph sort = RadixSort.byKey(x, order).graph("sort", workspace);
 * Graph step = Graph.define("step", steps -> steps
 *         .thenParallelFor("number", RangePolicy.of(n), i -> order.set(i, i))
 *         .thenGraph("by x", sort));
 * }</pre>
 */
public final class RadixSort {
    private static final String NAME = "a radix sort";

    private final View keys;
    private final @Nullable IntView values;
    private final int bits;
    private final @Nullable IntView count;

    private RadixSort(View keys, @Nullable IntView values, int bits, @Nullable IntView count) {
        this.keys = keys;
        this.values = values;
        this.bits = bits;
        this.count = count;
    }

    /**
     * Returns the sort of keys alone.
     *
     * @throws IllegalArgumentException if the view has another rank than 1, or other elements than int, long, float or
     *     double
     */
    public static RadixSort of(View keys) {
        View list = Operands.keys(keys, "the keys of a radix sort");
        boolean isWide = list instanceof LongView || list instanceof DoubleView;
        return new RadixSort(list, null, isWide ? Long.SIZE : Integer.SIZE, null);
    }

    /**
     * Returns the sort of keys with int values that move along, such as the indexes of their objects.
     *
     * @throws IllegalArgumentException as in {@link #of}, or if the values have another extent than the keys, or share
     * memory with them
     */
    public static RadixSort byKey(View keys, IntView values) {
        RadixSort sort = of(keys);
        IntView list = Operands.list(values, "the values of a radix sort", keys.size(), "a sort of so many keys");
        Operands.apart(NAME, keys, list);
        return new RadixSort(keys, list, sort.bits, null);
    }

    /**
     * Returns the same sort for keys from 0 to below a limit: a smaller limit needs fewer passes. Keys outside of the
     * limit are sorted by their lower bits alone.
     *
     * @throws IllegalArgumentException if the keys are no ints or longs, or the limit is less than 1
     */
    public RadixSort below(long limit) {
        if (!(keys instanceof IntView || keys instanceof LongView)) {
            throw new CodedArgumentException(
                    "S296",
                    "keys of type " + keys.elementType() + " are promised to be below " + limit
                            + "; only sorts of int and long keys take a limit");
        }
        if (limit < 1) {
            throw new CodedArgumentException(
                    "S296", "the limit that keys are below is " + limit + "; give a number of at least 1");
        }
        int needed = Long.SIZE - Long.numberOfLeadingZeros(limit - 1);
        return new RadixSort(keys, values, Math.min(width(), Math.max(needed, 1)), count);
    }

    /**
     * Returns the same sort of a number of leading keys, read from a view at the start of the run; later keys are
     * unchanged. A negative number, or one above that of all keys, fails the run (R313).
     *
     * @throws IllegalArgumentException if the view has another rank than 0, or shares memory with keys or values
     */
    public RadixSort first(IntView n) {
        IntView scalar = Operands.scalar(n, "the number of keys of a radix sort");
        Operands.apart(NAME, keys, values, scalar);
        return new RadixSort(keys, values, bits, scalar);
    }

    /**
     * Returns a graph that sorts.
     *
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(String label, Workspace workspace) {
        int n = Math.toIntExact(keys.size());
        RadixShape shape = RadixShape.of(n, bits, workspace.isOfHost());
        Sizes sizes = Sizes.of(n, count, workspace);
        if (n == 0) {
            return Graph.define(label, root -> {
                NodeRef unused = sizes.begin(root);
            });
        }
        RadixPass pass = shape.pass(sizes.count(), workspace);
        RadixKeys[] moved = between(keys, workspace.like(keys, "keys again"));
        RadixPayload[] along = payloads(workspace);
        return Graph.define(label, root -> {
            NodeRef last = sizes.begin(root);
            for (int p = 0; p < shape.passes(); p++) {
                Digits digits = new Digits(moved[p % 2], p * shape.digitBits(), shape.digits() - 1);
                last = pass.after(last, digits, along[p % 2]);
            }
        });
    }

    private static RadixKeys[] between(View keys, View again) {
        return new RadixKeys[] {RadixKeys.of(keys, again), RadixKeys.of(again, keys)};
    }

    private RadixPayload[] payloads(Workspace workspace) {
        if (values == null) {
            RadixPayload none = new RadixPayload.NoPayload();
            return new RadixPayload[] {none, none};
        }
        IntView again = (IntView) workspace.like(values, "values again");
        return new RadixPayload[] {
            new RadixPayload.IntPayload(values, again), new RadixPayload.IntPayload(again, values)
        };
    }

    private int width() {
        return keys instanceof LongView || keys instanceof DoubleView ? Long.SIZE : Integer.SIZE;
    }

    @Override
    public String toString() {
        return "RadixSort of " + Labels.quoted(keys.label()) + " by " + bits + " bits";
    }

    /**
     * The decomposition of a radix sort, on which the result does not depend. The number of passes is even, so that the
     * keys end in their original memory.
     *
     * @param isHost whether few fast threads sort, each with whole tiles
     * @param tiles the number of tiles, at least one
     * @param tile the number of keys in a tile
     * @param passes the number of passes
     * @param digitBits the number of bits in a digit
     */
    private record RadixShape(boolean isHost, int tiles, int tile, int passes, int digitBits) {
        /** Tiles of a host thread are long, so that its table of 256 counts is small in comparison. */
        private static final int HOST_TILE = 1 << 14;

        private static final int MOST_DIGIT_BITS = 8;

        /** Returns the shape for a number of keys and a number of sorted bits. */
        static RadixShape of(int n, int keyBits, boolean isHost) {
            int tile = isHost ? HOST_TILE : TileRanks.SIZE;
            int passes = (keyBits + MOST_DIGIT_BITS - 1) / MOST_DIGIT_BITS;
            passes += passes % 2;
            int tiles = Math.max(1, (int) (((long) n + tile - 1) / tile));
            return new RadixShape(isHost, tiles, tile, passes, (keyBits + passes - 1) / passes);
        }

        int digits() {
            return 1 << digitBits;
        }

        /** Returns the nodes of a pass, with a separate table. */
        RadixPass pass(ElementCount count, Workspace workspace) {
            IntView table = workspace.ints("offsets", tiles * digits());
            return isHost ? new TiledRadixPass(count, tiles, table, tile) : new TeamRadixPass(count, tiles, table);
        }
    }

    /**
     * A pass for few fast threads. Each work item has one tile of consecutive keys, counts their digits in a local
     * array, and moves the keys in order.
     *
     * @param n the number of keys
     * @param length the number of keys in a tile
     */
    private record TiledRadixPass(ElementCount n, int tiles, IntView table, int length) implements RadixPass {

        @Override
        public NodeRef count(NodeRef before, Digits digits) {
            ElementCount size = n;
            IntView counts = table;
            int row = tiles;
            int tile = length;
            return before.thenParallelFor("count digits", RangePolicy.of(tiles).withChunk(1), t -> {
                int[] mine = new int[TileRanks.DIGITS];
                int begin = t * tile;
                int here = Math.min(tile, size.get() - begin);
                for (int k = 0; k < here; k++) {
                    mine[digits.at(begin + k)]++;
                }
                for (int d = 0; d <= digits.mask(); d++) {
                    counts.set(d * row + t, mine[d]);
                }
            });
        }

        @Override
        public NodeRef move(NodeRef before, Digits digits, RadixPayload payload) {
            ElementCount size = n;
            IntView offsets = table;
            RadixKeys keys = digits.keys();
            int row = tiles;
            int tile = length;
            RangePolicy each = RangePolicy.of(tiles).withChunk(1);
            return before.thenParallelFor("move", each, (RangeBody & DisjointWrites) t -> {
                int[] next = new int[TileRanks.DIGITS];
                for (int d = 0; d <= digits.mask(); d++) {
                    next[d] = offsets.get(d * row + t);
                }
                int begin = t * tile;
                int here = Math.min(tile, size.get() - begin);
                for (int k = 0; k < here; k++) {
                    int i = begin + k;
                    int destination = next[digits.at(i)]++;
                    keys.put(destination, keys.bits(i));
                    if (payload.isPresent()) {
                        payload.put(destination, payload.get(i));
                    }
                }
            });
        }
    }
}
