package org.sporos.contract;

import static org.sporos.contract.Program.set;
import static org.sporos.contract.ProgramState.ARRAYS;
import static org.sporos.contract.ProgramState.EMPTY;
import static org.sporos.contract.ProgramState.LIST;
import static org.sporos.contract.ProgramState.LONG;
import static org.sporos.contract.ProgramState.LONGS;
import static org.sporos.contract.ProgramState.MIRROR;
import static org.sporos.contract.ProgramState.MIRRORS;
import static org.sporos.contract.ProgramState.N;
import static org.sporos.contract.ProgramState.RECORD;
import static org.sporos.contract.ProgramState.RING;
import static org.sporos.contract.ProgramState.RINGS;
import static org.sporos.contract.ProgramState.SCALAR;
import static org.sporos.contract.ProgramState.SCALARS;
import static org.sporos.contract.ProgramState.SIZE;
import static org.sporos.contract.ProgramState.SIZES;
import static org.sporos.contract.ProgramState.TOTAL;
import static org.sporos.contract.ProgramState.TOTALS;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.RecordReduction;
import org.sporos.algorithm.RecordScan;
import org.sporos.algorithm.Unique;
import org.sporos.contract.Program.Step;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.param.LongParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.RecordView;
import org.sporos.view.Slice;

/** The operations of a {@link Program}, each as a node and as plain loops. */
final class ProgramSteps {
    private static final int[] FEW_BEGINS = {0, 0, -N / 2, Integer.MAX_VALUE - N};
    private static final int[] SIZES_OF_SCANS = {0, 1, 31, 33, N};
    private static final int[] SIZES_OF_REDUCTIONS = {0, 1, 31, 33, N, 2048, 2049, 5000};

    private ProgramSteps() {}

    /** A map of x to {@code a * x + b}, and a sum; its composition does not commute. */
    record Affine(long a, long b, double sum) {
        static final Affine IDENTITY = new Affine(1, 0, 0);

        /** Returns this map and then another. */
        Affine then(Affine other) {
            return new Affine(a * other.a, b * other.a + other.b, sum + other.sum);
        }

        static Affine of(long value, int i) {
            return new Affine(2 * value + 1, value ^ i, (value & 1023) / 7.0);
        }
    }

    /** Returns a map of ints, with its factor in the upper half: this map of longs composes as {@link Affine} does. */
    private static long map(long value, long i) {
        return value * 0x9E3779B97F4A7C15L + i * 31 | 1L << 32;
    }

    private static long compose(long first, long second) {
        int factor = (int) (second >>> 32);
        int product = (int) (first >>> 32) * factor;
        int sum = (int) first * factor + (int) second;
        return (long) product << 32 | sum & 0xFFFFFFFFL;
    }

    private static double firstNonzero(double a, double b) {
        return a != 0 ? a : b;
    }

    private static int other(Random random, int of, int than) {
        return (than + 1 + random.nextInt(of - 1)) % of;
    }

    private static int one(Random random, int... of) {
        return of[random.nextInt(of.length)];
    }

    /** Returns a step without a body. */
    static Step random(Random random, boolean inBody) {
        return random.nextBoolean() ? ofDoubles(random, inBody) : ofLongs(random);
    }

    private static Step ofDoubles(Random random, boolean inBody) {
        RandomRanges ranges = new RandomRanges(random);
        int x = random.nextInt(ARRAYS);
        int y = other(random, ARRAYS, x);
        int s = random.nextInt(SCALARS);
        int m = random.nextInt(MIRRORS);
        double a = random.nextInt(9) / 8.0;
        // Neighbours that begin at one index may be merged.
        int begin = random.nextInt(3) > 0 ? one(random, FEW_BEGINS) : ranges.intBegin(N);
        long longBegin = random.nextBoolean() ? begin : ranges.longBegin(N);
        int n = one(random, SIZES_OF_REDUCTIONS);
        return switch (random.nextInt(inBody ? 13 : 16)) {
            case 0, 1 -> combine(x, y, a, begin);
            case 2 -> gather(x, y, longBegin);
            case 3 -> fill(x, a);
            case 4 -> copy(x, y);
            case 5 -> shift(x, random.nextInt(N / 2));
            case 6 -> reduce(s, x, n, ranges.longBegin(n));
            case 7 -> scan(x, y, begin);
            case 8 -> scale(x, s, longBegin);
            case 9 -> box(x, y, begin, ranges.intBegin(N / 10));
            case 10 -> customSum(s, x, n, ranges.intBegin(n));
            case 11 -> first(s, x, n, ranges.intBegin(n));
            case 12 -> doubleScan(x, y, one(random, SIZES_OF_SCANS));
            case 13 -> down(m, x);
            case 14 -> onHost(m, a);
            default -> up(x, m);
        };
    }

    private static Step ofLongs(Random random) {
        RandomRanges ranges = new RandomRanges(random);
        int x = random.nextInt(LONGS);
        int y = other(random, LONGS, x);
        int t = random.nextInt(TOTALS);
        int u = other(random, TOTALS, t);
        int z = random.nextInt(SIZES);
        int r = random.nextInt(RINGS);
        int j = random.nextInt(r + 2);
        int k = other(random, r + 2, j);
        int n = one(random, SIZES_OF_REDUCTIONS);
        int few = one(random, SIZES_OF_SCANS);
        return switch (random.nextInt(22)) {
            case 0, 1 -> mix(x, y);
            case 2, 3, 4 -> turn(r);
            case 5, 6 -> ofLevels(r, j, k);
            case 7 -> fromLevel(x, r, j);
            case 8 -> copyToLevel(r, j, y);
            case 9 -> compositions(t, x, n, ranges.intBegin(n));
            case 10 -> records(x, n);
            case 11 -> recordScan(x, y, few, random.nextBoolean());
            case 12 -> take(t, u);
            case 13 -> sort(x, z);
            case 14 -> sortPart(x, random.nextInt(N), few);
            case 15 -> compact(x, z);
            case 16 -> size(z, t, one(random, 1, 4, N + 1));
            case 17 -> live(x, y, z);
            case 18 -> overSet(x, y, subset(random, few));
            case 19 -> setReduction(t, x, subset(random, few));
            case 20 -> several(t, u, x, n);
            default -> empty(z, random.nextInt(9));
        };
    }

    private static int[] subset(Random random, int n) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, N).boxed().toList());
        Collections.shuffle(all, random);
        return all.subList(0, n).stream().mapToInt(i -> i).toArray();
    }

    private static Step combine(int to, int from, double a, int begin) {
        return Step.of(
                "combine array" + to + " with " + a + " array" + from + " from " + begin,
                set(to, from),
                set(to),
                (after, memory) -> {
                    DoubleView y = memory.arrays[to];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelFor(
                            "combine",
                            RangePolicy.of(begin, begin + N),
                            i -> y.set(i - begin, a * x.get(i - begin) - 0.5 * y.get(i - begin) + (i & 255)));
                },
                state -> {
                    for (int i = 0; i < N; i++) {
                        state.arrays[to][i] = a * state.arrays[from][i] - 0.5 * state.arrays[to][i] + (begin + i & 255);
                    }
                });
    }

    private static Step gather(int to, int from, long begin) {
        return Step.of(
                "gather array" + to + " of array" + from + " from " + begin,
                set(from),
                set(to),
                (after, memory) -> {
                    DoubleView y = memory.arrays[to];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelFor(
                            "gather",
                            LongRangePolicy.of(begin, begin + N),
                            i -> y.set(i - begin, x.get(((i - begin) * 7 + 3) % N)));
                },
                state -> {
                    for (int i = 0; i < N; i++) {
                        state.arrays[to][i] = state.arrays[from][(i * 7 + 3) % N];
                    }
                });
    }

    private static Step fill(int to, double a) {
        return Step.of(
                "fill array" + to + " by " + a,
                set(),
                set(to),
                (after, memory) -> after.thenFill("fill", memory.arrays[to], a),
                state -> Arrays.fill(state.arrays[to], a));
    }

    private static Step copy(int to, int from) {
        return Step.of(
                "copy array" + to + " of array" + from,
                set(from),
                set(to),
                (after, memory) -> after.thenDeepCopy("copy", memory.arrays[to], memory.arrays[from]),
                state -> System.arraycopy(state.arrays[from], 0, state.arrays[to], 0, N));
    }

    private static Step shift(int array, int begin) {
        return Step.of(
                        "shift array" + array + " by " + begin,
                        set(array),
                        set(array),
                        (after, memory) -> {
                            DoubleView x = memory.arrays[array];
                            return after.thenDeepCopy(
                                    "shift",
                                    x.subview(Slice.range(N / 2, N / 2 + begin)),
                                    x.subview(Slice.range(N / 2 - begin, N / 2)));
                        },
                        state -> {
                            double[] x = state.captured.arrays[array];
                            System.arraycopy(x, N / 2 - begin, x, N / 2, begin);
                        })
                .ofParts(array);
    }

    private static Step reduce(int scalar, int from, int n, long begin) {
        return Step.of(
                "sum scalar" + scalar + " of array" + from + ", " + n + " from " + begin,
                set(from),
                set(SCALAR + scalar),
                (after, memory) -> {
                    DoubleView s = memory.scalars[scalar];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelReduce(
                            "reduce",
                            LongRangePolicy.of(begin, begin + n),
                            Sum.intoLongRange(s, i -> x.get((i - begin) % N) / N));
                },
                state -> state.scalars[scalar][0] =
                        Reference.reduce(n, 0, Double::sum, i -> state.arrays[from][i % N] / N));
    }

    private static Step scan(int to, int from, int begin) {
        return Step.of(
                "scan array" + to + " of array" + from + " from " + begin,
                set(from),
                set(to),
                (after, memory) -> {
                    DoubleView y = memory.arrays[to];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelScan(
                            "scan",
                            RangePolicy.of(begin, begin + N),
                            i -> (long) x.get(i - begin),
                            (i, sum) -> y.set(i - begin, sum % 1000),
                            Scan.exclusiveLong());
                },
                state -> {
                    long sum = 0;
                    for (int i = 0; i < N; i++) {
                        state.arrays[to][i] = sum % 1000;
                        sum += (long) state.arrays[from][i];
                    }
                });
    }

    private static Step scale(int to, int scalar, long begin) {
        return Step.of(
                "scale array" + to + " by scalar" + scalar + " from " + begin,
                set(to, SCALAR + scalar),
                set(to),
                (after, memory) -> {
                    DoubleView y = memory.arrays[to];
                    DoubleView s = memory.scalars[scalar];
                    return after.thenParallelFor(
                            "scale",
                            LongRangePolicy.of(begin, begin + N),
                            i -> y.set(i - begin, y.get(i - begin) * 0.25 + s.get()));
                },
                state -> {
                    for (int i = 0; i < N; i++) {
                        state.arrays[to][i] = state.arrays[to][i] * 0.25 + state.scalars[scalar][0];
                    }
                });
    }

    private static Step box(int to, int from, int i0, int j0) {
        return Step.of(
                "box array" + to + " of array" + from + " from " + i0 + ", " + j0,
                set(from),
                set(to),
                (after, memory) -> {
                    DoubleView y = memory.arrays[to];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelFor(
                            "box",
                            MDRangePolicy.of(new int[] {i0, j0}, new int[] {i0 + 10, j0 + N / 10}),
                            (i, j) -> y.set(
                                    (i - i0) * (N / 10) + j - j0, x.get((j - j0) * 10 + i - i0) + (i & 15) - (j & 15)));
                },
                state -> {
                    for (int at = 0; at < N; at++) {
                        int i = at / (N / 10);
                        int j = at % (N / 10);
                        state.arrays[to][at] = state.arrays[from][j * 10 + i] + (i0 + i & 15) - (j0 + j & 15);
                    }
                });
    }

    private static Step down(int mirror, int from) {
        return Step.of(
                "down mirror" + mirror + " of array" + from,
                set(from),
                set(MIRROR + mirror),
                (after, memory) -> after.thenDeepCopy("down", memory.mirrors[mirror], memory.arrays[from]),
                state -> System.arraycopy(state.arrays[from], 0, state.mirrors[mirror], 0, N));
    }

    private static Step onHost(int mirror, double a) {
        return Step.of(
                "host mirror" + mirror,
                set(MIRROR + mirror),
                set(MIRROR + mirror),
                (after, memory) -> {
                    DoubleView view = memory.mirrors[mirror];
                    return after.thenHost("host", Access.updates(view), () -> {
                        for (int i = 0; i < N; i++) {
                            view.set(i, a - view.get(i));
                        }
                    });
                },
                state -> {
                    for (int i = 0; i < N; i++) {
                        state.mirrors[mirror][i] = a - state.mirrors[mirror][i];
                    }
                });
    }

    private static Step up(int to, int mirror) {
        return Step.of(
                "up array" + to + " of mirror" + mirror,
                set(MIRROR + mirror),
                set(to),
                (after, memory) -> after.thenDeepCopy("up", memory.arrays[to], memory.mirrors[mirror]),
                state -> System.arraycopy(state.mirrors[mirror], 0, state.arrays[to], 0, N));
    }

    /** Custom operators combine contributions in ascending order, also where they commute up to rounding. */
    private static Step customSum(int scalar, int from, int n, int begin) {
        return Step.of(
                "custom sum scalar" + scalar + " of array" + from + ", " + n + " from " + begin,
                set(from),
                set(SCALAR + scalar),
                (after, memory) -> {
                    DoubleView s = memory.scalars[scalar];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelReduce(
                            "custom sum",
                            RangePolicy.of(begin, begin + n),
                            Custom.into(s, 0.0, (a, b) -> a + b, i -> x.get((i - begin) % N) / 3));
                },
                state -> state.scalars[scalar][0] =
                        Reference.ascending(n, 0.0, Double::sum, i -> state.arrays[from][i % N] / 3));
    }

    private static Step first(int scalar, int from, int n, int begin) {
        return Step.of(
                "first scalar" + scalar + " of array" + from + ", " + n + " from " + begin,
                set(from),
                set(SCALAR + scalar),
                (after, memory) -> {
                    DoubleView s = memory.scalars[scalar];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelReduce(
                            "first",
                            RangePolicy.of(begin, begin + n),
                            Custom.into(s, 0.0, ProgramSteps::firstNonzero, i -> Math.max(0, x.get((i - begin) % N))));
                },
                state -> state.scalars[scalar][0] = Reference.ascending(
                        n, 0.0, ProgramSteps::firstNonzero, i -> Math.max(0, state.arrays[from][i % N])));
    }

    private static Step doubleScan(int to, int from, int n) {
        return Step.of(
                "double scan array" + to + " of array" + from + ", " + n,
                set(from),
                set(to),
                (after, memory) -> {
                    DoubleView y = memory.arrays[to];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelScan(
                            "double scan",
                            RangePolicy.of(n),
                            i -> x.get(i) / 7,
                            (i, sum) -> y.set(i, sum),
                            Scan.inclusiveDouble());
                },
                state -> {
                    List<Double> sums = Reference.scan(n, 0.0, Double::sum, i -> state.arrays[from][i] / 7);
                    for (int i = 0; i < n; i++) {
                        state.arrays[to][i] = sums.get(i);
                    }
                });
    }

    private static Step mix(int to, int from) {
        return Step.of(
                "mix longs" + to + " with longs" + from,
                set(LONG + to, LONG + from),
                set(LONG + to),
                (after, memory) -> {
                    LongView y = memory.longs[to];
                    LongView x = memory.longs[from];
                    LongParam f = memory.factor;
                    return after.thenParallelFor(
                            "mix",
                            RangePolicy.of(N),
                            i -> y.set(i, y.get(i) * 31 + (x.get((i * 7 + 3) % N) ^ i) * f.get() + i));
                },
                state -> {
                    for (int i = 0; i < N; i++) {
                        long x = state.longs[from][(i * 7 + 3) % N] ^ i;
                        state.longs[to][i] = state.longs[to][i] * 31 + x * state.factor[0] + i;
                    }
                });
    }

    private static Step turn(int ring) {
        int[] turns = new int[RINGS];
        turns[ring] = 1;
        return Step.of(
                        "turn ring" + ring,
                        set(RING + ring),
                        set(RING + ring),
                        (after, memory) -> after.thenAdvance("turn", memory.rings.get(ring)),
                        state -> state.rings[ring].turn())
                .turning(turns);
    }

    private static Step ofLevels(int ring, int to, int from) {
        return Step.of(
                "ring" + ring + " level " + to + " of " + from,
                set(RING + ring),
                set(RING + ring),
                (after, memory) -> {
                    LongView y = memory.rings.get(ring).level(to);
                    LongView x = memory.rings.get(ring).level(from);
                    return after.thenParallelFor(
                            "levels", RangePolicy.of(N), i -> y.set(i, y.get(i) * 3 + x.get((i + 5) % N) + i + to));
                },
                state -> {
                    long[] y = state.rings[ring].level(to);
                    long[] x = state.rings[ring].level(from);
                    for (int i = 0; i < N; i++) {
                        y[i] = y[i] * 3 + x[(i + 5) % N] + i + to;
                    }
                });
    }

    private static Step fromLevel(int to, int ring, int level) {
        return Step.of(
                "longs" + to + " of ring" + ring + " level " + level,
                set(LONG + to, RING + ring),
                set(LONG + to),
                (after, memory) -> {
                    LongView y = memory.longs[to];
                    LongView x = memory.rings.get(ring).level(level);
                    return after.thenParallelFor(
                            "from level", RangePolicy.of(N), i -> y.set(i, y.get(i) ^ x.get(i) * 5));
                },
                state -> {
                    long[] x = state.rings[ring].level(level);
                    for (int i = 0; i < N; i++) {
                        state.longs[to][i] ^= x[i] * 5;
                    }
                });
    }

    private static Step copyToLevel(int ring, int level, int from) {
        return Step.of(
                "copy ring" + ring + " level " + level + " of longs" + from,
                set(LONG + from, RING + ring),
                set(RING + ring),
                (after, memory) ->
                        after.thenDeepCopy("to level", memory.rings.get(ring).level(level), memory.longs[from]),
                state -> System.arraycopy(state.longs[from], 0, state.rings[ring].level(level), 0, N));
    }

    private static Step compositions(int total, int from, int n, int begin) {
        return Step.of(
                "compose total" + total + " of longs" + from + ", " + n + " from " + begin,
                set(LONG + from),
                set(TOTAL + total),
                (after, memory) -> {
                    LongView t = memory.totals[total];
                    LongView x = memory.longs[from];
                    return after.thenParallelReduce(
                            "compose",
                            RangePolicy.of(begin, begin + n),
                            Custom.into(t, 1L << 32, ProgramSteps::compose, i -> map(x.get((i - begin) % N), i)));
                },
                state -> state.totals[total][0] = Reference.ascending(
                        n, 1L << 32, ProgramSteps::compose, i -> map(state.longs[from][i % N], begin + i)));
    }

    private static Step records(int from, int n) {
        return Step.of(
                "compose record of longs" + from + ", " + n,
                set(LONG + from),
                set(RECORD),
                (after, memory) -> {
                    LongView x = memory.longs[from];
                    Graph reduce = RecordReduction.of(Affine.IDENTITY, Affine::then)
                            .graph("records", n, i -> Affine.of(x.get(i % N), i), memory.record, memory.workspace);
                    return after.thenGraph("records", reduce);
                },
                state -> state.record[0] = Reference.ascending(
                        n, Affine.IDENTITY, Affine::then, i -> Affine.of(state.longs[from][i % N], i)));
    }

    private static Step recordScan(int to, int from, int n, boolean inclusive) {
        return Step.of(
                "record scan longs" + to + " of longs" + from + ", " + n + (inclusive ? " inclusive" : " exclusive"),
                set(LONG + from, LONG + to),
                set(LONG + to),
                (after, memory) -> {
                    LongView x = memory.longs[from];
                    LongView y = memory.longs[to];
                    RecordScan<Affine> scan = inclusive
                            ? RecordScan.inclusive(Affine.IDENTITY, Affine::then)
                            : RecordScan.exclusive(Affine.IDENTITY, Affine::then);
                    return after.thenGraph(
                            "record scan",
                            scan.graph(
                                    "record scan",
                                    n,
                                    i -> Affine.of(x.get(i), i),
                                    (i, all) -> y.set(i, all.a() ^ all.b() + (long) all.sum()),
                                    memory.workspace));
                },
                state -> {
                    List<Affine> all =
                            Reference.scan(n, Affine.IDENTITY, Affine::then, i -> Affine.of(state.longs[from][i], i));
                    for (int i = 0; i < n; i++) {
                        Affine one = inclusive ? all.get(i) : i == 0 ? Affine.IDENTITY : all.get(i - 1);
                        state.longs[to][i] = one.a() ^ one.b() + (long) one.sum();
                    }
                });
    }

    private static Step take(int total, int from) {
        return Step.of(
                "take total" + total + " of record and total" + from,
                set(RECORD, TOTAL + from),
                set(TOTAL + total),
                (after, memory) -> {
                    LongView t = memory.totals[total];
                    LongView o = memory.totals[from];
                    RecordView<Affine> record = memory.record;
                    return after.then(
                            "take",
                            () -> t.set(record.get().a() * 7 + record.get().b() + o.get()));
                },
                state ->
                        state.totals[total][0] = state.record[0].a() * 7 + state.record[0].b() + state.totals[from][0]);
    }

    private static Step sort(int of, int size) {
        return Step.of(
                "sort longs" + of + ", first size" + size,
                set(LONG + of, SIZE + size),
                set(LONG + of),
                (after, memory) -> after.thenGraph(
                        "sort",
                        RadixSort.of(memory.longs[of]).first(memory.sizes[size]).graph("sort", memory.workspace)),
                state -> Arrays.sort(state.longs[of], 0, state.sizes[size][0]));
    }

    private static Step sortPart(int of, int from, int wanted) {
        int n = Math.min(wanted, N - from);
        return Step.of(
                        "sort longs" + of + ", " + n + " from " + from,
                        set(LONG + of),
                        set(LONG + of),
                        (after, memory) -> {
                            LongView part = memory.longs[of].subview(Slice.range(from, from + n));
                            return after.thenGraph("sort", RadixSort.of(part).graph("sort", memory.workspace));
                        },
                        state -> Arrays.sort(state.captured.longs[of], from, from + n))
                .ofParts(LONG + of);
    }

    private static Step compact(int of, int size) {
        return Step.of(
                "compact longs" + of + " into list and size" + size,
                set(LONG + of, LIST),
                set(LIST, SIZE + size),
                (after, memory) -> {
                    LongView x = memory.longs[of];
                    return after.thenGraph(
                            "compact",
                            Compaction.of(N, i -> (x.get(i) & 1) != 0)
                                    .graph("compact", memory.list, memory.sizes[size], memory.workspace));
                },
                state -> {
                    int n = 0;
                    for (int i = 0; i < N; i++) {
                        if ((state.longs[of][i] & 1) != 0) {
                            state.list[0][n++] = i;
                        }
                    }
                    state.sizes[size][0] = n;
                });
    }

    private static Step size(int size, int total, int below) {
        return Step.of(
                "size" + size + " of total" + total + " below " + below,
                set(TOTAL + total),
                set(SIZE + size),
                (after, memory) -> {
                    LongView t = memory.totals[total];
                    IntView s = memory.sizes[size];
                    return after.then("size", () -> s.set((int) Math.floorMod(t.get(), (long) below)));
                },
                state -> state.sizes[size][0] = (int) Math.floorMod(state.totals[total][0], (long) below));
    }

    private static Step live(int to, int from, int size) {
        return Step.of(
                "live longs" + to + " of longs" + from + ", list and size" + size,
                set(LONG + to, LONG + from, LIST, SIZE + size),
                set(LONG + to),
                (after, memory) -> {
                    LongView y = memory.longs[to];
                    LongView x = memory.longs[from];
                    IntView list = memory.list;
                    return after.thenParallelFor(
                            "live",
                            RangePolicy.of(memory.sizes[size], N),
                            i -> y.set(i, y.get(i) * 5 + x.get(list.get(i))));
                },
                state -> {
                    for (int i = 0; i < state.sizes[size][0]; i++) {
                        state.longs[to][i] = state.longs[to][i] * 5 + state.longs[from][state.list[0][i]];
                    }
                });
    }

    private static Step overSet(int to, int from, int[] indexes) {
        return Step.of(
                "set of " + indexes.length + ", longs" + to + " of longs" + from,
                set(LONG + to, LONG + from),
                set(LONG + to),
                (after, memory) -> {
                    LongView y = memory.longs[to];
                    LongView x = memory.longs[from];
                    return after.thenParallelFor(
                            "set", IndexSet.of(indexes), i -> y.set(i, y.get(i) + x.get((i + 1) % N)));
                },
                state -> {
                    for (int i : indexes) {
                        state.longs[to][i] += state.longs[from][(i + 1) % N];
                    }
                });
    }

    private static Step setReduction(int total, int from, int[] indexes) {
        return Step.of(
                "set of " + indexes.length + ", compose total" + total + " of longs" + from,
                set(LONG + from),
                set(TOTAL + total),
                (after, memory) -> {
                    LongView t = memory.totals[total];
                    LongView x = memory.longs[from];
                    return after.thenParallelReduce(
                            "set reduction",
                            IndexSet.of(indexes),
                            Custom.into(t, 1L << 32, ProgramSteps::compose, i -> map(x.get(i), i)));
                },
                state -> state.totals[total][0] = Reference.ascending(
                        indexes.length,
                        1L << 32,
                        ProgramSteps::compose,
                        k -> map(state.longs[from][indexes[k]], indexes[k])));
    }

    /** A built-in and a custom operator in one node. */
    private static Step several(int total, int other, int from, int n) {
        return Step.of(
                "several total" + total + ", total" + other + " of longs" + from + ", " + n,
                set(LONG + from),
                set(TOTAL + total, TOTAL + other),
                (after, memory) -> {
                    LongView t = memory.totals[total];
                    LongView u = memory.totals[other];
                    LongView x = memory.longs[from];
                    return after.thenParallelReduce(
                            "several",
                            RangePolicy.of(n),
                            Max.into(t, i -> x.get(i % N) ^ i),
                            Custom.into(u, 1L << 32, ProgramSteps::compose, i -> map(x.get(i % N), -i)));
                },
                state -> {
                    long most = Long.MIN_VALUE;
                    for (int i = 0; i < n; i++) {
                        most = Math.max(most, state.longs[from][i % N] ^ i);
                    }
                    state.totals[total][0] = most;
                    state.totals[other][0] = Reference.ascending(
                            n, 1L << 32, ProgramSteps::compose, i -> map(state.longs[from][i % N], -i));
                });
    }

    /** Operations on nothing, some of which set a size to 0. */
    private static Step empty(int size, int kind) {
        boolean counts = kind < 3;
        return Step.of(
                "empty " + kind + (counts ? ", size" + size : ""),
                set(EMPTY),
                counts ? set(EMPTY, SIZE + size) : set(EMPTY),
                (after, memory) -> {
                    IntView none = memory.none;
                    IntView count = memory.sizes[size];
                    LongView no = memory.noLongs;
                    return switch (kind) {
                        case 0 ->
                            after.thenGraph(
                                    "none", Compaction.of(0, i -> true).graph("none", none, count, memory.workspace));
                        case 1 ->
                            after.thenGraph(
                                    "none",
                                    Compaction.of(0, i -> true)
                                            .partition("none", none, memory.nobody, count, memory.workspace));
                        case 2 ->
                            after.thenGraph(
                                    "none", Unique.of(none).graph("none", memory.nobody, count, memory.workspace));
                        case 3 -> after.thenGraph("none", RadixSort.of(no).graph("none", memory.workspace));
                        case 4 ->
                            after.thenGraph("none", RadixSort.byKey(no, none).graph("none", memory.workspace));
                        case 5 ->
                            after.thenGraph(
                                    "none",
                                    CellLists.of(1, i -> 0).graph("none", none, memory.starts, memory.workspace));
                        case 6 -> after.thenGraph("none", Histogram.of("none", RangePolicy.of(0), i -> 0, none));
                        case 7 -> after.thenDeepCopy("none", none, memory.nobody);
                        default ->
                            after.thenFill("none", no, 3).thenParallelFor("none", RangePolicy.of(0), i -> no.set(i, i));
                    };
                },
                state -> {
                    if (counts) {
                        state.sizes[size][0] = 0;
                    }
                });
    }
}
