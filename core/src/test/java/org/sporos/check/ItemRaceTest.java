package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.IntParam;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Races among the work items of one kernel: planted ones are found, look-alikes are not. */
class ItemRaceTest {
    private static final int N = 64;
    private final DoubleView x = Races.view("x", 2 * N);
    private final DoubleView y = Races.view("y", 2 * N);
    private final DoubleView m = Races.view("m", N, N);
    private final DoubleView lattice = Races.view("lattice", 4, 4, 4, 4);
    private final IntView index = IntView.of("index", MemorySpace.host(), N);
    private final IntView counts = IntView.of("counts", MemorySpace.host(), N);
    private final LongView total = LongView.of("total", MemorySpace.host());
    private final IntParam shift = IntParam.of("shift", 1).within(0, 8);

    /** Adds one node to a graph. */
    private interface Planted {
        void in(NodeRef root);
    }

    private static void loop(Map<String, Planted> all, String label, RangeBody body) {
        loop(all, label, RangePolicy.of(N), body);
    }

    private static void loop(Map<String, Planted> all, String label, RangePolicy policy, RangeBody body) {
        all.put(label, r -> r.thenParallelFor("k", policy, body));
    }

    private static void loop(Map<String, Planted> all, String label, MDRangePolicy policy, RangeBody2 body) {
        all.put(label, r -> r.thenParallelFor("k", policy, body));
    }

    private static void loop(Map<String, Planted> all, String label, MDRangePolicy policy, RangeBody4 body) {
        all.put(label, r -> r.thenParallelFor("k", policy, body));
    }

    private static void loop(Map<String, Planted> all, String label, TeamPolicy policy, TeamBody body) {
        all.put(label, r -> r.thenParallelFor("k", policy, body));
    }

    private static List<Diagnostic> check(Planted planted) {
        Graph graph = Graph.define("step", planted::in);
        KernelIndex kernels = KernelIndex.of(graph);
        assertThat(kernels.problems()).isEmpty();
        return GraphCheck.of(graph, GraphEffects.of(CapturedGraph.of(graph)), TestTarget.host(), kernels);
    }

    private Map<String, Planted> certain() {
        RangePolicy range = RangePolicy.of(N);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {N - 1, N - 1});
        Map<String, Planted> all = new LinkedHashMap<>();
        int n = N;
        loop(all, "all items store to one element", i -> x.set(0, i));
        loop(all, "all items store to the element of rank 0", i -> total.set(i));
        loop(
                all,
                "the scan of a team whose contributions read what it has written at the neighbour",
                TeamPolicy.of(1, 4),
                team -> team.inclusiveScanDouble(8, j -> x.get(j + 1), (j, sum) -> x.set(j, sum)));
        loop(
                all,
                "the scan of a team whose consumers write one element",
                TeamPolicy.of(1, 4),
                team -> team.inclusiveScanDouble(8, j -> y.get(j), (j, sum) -> x.set(0, sum)));
        loop(
                all,
                "the lanes of all members store to the same elements",
                TeamPolicy.of(1, 4, 8),
                team -> team.vectorFor(8, j -> x.set(j, team.teamRank())));
        loop(
                all,
                "the lanes of a member store to one element",
                TeamPolicy.of(8, 4, 8),
                team -> team.vectorFor(8, j -> x.set(4 * team.leagueRank() + team.teamRank(), j)));
        loop(all, "the neighbour is read", i -> x.set(i, x.get(i + 1)));
        loop(all, "the neighbour is written", i -> {
            x.set(i, 1);
            x.set(i + 1, 2);
        });
        loop(all, "pairs of items share an element", i -> x.set(i / 2, i));
        loop(all, "a shift joins items", i -> x.set(i >> 2, i));
        loop(all, "a remainder wraps", i -> x.set(i % 10, i));
        loop(all, "a mask wraps", i -> x.set(i & 15, i));
        loop(all, "a mirror image in place", i -> x.set(i, x.get(n - 1 - i)));
        loop(all, "in place transposition", MDRangePolicy.of(N, N), (i, j) -> m.set(i, j, m.get(j, i)));
        loop(all, "a whole row for each item of a box", MDRangePolicy.of(N, N), (i, j) -> x.set(i, j));
        loop(all, "rows that are too narrow", MDRangePolicy.of(4, 8), (i, j) -> x.set(i * 7 + j, 1));
        loop(all, "an index sum", MDRangePolicy.of(8, 8), (i, j) -> x.set(i + j, 1));
        loop(
                all,
                "four indexes whose last are added",
                MDRangePolicy.of(2, 2, 4, 4),
                (i, j, k, l) -> x.set((i * 2 + j) * 16 + k + l, 1));
        loop(
                all,
                "four indexes of which one is left out",
                MDRangePolicy.of(4, 4, 4, 4),
                (i, j, k, l) -> lattice.set(i, 0, k, l, j));
        loop(all, "loops of items overlap", RangePolicy.of(8), i -> {
            for (int k = 0; k < 5; k++) {
                x.set(i * 4 + k, i);
            }
        });
        loop(
                all,
                "a stencil in place",
                RangePolicy.of(1, N - 1),
                i -> x.set(i, x.get(i - 1) + x.get(i) + x.get(i + 1)));
        all.put("two views of one memory", r -> {
            DoubleView shifted = x.subview(Slice.range(1, N + 1));
            r.thenParallelFor("k", range, i -> shifted.set(i, x.get(i)));
        });
        loop(all, "an atomic and a plain read", i -> {
            counts.atomicAdd(0, 1);
            x.set(i, counts.get(0));
        });
        loop(all, "an atomic read and a plain write", i -> {
            counts.set(0, i);
            x.set(i, counts.atomicGet(0));
        });
        for (int odd = 1; odd < 4; odd += 2) {
            int of = odd;
            String sum = "(i + " + odd + " * j) % 2 == 0";
            loop(all, "diagonal neighbours of the points where " + sum, inside, (i, j) -> {
                if ((i + of * j) % 2 == 0) {
                    m.set(i, j, m.get(i - 1, j - 1) + m.get(i + 1, j));
                }
            });
        }
        loop(all, "points where (i + 2 * j) % 2 == 0 with their neighbours in j", inside, (i, j) -> {
            if ((i + 2 * j) % 2 != 0) {
                return;
            }
            m.set(i, j, m.get(i, j - 1) + m.get(i, j + 1));
        });
        all.put(
                "points of a cube where (i + 2 * j + k) % 2 == 0 with their neighbours in j",
                r -> r.thenParallelFor("k", MDRangePolicy.of(new int[] {1, 1, 1}, new int[] {3, 3, 3}), (i, j, k) -> {
                    if ((i + 2 * j + k) % 2 == 0) {
                        lattice.set(i, j, k, 0, lattice.get(i, j - 1, k, 0) + lattice.get(i, j + 1, k, 0));
                    }
                }));
        loop(
                all,
                "even points of a range that is too long to try, with the second neighbour",
                MDRangePolicy.of(60, 60),
                (i, j) -> {
                    if (((i ^ j) & 1) == 0) {
                        m.set(i, j, m.get(i + 2, j));
                    }
                });
        all.put(
                "a store beside a reduction",
                r -> r.thenParallelReduce("k", range, Reducers.Sum.into(Races.view("sum"), i -> {
                    x.set(3, i);
                    return 1.0;
                })));
        loop(
                all,
                "teams store to one element",
                TeamPolicy.of(N, 4),
                team -> team.single(() -> x.set(1, team.leagueRank())));
        loop(
                all,
                "the indexes of a nested range share an element",
                TeamPolicy.of(8, 4),
                team -> team.parallelFor(4, j -> x.set(team.leagueRank(), j)));
        all.put(
                "a scan that overwrites what the next contribution reads",
                r -> r.thenParallelScan(
                        "k", range, i -> x.get(i), (int i, double sum) -> x.set(i + 1, sum), Scan.exclusiveDouble()));
        all.put(
                "a scan that is turned around in place",
                r -> r.thenParallelScan(
                        "k",
                        range,
                        i -> x.get(i),
                        (int i, double sum) -> x.set(n - 1 - i, sum),
                        Scan.inclusiveDouble()));
        all.put("a scan into a part of its own memory", r -> {
            DoubleView shifted = x.subview(Slice.range(1, N + 1));
            r.thenParallelScan(
                    "k", range, i -> x.get(i), (int i, double sum) -> shifted.set(i, sum), Scan.inclusiveDouble());
        });
        all.put("long indexes too", r -> r.thenParallelFor("k", LongRangePolicy.of(N), i -> x.set(i / 2, 1)));
        return all;
    }

    private Map<String, Planted> possible() {
        RangePolicy range = RangePolicy.of(N);
        Map<String, Planted> all = new LinkedHashMap<>();
        loop(all, "scatter", i -> x.set(index.get(i), i));
        loop(all, "gather in place", i -> x.set(i, x.get(index.get(i))));
        loop(all, "some items store to one element", i -> {
            if (y.get(i) > 0) {
                x.set(0, i);
            }
        });
        all.put(
                "a scan that scatters into what it reads",
                r -> r.thenParallelScan(
                        "k",
                        range,
                        i -> counts.get(i),
                        (int i, int sum) -> counts.set(index.get(i), sum),
                        Scan.exclusiveInt()));
        all.put(
                "a scan that is shifted by a live param",
                r -> r.thenParallelScan(
                        "k",
                        range,
                        i -> x.get(i),
                        (int i, double sum) -> x.set(i + shift.get(), sum),
                        Scan.exclusiveDouble()));
        loop(all, "the offset is a live param", i -> x.set(i, x.get(i + shift.get())));
        return all;
    }

    private Map<String, Planted> atomicsOfTwoKinds() {
        RangePolicy range = RangePolicy.of(N);
        Map<String, Planted> all = new LinkedHashMap<>();
        loop(all, "sums and maxima of one element", i -> {
            counts.atomicAdd(0, 1);
            counts.atomicMax(0, i);
        });
        loop(all, "sums and exchanges of elements that data choose", i -> {
            counts.atomicAdd(index.get(i), 1);
            counts.atomicExchange(i, 0);
        });
        loop(all, "a compare-and-set loop beside a sum", i -> {
            counts.atomicAdd(0, 1);
            int old;
            do {
                old = counts.atomicGet(0);
            } while (!counts.atomicCompareAndSet(0, old, 2 * old));
        });
        return all;
    }

    private Map<String, Planted> raceFree() {
        RangePolicy range = RangePolicy.of(N);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {N - 1, N - 1});
        int n = N;
        int half = N / 2;
        Map<String, Planted> all = new LinkedHashMap<>();
        loop(all, "each item its own", i -> x.set(i, 2 * x.get(i)));
        loop(all, "disjoint halves", RangePolicy.of(N / 2), i -> x.set(i, x.get(i + half)));
        loop(all, "even and odd", i -> x.set(2 * i, x.get(2 * i + 1)));
        loop(
                all,
                "a lattice of four dimensions",
                MDRangePolicy.of(new int[] {0, 1, 0, 0}, new int[] {4, 4, 4, 4}),
                (i, j, k, l) -> lattice.set(l, k, j, i, lattice.get(l, k, j, i) + lattice.get(l, k, 0, i)));
        loop(
                all,
                "four indexes by hand",
                MDRangePolicy.of(2, 3, 4, 5),
                (i, j, k, l) -> x.set(((i * 3 + j) * 4 + k) * 5 + l, 1));
        loop(all, "rows by hand", MDRangePolicy.of(8, 16), (i, j) -> x.set(16 * i + j, 1));
        loop(all, "columns by hand", MDRangePolicy.of(8, 16), (i, j) -> x.set(8 * j + i, 1));
        loop(all, "a matrix product by hand", MDRangePolicy.of(8, 8), (i, j) -> {
            double sum = 0;
            for (int k = 0; k < 8; k++) {
                sum += y.get(8 * i + k) * y.get(8 * k + j);
            }
            x.set(8 * i + j, x.get(8 * i + j) + sum);
        });
        loop(all, "red and black points", inside, (i, j) -> {
            if ((i + j) % 2 == 0) {
                m.set(i, j, m.get(i - 1, j) + m.get(i + 1, j) + m.get(i, j - 1) + m.get(i, j + 1));
            }
        });
        loop(all, "points where (i + 2 * j) % 2 == 0 with their neighbours in i", inside, (i, j) -> {
            if ((i + 2 * j) % 2 == 0) {
                m.set(i, j, m.get(i - 1, j) + m.get(i + 1, j));
            }
        });
        loop(all, "points where (i + 2 * j) % 5 == 0 with their neighbours", inside, (i, j) -> {
            if ((i + 2 * j) % 5 == 0) {
                m.set(i, j, m.get(i - 1, j) + m.get(i + 1, j) + m.get(i, j - 1) + m.get(i, j + 1));
            }
        });
        loop(all, "a compare-and-set loop", i -> {
            int old;
            do {
                old = counts.atomicGet(0);
            } while (!counts.atomicCompareAndSet(0, old, Math.min(old + i, 99)));
        });
        loop(all, "a sum until it is large enough", i -> {
            if (counts.atomicGet(0) < 9) {
                counts.atomicAdd(0, 1);
            }
        });
        loop(all, "lists of items by exchanges of their heads", i -> x.set(i, counts.atomicExchange(index.get(i), i)));
        all.put("two nodes with compare-and-set loops", r -> {
            for (int k = 0; k < 2; k++) {
                r.thenParallelFor("k" + k, range, i -> {
                    int old = counts.atomicGet(i / 2);
                    while (!counts.atomicCompareAndSet(i / 2, old, 3 * old)) {
                        old = counts.atomicGet(i / 2);
                    }
                });
            }
        });
        all.put("a node that reads by atomics and one that reads", r -> {
            r.thenParallelFor("k", range, i -> x.set(i, counts.atomicGet(0)));
            r.thenParallelFor("l", range, i -> y.set(i, counts.get(0)));
        });
        loop(all, "a histogram with atomics", i -> counts.atomicAdd(index.get(i), 1));
        all.put("transposition to another view", r -> {
            DoubleView to = Races.view("to", N, N);
            r.thenParallelFor("k", MDRangePolicy.of(N, N), (i, j) -> to.set(j, i, m.get(i, j)));
        });
        all.put("a layout LEFT", r -> {
            DoubleView left = DoubleView.of("left", MemorySpace.host(), Layout.LEFT, 5, 7);
            r.thenParallelFor("k", MDRangePolicy.of(5, 7), (i, j) -> left.set(i, j, left.get(i, j) + 1));
        });
        loop(all, "a row for each item", i -> {
            for (int j = 0; j < n; j++) {
                m.set(i, j, i + j);
            }
        });
        loop(all, "a row for each item, by a pointer that moves on", RangePolicy.of(8), i -> {
            int at = 16 * i;
            for (int j = 0; j < 16; j++) {
                x.set(at, j);
                at++;
            }
        });
        loop(all, "index by quotient and remainder", RangePolicy.of(N * N), i -> m.set(i / n, i % n, i));
        loop(all, "one guarded item", i -> {
            if (i == 7) {
                x.set(0, 1);
            }
        });
        loop(all, "the other half by a guard", i -> {
            if (i < half) {
                x.set(i, x.get(i + half));
            }
        });
        loop(all, "a flag that all set alike", i -> {
            if (y.get(i) > 0) {
                counts.set(0, 1);
            }
        });
        loop(
                all,
                "a stencil from one view to another",
                RangePolicy.of(1, N - 1),
                i -> y.set(i, x.get(i - 1) + x.get(i + 1)));
        loop(all, "backwards", i -> x.set(n - 1 - i, i));
        all.put("two views of one memory that do not meet", r -> {
            DoubleView low = x.subview(Slice.range(0, N));
            DoubleView high = x.subview(Slice.range(N, 2 * N));
            r.thenParallelFor("k", range, i -> high.set(i, low.get(n - 1 - i)));
        });
        all.put("one item", r -> r.then("k", () -> x.set(0, x.get(1))));
        all.put(
                "a scan at an offset that is one live param",
                r -> r.thenParallelScan(
                        "k",
                        range,
                        i -> x.get(i + shift.get()),
                        (int i, double sum) -> x.set(i + shift.get(), sum),
                        Scan.exclusiveDouble()));
        loop(all, "an offset that is a live param", i -> x.set(i + shift.get(), i));
        loop(
                all,
                "teams with their own rows",
                TeamPolicy.of(8, 4),
                team -> team.parallelFor(8, j -> x.set(8 * team.leagueRank() + j, j)));
        loop(all, "a sum for each team", TeamPolicy.of(8, 4), team -> {
            double sum = team.parallelReduceDouble(Sum, 8, j -> y.get(8 * team.leagueRank() + j));
            team.single(() -> x.set(team.leagueRank(), sum));
        });
        loop(all, "a scan of each team in place", TeamPolicy.of(8, 4), team -> {
            int row = 8 * team.leagueRank();
            team.inclusiveScanDouble(8, j -> x.get(row + j), (j, sum) -> x.set(row + j, sum));
        });
        loop(all, "the total of a scan of each team", TeamPolicy.of(8, 4), team -> {
            int row = 8 * team.leagueRank();
            double sum = team.exclusiveScanDouble(8, j -> y.get(row + j), (j, before) -> x.set(row + j, before));
            x.set(100 + team.leagueRank(), sum);
        });
        loop(all, "lanes of members with their own rows", TeamPolicy.of(4, 4, 8), team -> {
            int row = 8 * (4 * team.leagueRank() + team.teamRank());
            team.vectorFor(8, j -> x.set(row + j, j));
            team.vectorInclusiveScanDouble(8, j -> x.get(row + j), (j, sum) -> x.set(row + j, sum));
        });
        all.put("lanes of members with rows of unknown length", r -> {
            DoubleView rows = Races.view("rows", 4, 4, 8);
            r.thenParallelFor("k", TeamPolicy.of(4, 4, 8), team -> {
                int row = team.leagueRank();
                int me = team.teamRank();
                int length = (int) y.get(row);
                team.vectorExclusiveScanDouble(length, j -> 1, (j, sum) -> rows.set(row, me, j, sum));
            });
        });
        loop(
                all,
                "a sum of lanes for each member",
                TeamPolicy.of(8, 4, 8),
                team -> x.set(4 * team.leagueRank() + team.teamRank(), team.vectorReduceDouble(Sum, 8, j -> y.get(j))));
        all.put(
                "a scan in place",
                r -> r.thenParallelScan(
                        "k", range, i -> x.get(i), (int i, double sum) -> x.set(i, sum), Scan.inclusiveDouble()));
        all.put(
                "a scan from one half to the other",
                r -> r.thenParallelScan(
                        "k", range, i -> x.get(i), (int i, double sum) -> x.set(i + n, sum), Scan.inclusiveDouble()));
        all.put(
                "a scan whose both sides read",
                r -> r.thenParallelScan(
                        "k",
                        range,
                        i -> x.get(i) + x.get(i + 1),
                        (int i, double sum) -> y.set(i, x.get(n - 1 - i) + sum),
                        Scan.exclusiveDouble()));
        loop(all, "a lower triangle", MDRangePolicy.of(N, N), (i, j) -> {
            if (j < i) {
                m.set(i, j, 0);
            }
        });
        return all;
    }

    @TestFactory
    Stream<DynamicTest> planted_races_are_certain_errors() {
        return certain().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThat(check(entry.getValue()))
                                .extracting(Diagnostic::code)
                                .contains("G110")));
    }

    @TestFactory
    Stream<DynamicTest> races_that_depend_on_data_are_warnings() {
        return possible().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThat(check(entry.getValue()))
                                .extracting(Diagnostic::code)
                                .containsOnly("G111")));
    }

    @TestFactory
    Stream<DynamicTest> atomics_of_two_kinds_are_one_warning() {
        return atomicsOfTwoKinds().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThat(check(entry.getValue()))
                                .extracting(Diagnostic::code)
                                .containsExactly("G119")));
    }

    @TestFactory
    Stream<DynamicTest> look_alikes_are_no_races() {
        return raceFree().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThat(check(entry.getValue())).isEmpty()));
    }

    @Test
    void a_race_among_items_names_node_view_and_lines() {
        Graph graph = Graph.define(
                "step", root -> root.thenParallelFor("shift", RangePolicy.of(N), i -> x.set(i, x.get(i + 1))));
        var where = graph.nodes().get(0).where();
        List<Diagnostic> found =
                check(root -> root.thenParallelFor("shift", RangePolicy.of(N), i -> x.set(i, x.get(i + 1))));
        assertThat(found).hasSize(1);
        int line = where.line() + 3;
        assertThat(found.get(0)).hasToString("""
                G110: node 'shift' (ItemRaceTest.java:%d) of graph 'step' has work items that touch the same element of \
                view 'x' in no fixed order: one reads it (ItemRaceTest.java:%d), another writes it (ItemRaceTest.java:%d).
                      Let each work item change elements of its own, use an atomic, or write into another view.""".formatted(line, line, line));
    }

    @Test
    void an_atomic_and_another_access_have_a_cure_of_their_own() {
        RangePolicy range = RangePolicy.of(N);
        assertThat(check(r -> r.thenParallelFor("k", range, i -> {
                    int old;
                    do {
                        old = counts.get(0);
                    } while (!counts.atomicCompareAndSet(0, old, 2 * old));
                })))
                .singleElement()
                .asString()
                .startsWith("G110: ")
                .contains("one reads it", "another atomically compares and sets it")
                .endsWith("\n      Read it by atomicGet(), or use what the atomic returns.");
        assertThat(check(r -> r.thenParallelFor("k", range, i -> {
                    if (counts.atomicCompareAndSet(index.get(i), 0, 1)) {
                        counts.set(index.get(i), 0);
                    }
                })))
                .extracting(Diagnostic::toString)
                .anyMatch(text -> text.startsWith("G111: ")
                        && text.endsWith("\n      Write it by atomicExchange(), or write into another view."));
        assertThat(check(r -> r.thenParallelFor("k", range, i -> {
                    counts.atomicAdd(0, 1);
                    counts.atomicMax(0, i);
                })))
                .singleElement()
                .asString()
                .contains("has work items that change the same element of view 'counts' in no fixed order: "
                        + "one atomically adds to it (")
                .endsWith("The result may depend on that order.\n      "
                        + "Use one kind of atomic for an element, or a node for each kind.");
    }

    @Test
    void nodes_that_read_by_atomics_and_add_are_in_no_order() {
        assertThat(check(r -> {
                    r.thenParallelFor("k", RangePolicy.of(N), i -> x.set(i, counts.atomicGet(0)));
                    r.thenParallelFor("l", RangePolicy.of(N), i -> counts.atomicAdd(0, 1));
                }))
                .extracting(Diagnostic::code)
                .containsExactly("G102");
    }

    @Test
    void a_promise_of_distinct_writes_is_believed_where_nothing_certain_speaks_against_it() {
        RangePolicy range = RangePolicy.of(N);
        RangeBody scatter = i -> y.set(index.get(i), x.get(i));
        RangeBody promised = (RangeBody & DisjointWrites) i -> y.set(index.get(i), x.get(i));
        RangeBody broken = (RangeBody & DisjointWrites) i -> y.set(0, x.get(i));
        assertThat(check(r -> r.thenParallelFor("k", range, scatter)))
                .extracting(Diagnostic::code)
                .containsExactly("G111");
        assertThat(check(r -> r.thenParallelFor("k", range, promised))).isEmpty();
        assertThat(check(r -> r.thenParallelFor("k", range, broken)))
                .extracting(Diagnostic::code)
                .containsExactly("G110");
    }
}
