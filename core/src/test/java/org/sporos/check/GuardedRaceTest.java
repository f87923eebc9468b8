package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.IntParam;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Accesses that guards, remainders and parities keep apart, and the same with a mistake, at ranges of all sizes. */
class GuardedRaceTest {
    private static final int[] SIZES = {10, 64, 1000, 3000, 1_000_000, 1_000_000_000};
    private static final int[] SIDES = {10, 48, 3000, 30_000};

    private final IntParam which = IntParam.of("which", 1).within(0, 8);
    private final IntParam mask = IntParam.of("mask", 1);

    /** Adds one node to a graph. */
    private interface Flat {
        void in(NodeRef after, DoubleView b, int n);
    }

    /** Makes a body over a flat view. */
    private interface Loop {
        RangeBody of(DoubleView b, int n);
    }

    private static void loop(Map<String, Flat> all, String label, Loop loop) {
        all.put(label, (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(n), loop.of(b, n)));
    }

    /** Views inside of a graph have a size and no memory. */
    private static List<Diagnostic> check(Flat flat, int n, long... extents) {
        Graph graph = Graph.define("step", root -> {
            AllocateNodeRef<DoubleView> allocate = root.thenAllocate("b", DoubleView.spec(extents));
            flat.in(allocate, allocate.view(), n);
        });
        KernelIndex kernels = KernelIndex.of(graph);
        assertThat(kernels.problems()).isEmpty();
        return GraphCheck.of(graph, GraphEffects.of(CapturedGraph.of(graph)), TestTarget.host(), kernels);
    }

    private Map<String, Flat> apart() {
        Map<String, Flat> all = new LinkedHashMap<>();
        loop(all, "a ring is read", (b, n) -> i -> b.set(n + i, b.get((i + 1) % n)));
        loop(all, "a ring is read backwards", (b, n) -> i -> b.set(n + i, b.get((i + n - 1) % n)));
        loop(all, "a floored ring", (b, n) -> i -> b.set(n + i, b.get(Math.floorMod(i - 1, n))));
        loop(all, "the last is its own neighbour", (b, n) -> i -> b.set(n + i, b.get(Math.min(i + 1, n - 1))));
        loop(all, "the first is its own neighbour", (b, n) -> i -> b.set(n + i, b.get(Math.max(i - 1, 0))));
        loop(all, "a ring by a ternary", (b, n) -> i -> b.set(n + i, b.get(i + 1 < n ? i + 1 : 0)));
        loop(all, "a ring by an if", (b, n) -> i -> {
            int next = i + 1;
            if (next == n) {
                next = 0;
            }
            b.set(n + i, b.get(next));
        });
        all.put(
                "a mirror by the absolute value",
                (r, b, n) ->
                        r.thenParallelFor("k", RangePolicy.of(-n, 0), i -> b.set(n + Math.abs(i) - 1, b.get(-1 - i))));
        all.put(
                "even reads odd",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(1, n - 1), i -> {
                    if (i % 2 == 0) {
                        b.set(i, b.get(i - 1) + b.get(i + 1));
                    }
                }));
        all.put(
                "odd reads even by a bit",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(1, n - 1), i -> {
                    if ((i & 1) == 1) {
                        b.set(i, b.get(i - 1) + b.get(i + 1));
                    }
                }));
        all.put(
                "swapped pairs",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(n / 2), i -> {
                    double kept = b.get(2 * i);
                    b.set(2 * i, b.get(2 * i + 1));
                    b.set(2 * i + 1, kept);
                }));
        loop(all, "reversed in place by half of the items", (b, n) -> i -> {
            if (i < n - 1 - i) {
                double kept = b.get(i);
                b.set(i, b.get(n - 1 - i));
                b.set(n - 1 - i, kept);
            }
        });
        for (int j : new int[] {1, 4, 6}) {
            loop(all, "partners by xor " + j, (b, n) -> i -> {
                int l = i ^ j;
                if (l > i) {
                    double kept = b.get(i);
                    b.set(i, b.get(l));
                    b.set(l, kept);
                }
            });
        }
        loop(all, "partners by xor with a bit of their number", (b, n) -> i -> {
            if ((i & 8) == 0) {
                double kept = b.get(i);
                b.set(i, b.get(i | 8));
                b.set(i | 8, kept);
            }
        });
        loop(all, "partners by xor with a param", (b, n) -> i -> {
            int l = i ^ mask.get();
            if (l > i && l < n) {
                double kept = b.get(i);
                b.set(i, b.get(l));
                b.set(l, kept);
            }
        });
        loop(all, "a stage of a bitonic sort", (b, n) -> i -> {
            int l = i ^ 4;
            if (l > i && l < n) {
                boolean up = (i & 16) == 0;
                if (up ? b.get(i) > b.get(l) : b.get(i) < b.get(l)) {
                    double kept = b.get(i);
                    b.set(i, b.get(l));
                    b.set(l, kept);
                }
            }
        });
        all.put(
                "halves by a switch",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(n - 1), i -> {
                    switch (i % 3) {
                        case 0 -> b.set(i, b.get(i + 1));
                        case 1 -> b.set(n + i, 1);
                        default -> b.set(n + i, 2);
                    }
                }));
        all.put(
                "long indexes, parity",
                (r, b, n) -> r.thenParallelFor("k", LongRangePolicy.of(1, n - 1), i -> {
                    if (i % 2 == 0) {
                        b.set(i, b.get(i - 1) + b.get(i + 1));
                    }
                }));
        return all;
    }

    private Map<String, Flat> apartInBoxes() {
        Map<String, Flat> all = new LinkedHashMap<>();
        all.put("Floyd and Warshall", (r, a, n) -> {
            int k = n / 2;
            r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                if (i != k && j != k) {
                    a.set(i, j, Math.min(a.get(i, j), a.get(i, k) + a.get(k, j)));
                }
            });
        });
        all.put(
                "Floyd and Warshall with a param",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                    int k = which.get();
                    if (i != k && j != k) {
                        a.set(i, j, Math.min(a.get(i, j), a.get(i, k) + a.get(k, j)));
                    }
                }));
        all.put("elimination below a pivot", (r, a, n) -> {
            int k = n / 2;
            r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                if (i > k && j > k) {
                    a.set(i, j, a.get(i, j) - a.get(i, k) * a.get(k, j));
                }
            });
        });
        all.put(
                "transposition in place",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                    if (i < j) {
                        double kept = a.get(i, j);
                        a.set(i, j, a.get(j, i));
                        a.set(j, i, kept);
                    }
                }));
        all.put(
                "the upper triangle mirrors the lower",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                    if (j > i) {
                        a.set(i, j, a.get(j, i));
                    }
                }));
        for (int c = 0; c < 2; c++) {
            int color = c;
            all.put(
                    "red and black, " + c,
                    (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n - 2, n - 2), (i, j) -> {
                        if ((i + j) % 2 == color) {
                            a.set(
                                    i + 1,
                                    j + 1,
                                    a.get(i, j + 1) + a.get(i + 2, j + 1) + a.get(i + 1, j) + a.get(i + 1, j + 2));
                        }
                    }));
        }
        all.put(
                "red and black by a bit",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n - 2, n - 2), (i, j) -> {
                    if (((i ^ j) & 1) == 0) {
                        a.set(i + 1, j + 1, a.get(i, j + 1) + a.get(i + 1, j));
                    }
                }));
        all.put(
                "red and black with a param",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n - 2, n - 2), (i, j) -> {
                    if ((i + j + which.get()) % 2 == 0) {
                        a.set(i + 1, j + 1, a.get(i, j + 1) + a.get(i + 1, j));
                    }
                }));
        all.put(
                "red and black, a row for each item",
                (r, a, n) -> r.thenParallelFor("k", RangePolicy.of(1, n - 1), i -> {
                    for (int j = 1 + i % 2; j < n - 1; j += 2) {
                        a.set(i, j, a.get(i - 1, j) + a.get(i + 1, j) + a.get(i, j - 1) + a.get(i, j + 1));
                    }
                }));
        all.put(
                "a periodic row is read",
                (r, a, n) -> r.thenParallelFor("k", RangePolicy.of(n), i -> a.set(1, i, a.get(0, (i + 1) % n))));
        return all;
    }

    private Map<String, Flat> meeting() {
        Map<String, Flat> all = new LinkedHashMap<>();
        loop(all, "a ring that is one too long", (b, n) -> i -> b.set(n + i, b.get((i + 1) % (n + 1))));
        loop(all, "no last", (b, n) -> i -> b.set(n + i, b.get(Math.min(i + 1, n))));
        loop(all, "a ternary that is one too late", (b, n) -> i -> b.set(n + i, b.get(i < n ? i + 1 : 0)));
        all.put(
                "even reads even",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(2, n - 1), i -> {
                    if (i % 2 == 0) {
                        b.set(i, b.get(i - 2) + b.get(i + 1));
                    }
                }));
        all.put(
                "one item breaks the parity",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(1, n - 1), i -> {
                    if (i % 2 == 0 || i == 3) {
                        b.set(i, b.get(i - 1) + b.get(i + 1));
                    }
                }));
        loop(all, "partners by xor, both of them", (b, n) -> i -> {
            int l = i ^ 4;
            double kept = b.get(i);
            b.set(i, b.get(l));
            b.set(l, kept);
        });
        loop(all, "partners by xor, the first with more", (b, n) -> i -> {
            int l = i ^ 4;
            if (l > i || i == 6) {
                double kept = b.get(i);
                b.set(i, b.get(l));
                b.set(l, kept);
            }
        });
        loop(all, "partners by or", (b, n) -> i -> {
            int l = i | 4;
            if (l > i) {
                b.set(l, b.get(i + 4) + b.get(l + 1));
            }
        });
        loop(all, "a middle that two items share", (b, n) -> i -> {
            if (i < n - i) {
                b.set(i, b.get(n - i));
                b.set(n - i, b.get(i + 1));
            }
        });
        return all;
    }

    private Map<String, Flat> meetingInBoxes() {
        Map<String, Flat> all = new LinkedHashMap<>();
        all.put("Floyd and Warshall without the guard of columns", (r, a, n) -> {
            int k = n / 2;
            r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                if (i != k) {
                    a.set(i, j, Math.min(a.get(i, j), a.get(i, k) + a.get(k, j)));
                }
            });
        });
        all.put("Floyd and Warshall with an or", (r, a, n) -> {
            int k = n / 2;
            r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                if (i != k || j != k) {
                    a.set(i, j, Math.min(a.get(i, j), a.get(i, k) + a.get(k, j)));
                }
            });
        });
        all.put(
                "transposition in place, a diagonal too far",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                    if (i <= j + 1) {
                        double kept = a.get(i, j);
                        a.set(i, j, a.get(j, i));
                        a.set(j, i, kept);
                    }
                }));
        all.put(
                "red and black with the corners",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n - 2, n - 2), (i, j) -> {
                    if ((i + j) % 2 == 0) {
                        a.set(i + 1, j + 1, a.get(i, j) + a.get(i + 2, j + 1));
                    }
                }));
        all.put(
                "red and black by three",
                (r, a, n) -> r.thenParallelFor("k", MDRangePolicy.of(n - 2, n - 2), (i, j) -> {
                    if ((i + j) % 3 != 0) {
                        a.set(i + 1, j + 1, a.get(i, j + 1));
                    }
                }));
        return all;
    }

    /** Two nodes without an order between them. */
    private Map<String, Flat> nodesApart() {
        Map<String, Flat> all = new LinkedHashMap<>();
        all.put("even and odd", (r, b, n) -> {
            r.thenParallelFor("even", RangePolicy.of(n), i -> {
                if (i % 2 == 0) {
                    b.set(i, 1);
                }
            });
            r.thenParallelFor("odd", RangePolicy.of(n), i -> {
                if (i % 2 != 0) {
                    b.set(i, 2);
                }
            });
        });
        all.put("below a param and from it on", (r, b, n) -> {
            r.thenParallelFor("below", RangePolicy.of(n), i -> {
                if (i < which.get()) {
                    b.set(i, 1);
                }
            });
            r.thenParallelFor("above", RangePolicy.of(n), i -> {
                if (i >= which.get()) {
                    b.set(i, b.get(i) + 1);
                }
            });
        });
        all.put("all but one, and that one", (r, b, n) -> {
            int k = n / 2;
            r.thenParallelFor("others", RangePolicy.of(n), i -> {
                if (i != k) {
                    b.set(i, b.get(k));
                }
            });
            r.then("one", () -> b.set(n + k, b.get(k)));
        });
        return all;
    }

    private Map<String, Flat> nodesMeeting() {
        Map<String, Flat> all = new LinkedHashMap<>();
        all.put("even and every third", (r, b, n) -> {
            r.thenParallelFor("even", RangePolicy.of(n), i -> {
                if (i % 2 == 0) {
                    b.set(i, 1);
                }
            });
            r.thenParallelFor("third", RangePolicy.of(n), i -> {
                if (i % 3 == 1) {
                    b.set(i, 2);
                }
            });
        });
        all.put("up to a param and from it on", (r, b, n) -> {
            r.thenParallelFor("below", RangePolicy.of(n), i -> {
                if (i <= which.get()) {
                    b.set(i, 1);
                }
            });
            r.thenParallelFor("above", RangePolicy.of(n), i -> {
                if (i >= which.get()) {
                    b.set(i, b.get(i) + 1);
                }
            });
        });
        all.put("behind many that are apart", (r, b, n) -> {
            for (int k = 0; k < 100; k++) {
                int rest = k;
                r.thenParallelFor("rest " + k, RangePolicy.of(n), i -> {
                    if (i % 100 == rest) {
                        b.set(i, 1);
                    }
                });
            }
            r.thenParallelFor("again", RangePolicy.of(n), i -> {
                if (i % 200 == 7) {
                    b.set(i, 2);
                }
            });
        });
        return all;
    }

    /** Triangles of n rows, packed into a view of rank 1. */
    private Map<String, Flat> triangles() {
        Map<String, Flat> all = new LinkedHashMap<>();
        all.put(
                "a packed triangle",
                (r, b, n) -> r.thenParallelFor("k", MDRangePolicy.of(n, n), (i, j) -> {
                    if (j <= i) {
                        b.set(i * (i + 1) / 2 + j, j);
                    }
                }));
        loop(all, "a packed triangle, a row for each item", (b, n) -> i -> {
            for (int j = 0; j <= i; j++) {
                b.set(i * (i + 1) / 2 + j, j);
            }
        });
        all.put("squares", (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(n / 2), i -> b.set(i * i, b.get(i * i))));
        return all;
    }

    private Map<String, Flat> overlappingTriangles() {
        Map<String, Flat> all = new LinkedHashMap<>();
        all.put(
                "a packed triangle with one element too many in each row",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(n - 1), i -> {
                    for (int j = 0; j <= i + 1; j++) {
                        b.set(i * (i + 1) / 2 + j, j);
                    }
                }));
        all.put(
                "squares and their neighbours",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(n / 2), i -> b.set(i * i, b.get(i * i + 1))));
        all.put(
                "squares of both signs",
                (r, b, n) -> r.thenParallelFor("k", RangePolicy.of(-n / 2, n / 2), i -> b.set(i * i, i)));
        return all;
    }

    private Stream<DynamicTest> triangles(Map<String, Flat> all, boolean race) {
        List<DynamicTest> tests = new ArrayList<>();
        for (int n : SIDES) {
            all.forEach((name, flat) -> tests.add(test(name, flat, n, race, n * (n + 1L) / 2)));
        }
        return tests.stream();
    }

    private Stream<DynamicTest> flat(Map<String, Flat> all, boolean race) {
        List<DynamicTest> tests = new ArrayList<>();
        for (int n : SIZES) {
            all.forEach((name, flat) -> tests.add(test(name, flat, n, race, 2L * n)));
        }
        return tests.stream();
    }

    private Stream<DynamicTest> boxes(Map<String, Flat> all, boolean race) {
        List<DynamicTest> tests = new ArrayList<>();
        for (int n : SIDES) {
            all.forEach((name, flat) -> tests.add(test(name, flat, n, race, n, n)));
        }
        return tests.stream();
    }

    private static DynamicTest test(String name, Flat flat, int n, boolean race, long... extents) {
        return DynamicTest.dynamicTest(name + ", n = " + n, () -> {
            List<Diagnostic> found = check(flat, n, extents).stream()
                    .filter(violation -> Set.of("G102", "G108", "G110", "G111").contains(violation.code()))
                    .toList();
            assertThat(!found.isEmpty()).as("%s", found).isEqualTo(race);
        });
    }

    @TestFactory
    Stream<DynamicTest> guards_and_remainders_keep_items_apart_at_any_size() {
        return flat(apart(), false);
    }

    @TestFactory
    Stream<DynamicTest> guards_and_remainders_keep_items_of_boxes_apart_at_any_size() {
        return boxes(apartInBoxes(), false);
    }

    @TestFactory
    Stream<DynamicTest> a_mistake_in_a_guard_or_remainder_is_found_at_any_size() {
        return flat(meeting(), true);
    }

    @TestFactory
    Stream<DynamicTest> a_mistake_in_the_guard_of_a_box_is_found_at_any_size() {
        return boxes(meetingInBoxes(), true);
    }

    @TestFactory
    Stream<DynamicTest> guards_keep_nodes_apart_at_any_size() {
        return flat(nodesApart(), false);
    }

    @TestFactory
    Stream<DynamicTest> nodes_whose_guards_overlap_are_found_at_any_size() {
        return flat(nodesMeeting(), true);
    }

    @TestFactory
    Stream<DynamicTest> rows_of_packed_triangles_are_apart_at_any_size() {
        return triangles(triangles(), false);
    }

    @TestFactory
    Stream<DynamicTest> rows_of_packed_triangles_that_overlap_are_found_at_any_size() {
        return triangles(overlappingTriangles(), true);
    }
}
