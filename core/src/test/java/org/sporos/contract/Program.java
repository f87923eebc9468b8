package org.sporos.contract;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/**
 * A random sequence of operations on a few arrays and scalars that can be run in two ways: one after the other by plain
 * loops, and as a graph whose edges are just those that the operations' reads and writes demand, plus some at random.
 */
final class Program {
    static final int N = 300;
    static final int ARRAYS = 5;
    static final int SCALARS = 3;
    static final int MIRRORS = 2;
    static final int COUNTERS = 4;
    private static final int[] FEW_BEGINS = {0, 0, -N / 2, Integer.MAX_VALUE - N};

    private static final int SCALAR = ARRAYS;
    private static final int MIRROR = SCALAR + SCALARS;
    private static final int COUNTER = MIRROR + MIRRORS;

    private final List<Step> steps;
    private final long edgeSeed;

    private Program(List<Step> steps, long edgeSeed) {
        this.steps = steps;
        this.edgeSeed = edgeSeed;
    }

    /** What plain loops work on. */
    static final class State {
        final double[][] arrays = new double[ARRAYS][N];
        final double[] scalars = new double[SCALARS];
        final double[][] mirrors = new double[MIRRORS][N];
    }

    /** What graphs work on. */
    static final class Memory implements AutoCloseable {
        final DoubleView[] arrays = new DoubleView[ARRAYS];
        final DoubleView[] scalars = new DoubleView[SCALARS];
        final DoubleView[] mirrors = new DoubleView[MIRRORS];
        final IntView[] counters = new IntView[COUNTERS];

        Memory(ExecutionSpace space) {
            for (int i = 0; i < ARRAYS; i++) {
                arrays[i] = DoubleView.of("array " + i, space, N);
            }
            for (int i = 0; i < SCALARS; i++) {
                scalars[i] = DoubleView.of("scalar " + i, space);
            }
            for (int i = 0; i < MIRRORS; i++) {
                mirrors[i] = arrays[i].mirror();
            }
            for (int i = 0; i < COUNTERS; i++) {
                counters[i] = IntView.of("counter " + i, space);
            }
        }

        @Override
        public void close() {
            for (DoubleView[] views : List.of(arrays, scalars, mirrors)) {
                for (DoubleView view : views) {
                    view.close();
                }
            }
            for (IntView counter : counters) {
                counter.close();
            }
        }
    }

    /** One operation, with the numbers of what it reads and writes. */
    private record Step(
            BitSet reads, BitSet writes, BiFunction<NodeRef, Memory, NodeRef> graph, Consumer<State> plain) {}

    static Program random(Random random, int length) {
        return random(random, length, 0, false);
    }

    private static Program random(Random random, int length, int depth, boolean inBody) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            steps.add(step(random, depth, inBody));
        }
        return new Program(steps, random.nextLong());
    }

    Graph graph(String label, Memory memory) {
        return Graph.define(label, root -> build(root, memory));
    }

    void runPlainly(State state) {
        steps.forEach(step -> step.plain().accept(state));
    }

    /** Hangs each step on the last that wrote what it touches, and on those that read what it writes. */
    private void build(NodeRef root, Memory memory) {
        Random random = new Random(edgeSeed);
        int resources = COUNTER + COUNTERS;
        NodeRef[] writer = new NodeRef[resources];
        List<List<NodeRef>> readers = new ArrayList<>();
        for (int r = 0; r < resources; r++) {
            readers.add(new ArrayList<>());
        }
        List<NodeRef> all = new ArrayList<>();
        for (Step step : steps) {
            Set<NodeRef> waits = new LinkedHashSet<>();
            step.reads().stream().filter(r -> writer[r] != null).forEach(r -> waits.add(writer[r]));
            step.writes().stream().forEach(r -> {
                if (writer[r] != null) {
                    waits.add(writer[r]);
                }
                waits.addAll(readers.get(r));
            });
            if (!all.isEmpty() && random.nextInt(4) == 0) {
                waits.add(all.get(random.nextInt(all.size())));
            }
            NodeRef after = waits.isEmpty() ? root : Graph.whenAll(waits);
            NodeRef node = step.graph().apply(after, memory);
            step.reads().stream().forEach(r -> readers.get(r).add(node));
            step.writes().stream().forEach(r -> {
                writer[r] = node;
                readers.get(r).clear();
            });
            all.add(node);
        }
    }

    private static RandomRanges ranges(Random random) {
        return new RandomRanges(random);
    }

    private static Step step(Random random, int depth, boolean inBody) {
        int x = random.nextInt(ARRAYS);
        int y = (x + 1 + random.nextInt(ARRAYS - 1)) % ARRAYS;
        int s = random.nextInt(SCALARS);
        int m = random.nextInt(MIRRORS);
        double a = random.nextInt(9) / 8.0;
        // Neighbours that begin at one place may be merged.
        int begin = random.nextInt(3) > 0
                ? FEW_BEGINS[random.nextInt(FEW_BEGINS.length)]
                : ranges(random).intBegin(N);
        long longBegin = random.nextBoolean() ? begin : ranges(random).longBegin(N);
        int kinds = depth < COUNTERS - 1 ? 17 : 13;
        int kind = random.nextInt(kinds);
        boolean leaves = kind == 10 || kind == 11 || kind == 12;
        return switch (inBody && leaves ? 0 : kind) {
            case 0, 1 -> combine(x, y, a, begin);
            case 2 -> gather(x, y, longBegin);
            case 3 -> fill(x, a);
            case 4 -> copy(x, y);
            case 5 -> shift(x, random.nextInt(N / 2));
            case 6 -> reduce(s, x, longBegin);
            case 7 -> scan(x, y, begin);
            case 8 -> scale(x, s, longBegin);
            case 9 -> box(x, y, begin, ranges(random).intBegin(N / 10));
            case 10 -> down(m, x);
            case 11 -> onHost(m, a);
            case 12 -> up(x, m);
            case 13 -> nested(random(random, 1 + random.nextInt(4), depth + 1, inBody));
            case 14 -> branch(s, random, depth);
            case 15 -> loop(random.nextInt(4), random, depth);
            default -> choice(s, random, depth);
        };
    }

    private static BitSet set(int... members) {
        BitSet set = new BitSet();
        for (int member : members) {
            set.set(member);
        }
        return set;
    }

    private static Step combine(int to, int from, double a, int begin) {
        return new Step(
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
        return new Step(
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
        return new Step(set(), set(to), (after, memory) -> after.thenFill("fill", memory.arrays[to], a), state -> {
            java.util.Arrays.fill(state.arrays[to], a);
        });
    }

    private static Step copy(int to, int from) {
        return new Step(
                set(from),
                set(to),
                (after, memory) -> after.thenDeepCopy("copy", memory.arrays[to], memory.arrays[from]),
                state -> System.arraycopy(state.arrays[from], 0, state.arrays[to], 0, N));
    }

    private static Step shift(int array, int begin) {
        return new Step(
                set(array),
                set(array),
                (after, memory) -> {
                    DoubleView x = memory.arrays[array];
                    return after.thenDeepCopy(
                            "shift",
                            x.subview(Slice.range(N / 2, N / 2 + begin)),
                            x.subview(Slice.range(N / 2 - begin, N / 2)));
                },
                state -> System.arraycopy(state.arrays[array], N / 2 - begin, state.arrays[array], N / 2, begin));
    }

    private static Step reduce(int scalar, int from, long begin) {
        return new Step(
                set(from),
                set(SCALAR + scalar),
                (after, memory) -> {
                    DoubleView s = memory.scalars[scalar];
                    DoubleView x = memory.arrays[from];
                    return after.thenParallelReduce(
                            "reduce",
                            LongRangePolicy.of(begin, begin + N),
                            Sum.intoLongRange(s, i -> x.get(i - begin) / N));
                },
                state -> state.scalars[scalar] = Reference.reduce(N, 0, Double::sum, i -> state.arrays[from][i] / N));
    }

    private static Step scan(int to, int from, int begin) {
        return new Step(
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
        return new Step(
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
                        state.arrays[to][i] = state.arrays[to][i] * 0.25 + state.scalars[scalar];
                    }
                });
    }

    private static Step box(int to, int from, int i0, int j0) {
        return new Step(
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
        return new Step(
                set(from),
                set(MIRROR + mirror),
                (after, memory) -> after.thenDeepCopy("down", memory.mirrors[mirror], memory.arrays[from]),
                state -> System.arraycopy(state.arrays[from], 0, state.mirrors[mirror], 0, N));
    }

    private static Step onHost(int mirror, double a) {
        return new Step(
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
        return new Step(
                set(MIRROR + mirror),
                set(to),
                (after, memory) -> after.thenDeepCopy("up", memory.arrays[to], memory.mirrors[mirror]),
                state -> System.arraycopy(state.mirrors[mirror], 0, state.arrays[to], 0, N));
    }

    private BitSet reads() {
        BitSet reads = new BitSet();
        steps.forEach(step -> reads.or(step.reads()));
        return reads;
    }

    private BitSet writes() {
        BitSet writes = new BitSet();
        steps.forEach(step -> writes.or(step.writes()));
        return writes;
    }

    private static BitSet all(BitSet first, int... more) {
        BitSet all = set(more);
        all.or(first);
        return all;
    }

    private static Step nested(Program inner) {
        return new Step(
                inner.reads(),
                inner.writes(),
                (after, memory) -> after.thenGraph("nested", inner.graph("nested", memory)),
                inner::runPlainly);
    }

    private static Step branch(int scalar, Random random, int depth) {
        Program then = random(random, 1 + random.nextInt(3), depth + 1, true);
        Program otherwise = random(random, random.nextInt(3), depth + 1, true);
        BitSet reads = all(then.reads(), SCALAR + scalar);
        reads.or(otherwise.reads());
        BitSet writes = all(then.writes());
        writes.or(otherwise.writes());
        return new Step(
                reads,
                writes,
                (after, memory) -> {
                    DoubleView s = memory.scalars[scalar];
                    return after.thenIf(
                            "if", () -> s.get() > 10, then.graph("then", memory), otherwise.graph("else", memory));
                },
                state -> (state.scalars[scalar] > 10 ? then : otherwise).runPlainly(state));
    }

    private static Step choice(int scalar, Random random, int depth) {
        List<Program> cases = new ArrayList<>();
        BitSet reads = set(SCALAR + scalar);
        BitSet writes = new BitSet();
        for (int i = random.nextInt(4); i > 0; i--) {
            Program program = random(random, 1 + random.nextInt(3), depth + 1, true);
            cases.add(program);
            reads.or(program.reads());
            writes.or(program.writes());
        }
        return new Step(
                reads,
                writes,
                (after, memory) -> {
                    DoubleView s = memory.scalars[scalar];
                    Graph[] graphs =
                            cases.stream().map(c -> c.graph("case", memory)).toArray(Graph[]::new);
                    return after.thenSwitch("switch", () -> (int) s.get() % 4, graphs);
                },
                state -> {
                    int index = (int) state.scalars[scalar] % 4;
                    if (index >= 0 && index < cases.size()) {
                        cases.get(index).runPlainly(state);
                    }
                });
    }

    /** Loops at one depth share a counter, which keeps them apart. */
    private static Step loop(int passes, Random random, int depth) {
        Program body = random(random, 1 + random.nextInt(3), depth + 1, true);
        BitSet touched = all(body.writes(), COUNTER + depth);
        return new Step(
                all(body.reads(), COUNTER + depth),
                touched,
                (after, memory) -> {
                    IntView counter = memory.counters[depth];
                    Graph pass = Graph.define("pass", root -> {
                        root.thenGraph("body", body.graph("body", memory));
                        root.then("count", () -> counter.set(counter.get() + 1));
                    });
                    return after.thenFill("zero", counter, 0)
                            .thenWhile("while", () -> counter.get() < passes, pass, 10);
                },
                state -> {
                    for (int pass = 0; pass < passes; pass++) {
                        body.runPlainly(state);
                    }
                });
    }
}
