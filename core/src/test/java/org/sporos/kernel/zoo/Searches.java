package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.exact;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.param.BooleanParam;
import org.sporos.param.IntParam;
import org.sporos.policy.BooleanContribution;
import org.sporos.policy.Condition;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Kernels of integers: searches, graphs, histograms, sorting steps; and those of teams, conditions and single calls.
 */
final class Searches {
    private Searches() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("bfsStep", Searches::bfsStep),
                exact("histogram", Searches::histogram),
                exact("eulerSearch", Searches::eulerSearch),
                exact("renderSwitch", Searches::renderSwitch),
                exact("binarySearch", Searches::binarySearch),
                exact("bitonicStep", Searches::bitonicStep),
                exact("collatz", Searches::collatz),
                exact("sieveMark", Searches::sieveMark),
                exact("hash", Searches::hash),
                exact("popcounts", Searches::popcounts),
                exact("levenshteinRow", Searches::levenshteinRow),
                exact("compareAndSwap", Searches::compareAndSwap),
                exact("longIndexes", Searches::longIndexes),
                exact("condition", Searches::condition),
                exact("selector", Searches::selector),
                exact("single", Searches::single),
                exact("anyNegative", Searches::anyNegative),
                exact("teamRowSums", Searches::teamRowSums),
                exact("teamScratchReverse", Searches::teamScratchReverse),
                exact("teamScans", Searches::teamScans));
    }

    private static Instance bfsStep() {
        int n = 30;
        int[] starts = new int[n + 1];
        for (int i = 0; i < n; i++) {
            starts[i + 1] = starts[i] + 3;
        }
        IntView rows = Data.ints("rows", starts);
        IntView edges = Data.ints("edges", n, 3 * n);
        int[] levels = new int[n];
        for (int i = 1; i < n; i++) {
            levels[i] = i % 7 == 0 ? 2 : -1;
        }
        IntView level = Data.ints("level", levels);
        IntView changed = Data.intZeros("changed");
        int current = 2;
        RangeBody body = node -> {
            if (level.get(node) == current) {
                int end = rows.get(node + 1);
                for (int k = rows.get(node); k < end; k++) {
                    int other = edges.get(k);
                    if (level.get(other) < 0) {
                        level.set(other, current + 1);
                        changed.set(1);
                    }
                }
            }
        };
        return new Instance(RangePolicy.of(n), body, List.of(rows, edges, level, changed));
    }

    private static Instance histogram() {
        DoubleView x = Data.doubles("x", 400);
        IntView bins = Data.intZeros("bins", 16);
        RangeBody body = i -> bins.atomicAdd((int) Math.floor((x.get(i) + 2) * 4), 1);
        return new Instance(RangePolicy.of(400), body, List.of(x, bins));
    }

    /** Looks for a^5 + b^5 + c^5 + d^5 = e^5, as Euler's conjecture denied. */
    private static Instance eulerSearch() {
        LongView found = Data.longZeros("found", 20);
        RangeBody body = a -> {
            long best = -1;
            long a5 = power(a + 25);
            outer:
            for (int b = 80; b < 88; b++) {
                for (int c = 108; c < 112; c++) {
                    for (int d = 130; d < 136; d++) {
                        long sum = a5 + power(b) + power(c) + power(d);
                        long e = Math.round(Math.sqrt(Math.sqrt((double) sum))) / 3;
                        while (power(e) < sum) {
                            e++;
                        }
                        if (power(e) == sum) {
                            best = e;
                            break outer;
                        }
                    }
                }
            }
            found.set(a, best);
        };
        return new Instance(RangePolicy.of(5), body, List.of(found));
    }

    private static long power(long x) {
        return x * x * x * x * x;
    }

    private static Instance renderSwitch() {
        IntView kind = Data.ints("kind", 7, 60);
        IntView pixels = Data.intZeros("pixels", 60);
        RangeBody body = i -> {
            int color = i;
            switch (kind.get(i)) {
                case 0:
                    color = 0xff0000;
                    break;
                case 1:
                    color += 3;
                case 2:
                    color *= 5;
                    break;
                case 5:
                    color = -color;
                    break;
                default:
                    color ^= 0x55;
            }
            pixels.set(i, color);
        };
        return new Instance(RangePolicy.of(60), body, List.of(kind, pixels));
    }

    private static Instance binarySearch() {
        int n = 64;
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = 3 * i;
        }
        IntView sorted = Data.ints("sorted", values);
        IntView keys = Data.ints("keys", 200, 40);
        IntView places = Data.intZeros("places", 40);
        RangeBody body = i -> places.set(i, find(sorted, keys.get(i)));
        return new Instance(RangePolicy.of(40), body, List.of(sorted, keys, places));
    }

    private static int find(IntView sorted, int key) {
        int low = 0;
        int high = (int) sorted.size() - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int value = sorted.get(middle);
            if (value < key) {
                low = middle + 1;
            } else if (value > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    private static Instance bitonicStep() {
        IntView data = Data.ints("data", 1000, 64);
        int j = 4;
        int k = 16;
        RangeBody body = i -> {
            int partner = i ^ j;
            if (partner > i) {
                boolean up = (i & k) == 0;
                int a = data.get(i);
                int b = data.get(partner);
                if (a > b == up) {
                    data.set(i, b);
                    data.set(partner, a);
                }
            }
        };
        return new Instance(RangePolicy.of(64), body, List.of(data));
    }

    private static Instance collatz() {
        IntView steps = Data.intZeros("steps", 50);
        RangeBody body = i -> {
            long n = i + 1;
            int count = 0;
            for (; n != 1; count++) {
                n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            }
            steps.set(i, count);
        };
        return new Instance(RangePolicy.of(50), body, List.of(steps));
    }

    private static Instance sieveMark() {
        IntView prime = Data.intZeros("prime", 60);
        RangeBody body = i -> {
            int n = i + 2;
            boolean is = true;
            for (int d = 2; d * d <= n && is; d++) {
                is = n % d != 0;
            }
            prime.set(i, is ? n : 0);
        };
        return new Instance(RangePolicy.of(60), body, List.of(prime));
    }

    private static Instance hash() {
        IntView in = Data.ints("in", 0, 50);
        IntView out = Data.intZeros("out", 50);
        RangeBody body = i -> {
            byte[] bytes = new byte[4];
            int word = in.get(i);
            for (int b = 0; b < 4; b++) {
                bytes[b] = (byte) (word >> 8 * b);
            }
            int h = 0x811c9dc5;
            for (byte b : bytes) {
                h = (h ^ b & 0xff) * 16777619;
            }
            char low = (char) h;
            short high = (short) (h >>> 16);
            out.set(i, low * 31 + high + (byte) h);
        };
        return new Instance(RangePolicy.of(50), body, List.of(in, out));
    }

    private static Instance popcounts() {
        LongView in = Data.longs("in", 0, 50);
        IntView out = Data.intZeros("out", 50);
        RangeBody body = i -> {
            long x = in.get(i) >> i % 60;
            int low = (int) x;
            int sum = Long.bitCount(x)
                    + 3 * Long.numberOfLeadingZeros(x)
                    + 5 * Long.numberOfTrailingZeros(x)
                    + Integer.bitCount(low)
                    + Integer.reverse(low)
                    + Integer.reverseBytes(low)
                    + Integer.rotateLeft(low, i)
                    + (int) Long.rotateRight(x, i)
                    + Integer.highestOneBit(low)
                    + Integer.lowestOneBit(low)
                    + Long.compare(x, 5)
                    + Long.signum(x)
                    + Integer.compareUnsigned(low, i);
            out.set(i, sum + (int) Math.multiplyHigh(x, x) + (int) Long.reverse(x));
        };
        return new Instance(RangePolicy.of(50), body, List.of(in, out));
    }

    private static Instance levenshteinRow() {
        IntView a = Data.ints("a", 4, 12, 8);
        IntView b = Data.ints("b", 4, 12, 8);
        IntView distance = Data.intZeros("distance", 12);
        RangeBody body = w -> {
            int[] row = new int[9];
            for (int j = 0; j <= 8; j++) {
                row[j] = j;
            }
            for (int i = 1; i <= 8; i++) {
                int diagonal = row[0];
                row[0] = i;
                for (int j = 1; j <= 8; j++) {
                    int cost = a.get(w, i - 1) == b.get(w, j - 1) ? 0 : 1;
                    int next = Math.min(Math.min(row[j] + 1, row[j - 1] + 1), diagonal + cost);
                    diagonal = row[j];
                    row[j] = next;
                }
            }
            distance.set(w, row[8]);
        };
        return new Instance(RangePolicy.of(12), body, List.of(a, b, distance));
    }

    private static Instance compareAndSwap() {
        IntView owner = Data.intZeros("owner", 8);
        LongView log = Data.longZeros("log", 30);
        DoubleView top = Data.doubleZeros("top");
        RangeBody body = i -> {
            if (owner.atomicCompareAndSet(i % 8, 0, i + 1)) {
                log.set(i, 1);
            } else {
                log.atomicExchange(i, 2 + log.atomicMax(i, i));
            }
            top.atomicMax(Math.sqrt(i));
        };
        return new Instance(RangePolicy.of(30), body, List.of(owner, log, top));
    }

    private static Instance longIndexes() {
        DoubleView x = Data.doubles("x", 40);
        DoubleView y = Data.doubleZeros("y", 40);
        long shift = 3;
        LongRangeBody body = i -> y.set(i, x.get(i) + x.get(Math.floorMod(i + shift, 40L)));
        return new Instance(LongRangePolicy.of(2, 40), body, List.of(x, y));
    }

    private static Instance condition() {
        DoubleView residual = Data.doubles("residual");
        IntParam passes = IntParam.of("passes", 3);
        BooleanParam enabled = BooleanParam.of("enabled", true);
        Condition body = () -> enabled.get() && Math.abs(residual.get()) > 1e-9 && passes.get() < 10;
        return new Instance(null, body, List.of(residual));
    }

    private static Instance selector() {
        DoubleView x = Data.doubles("x");
        Selector body = () -> x.get() < -1 ? 0 : x.get() < 0 ? 1 : x.get() < 1 ? 2 : 3;
        return new Instance(null, body, List.of(x));
    }

    private static Instance single() {
        DoubleView x = Data.doubles("x", 4);
        DoubleView y = Data.doubleZeros("y");
        SingleBody body = () -> y.set(x.get(0) / x.get(1) + x.get(2) % x.get(3));
        return new Instance(null, body, List.of(x, y));
    }

    private static Instance anyNegative() {
        DoubleView x = Data.doubles("x", 30);
        BooleanContribution.Range body = i -> x.get(i) < 0 | Double.isNaN(x.get(i));
        return new Instance(RangePolicy.of(30), body, List.of(x));
    }

    private static Instance teamRowSums() {
        DoubleView a = Data.doubles("a", 6, 20);
        DoubleView x = Data.doubles("x", 20);
        DoubleView y = Data.doubleZeros("y", 6);
        TeamBody body = team -> {
            int row = team.leagueRank();
            double sum = team.parallelReduceDouble(Sum, 20, j -> a.get(row, j) * x.get(j));
            team.single(() -> y.set(row, sum));
        };
        return new Instance(TeamPolicy.of(6), body, List.of(a, x, y));
    }

    private static Instance teamScratchReverse() {
        int n = 10;
        IntView in = Data.ints("in", 100, 4, n);
        IntView out = Data.intZeros("out", 4, n);
        TeamBody body = team -> {
            IntView tile = team.scratchInt(n);
            int row = team.leagueRank();
            team.parallelFor(n, k -> tile.set(k, in.get(row, k)));
            team.barrier();
            team.parallelFor(n, k -> out.set(row, k, tile.get((int) tile.extent(0) - 1 - k) + team.teamRank()));
        };
        // The result depends on the members' ranks, so their number is given.
        return new Instance(TeamPolicy.of(4, 1).withScratch(40), body, List.of(in, out));
    }

    private static Instance teamScans() {
        IntView n = Data.ints("n", 0, 2);
        FloatView x = Data.floats("x", 4, 80);
        IntView k = Data.ints("k", 0, 4, 80);
        FloatView y = Data.floats("y", 4, 81);
        IntView l = Data.intZeros("l", 4, 81);
        TeamBody body = team -> {
            int row = team.leagueRank();
            int size = 80 - (n.get(0) & 15);
            float all = team.inclusiveScanFloat(size, j -> x.get(row, j), (j, sum) -> {
                if (j > row) {
                    y.set(row, j, sum);
                }
            });
            int sum = team.exclusiveScanInt(size, j -> k.get(row, j) + j, (j, before) -> l.set(row, j, before));
            team.single(() -> {
                y.set(row, 80, all);
                l.set(row, 80, sum);
            });
        };
        return new Instance(TeamPolicy.of(4), body, List.of(n, x, k, y, l));
    }
}
