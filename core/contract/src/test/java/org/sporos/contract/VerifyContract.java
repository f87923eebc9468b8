package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.error.Coded;
import org.sporos.graph.Access;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Verification;
import org.sporos.graph.Verification.Skipped;
import org.sporos.graph.VerifyOptions;
import org.sporos.param.DoubleParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Verification: equal results are silent, views stay as they are, and what cannot be compared is named. */
abstract class VerifyContract extends Contract {
    private static final int N = 100;
    private static final DoubleView SHARED = DoubleView.of("shared", MemorySpace.host(), N);

    @Test
    void random_graphs_are_verified_in_silence_and_views_stay_as_they_are() {
        verifyRandom(isHost() ? 20 : 3, isHost() ? 20 : 6);
    }

    @Test
    @Tag("full")
    void many_random_graphs_are_verified_in_silence() {
        verifyRandom(200, isHost() ? 30 : 6);
    }

    private void verifyRandom(int programs, int length) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("verified graphs on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < programs; number++) {
            Random random = new Random(seeds.nextLong());
            Program program = Program.random(random, 1 + random.nextInt(length));
            try (ProgramMemory memory = new ProgramMemory(space())) {
                program.graph("before", memory).run(space());
                List<Object> before = contents(memory);
                Verification found = program.graph("random", memory).verify(space());
                assertThat(found.difference())
                        .as("graph %d of seed %d", number, seed)
                        .isEmpty();
                assertThat(contents(memory)).usingRecursiveComparison().isEqualTo(before);
            }
        }
    }

    private static List<Object> contents(ProgramMemory memory) {
        List<Object> all = new ArrayList<>();
        for (DoubleView[] views : List.of(memory.arrays, memory.scalars, memory.mirrors)) {
            for (DoubleView view : views) {
                all.add(view.toArray());
            }
        }
        for (LongView[] views : List.of(memory.longs, memory.totals)) {
            for (LongView view : views) {
                all.add(view.toArray());
            }
        }
        memory.rings.forEach(ring -> all.add(ring.level(0).toArray()));
        return all;
    }

    /** An object whose final fields hold views, as codes have them. */
    private static final class Rod {
        final DoubleView[] levels;
        final DoubleParam dt;
        final Part part;

        private record Part(DoubleView flux, double scale) {}

        Rod(DoubleView[] levels, DoubleView flux, DoubleParam dt) {
            this.levels = levels;
            this.part = new Part(flux, 0.5);
            this.dt = dt;
        }

        Graph step() {
            return Graph.define(
                    "rod",
                    root -> root.thenParallelFor(
                                    "flux", RangePolicy.of(N), i -> part.flux().set(i, part.scale() * levels[0].get(i)))
                            .thenParallelFor(
                                    "level",
                                    RangePolicy.of(N),
                                    i -> levels[1].set(
                                            i,
                                            levels[0].get(i)
                                                    + dt.get() * part.flux().get(i))));
        }
    }

    @Test
    void views_in_fields_of_objects_in_arrays_and_in_records_have_copies() {
        DoubleView a = doubles("a", N);
        DoubleView b = doubles("b", N);
        DoubleView flux = doubles("flux", N);
        a.assign(new Random(1).doubles(N).toArray());
        DoubleParam dt = DoubleParam.of("dt", 0.25);
        Verification found = new Rod(new DoubleView[] {a, b}, flux, dt).step().verify(space());
        assertThat(found.isEqual()).as(found.toString()).isTrue();
        assertThat(found.skipped()).isEmpty();
        assertThat(found.nodes()).isEqualTo(2);
        assertThat(found.elements()).isEqualTo(2L * N);
        assertThat(b.toArray()).containsOnly(0.0);
    }

    @Test
    void boxes_of_rank_4_are_compared() {
        DoubleView x = doubles("x", 3, 4, 5, 6);
        DoubleView sum = doubles("sum");
        MDRangePolicy box = MDRangePolicy.of(3, 4, 5, 6);
        Verification found = Graph.define(
                        "four",
                        root -> root.thenParallelFor("k", box, (i, j, k, l) -> x.set(i, j, k, l, 1.0 / (i + l + 1)))
                                .thenParallelReduce("sum", box, Sum.into(sum, (i, j, k, l) -> x.get(i, j, k, l))))
                .verify(space());
        assertThat(found.isEqual()).as(found.toString()).isTrue();
        assertThat(found.skipped()).isEmpty();
        assertThat(found.elements()).isEqualTo(361);
    }

    @Test
    void memory_of_the_graph_index_sets_and_loops_are_compared() {
        DoubleView x = doubles("x", N);
        DoubleView sum = doubles("sum");
        IntView passes = own(IntView.of("passes", space()));
        Graph body = Graph.define(
                "body",
                root -> root.thenParallelFor("grow", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1))
                        .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> x.get(i))));
        Graph graph = Graph.define("mixed", root -> {
            AllocateNodeRef<DoubleView> inner = root.thenAllocate("inner", DoubleView.spec(N));
            DoubleView t = inner.view();
            NodeRef odd = inner.thenParallelFor("zero", RangePolicy.of(N), i -> t.set(i, 0))
                    .thenParallelFor("odd", IndexSet.of(1, 3, 5), i -> t.set(i, i));
            odd.thenParallelFor("out", RangePolicy.of(N), i -> x.set(i, t.get(i)))
                    .thenFree("end", t)
                    .thenWhile("while", () -> sum.get() < 1000, body, 50, passes);
        });
        Verification found = graph.verify(space());
        assertThat(found.isEqual()).as(found.toString()).isTrue();
        assertThat(found.skipped()).isEmpty();
        assertThat(found.nodes()).isEqualTo(4);
        assertThat(passes.toArray()).containsExactly(0);
    }

    @Test
    void ranges_whose_bounds_are_in_views_are_compared() {
        DoubleView x = doubles("x", N);
        IntView first = ints("first");
        IntView count = ints("count");
        Graph graph = Graph.define(
                "part",
                root -> root.then("count", () -> {
                            first.set(10);
                            count.set(40);
                        })
                        .thenParallelFor("upto", RangePolicy.of(count, N), i -> x.set(i, i))
                        .thenParallelFor("part", RangePolicy.of(first, count, N), i -> x.set(i, x.get(i) + 1)));
        Verification found = graph.verify(space());
        assertThat(found.isEqual()).as(found.toString()).isTrue();
        assertThat(found.skipped()).isEmpty();
        assertThat(found.nodes()).isEqualTo(3);
        assertThat(count.toArray()).containsExactly(0);
    }

    @Test
    void a_space_can_be_the_reference() {
        DoubleView x = doubles("x", N);
        Graph graph =
                Graph.define("one", root -> root.thenParallelFor("fill", RangePolicy.of(N), i -> x.set(i, 1.0 / i)));
        try (ExecutionSpace reference = ExecutionSpaces.open("host,threads=1,kernels=loop")) {
            Verification found = graph.verify(space(), VerifyOptions.DEFAULT.against(reference));
            assertThat(found.toString()).contains(" against host", "all equal");
        }
    }

    @Test
    void functions_of_math_may_differ_by_some_ulps() {
        DoubleView x = doubles("x", N);
        Graph graph = Graph.define(
                "waves", root -> root.thenParallelFor("sin", RangePolicy.of(N), i -> x.set(i, Math.sin(i))));
        assertThat(graph.verify(space(), VerifyOptions.DEFAULT.withUlps(2)).isEqual())
                .isTrue();
        assertThatThrownBy(() -> VerifyOptions.DEFAULT.withUlps(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(((Coded) e).code()).isEqualTo("G160"))
                .hasMessageContaining("-1 ulps");
    }

    @Test
    void what_is_not_compared_is_named_with_its_reason() {
        DoubleView x = doubles("x", N);
        DoubleView sum = doubles("sum");
        List<String> calls = new ArrayList<>();
        DoubleView twin = own(x.mirror());
        Graph graph = Graph.define(
                "rest",
                root -> root.thenHost("save", Access.reads(twin), () -> calls.add("saved"))
                        .thenParallelFor("add", RangePolicy.of(N), i -> sum.atomicAdd(x.get(i)))
                        .thenParallelFor("last", RangePolicy.of(N), i -> x.set(i, sum.get() + i)));
        Verification found = graph.verify(space());
        assertThat(found.isEqual()).as(found.toString()).isTrue();
        assertThat(found.nodes()).isEqualTo(1);
        assertThat(found.skipped())
                .extracting(Skipped::reason)
                .containsExactly(
                        "is Java code of the host, which is not run", "has atomics whose order shows in the result");
        assertThat(found.toString()).contains("1 nodes and 100 elements compared, all equal", "save (VerifyContract");
        assertThat(calls).isEmpty();
    }

    @Test
    void a_node_that_fails_is_a_failure_of_the_verification() {
        DoubleView x = doubles("x", N);
        IntView at = intsOf("at", N);
        Graph graph = Graph.define("fails", root -> root.then("outside", () -> x.set(at.get(0), 1)));
        assertThatThrownBy(() -> graph.verify(space()))
                .isInstanceOf(GraphRunException.class)
                .hasMessageStartingWith("R301: node 'outside' (VerifyContract.java:");
    }

    @Test
    void a_view_in_a_static_field_has_no_copy() {
        assumeTrue(space().canReach(MemorySpace.host()), "graphs of this space cannot reach arrays of Java");
        Graph graph = Graph.define(
                "static", root -> root.thenParallelFor("static", RangePolicy.of(N), i -> SHARED.set(i, i + 1)));
        Verification found = graph.verify(space());
        assertThat(found.nodes()).isZero();
        assertThat(found.skipped())
                .extracting(Skipped::reason)
                .containsExactly("finds a view in a static field, where no copy can stand for it");
        assertThat(SHARED.toArray()).containsOnly(0.0);
    }
}
