package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.MemoryPlan.Use;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

abstract class MemoryPlanContract extends Contract {
    private static final int N = 200_000;
    private static final long BYTES = N * (long) Double.BYTES;

    @TempDir
    Path folder;

    private long taken(long bytes) {
        return space().memorySpace().bytesTaken(bytes);
    }

    /** Three temporaries of which the first and the last have one place, as the first ends before the last begins. */
    private Graph relay(DoubleView x, DoubleView mirror) {
        return Graph.define("relay <&> \"co\"", root -> {
            AllocateNodeRef<DoubleView> first = root.thenAllocate("first", DoubleView.spec(N));
            NodeRef filled = first.thenFill("fill first", first.view(), 1.0);
            AllocateNodeRef<DoubleView> second = filled.thenAllocate("second", DoubleView.spec(N));
            NodeRef ended =
                    second.thenDeepCopy("move", second.view(), first.view()).thenFree("end first", first.view());
            AllocateNodeRef<DoubleView> third = ended.thenAllocate("third", DoubleView.spec(N));
            third.thenDeepCopy("move again", third.view(), second.view())
                    .thenDeepCopy("out", x, third.view())
                    .thenDeepCopy("to host", mirror, x)
                    .thenFree("end second", second.view());
        });
    }

    @Test
    void a_plan_tells_views_mirrors_temporaries_with_their_lives_and_who_shares_a_place() throws Exception {
        DoubleView x = doubles("x", N);
        DoubleView mirror = own(x.mirror());
        MemoryPlan plan = relay(x, mirror).memoryPlan(space());
        assertThat(plan.steps())
                .extracting(node -> node.label())
                .containsExactly(
                        "first",
                        "fill first",
                        "second",
                        "move",
                        "end first",
                        "third",
                        "move again",
                        "out",
                        "to host",
                        "end second");
        List<MemoryPlan.Block> temporaries = plan.blocks().stream()
                .filter(block -> block.use() == Use.TEMPORARY)
                .toList();
        assertThat(temporaries)
                .extracting(block -> block.label() + " " + block.first() + " to " + block.last())
                .containsExactly("first 0 to 4", "second 2 to 9", "third 5 to 9");
        assertThat(plan.sharing(temporaries.get(0))).containsExactly(temporaries.get(2));
        assertThat(plan.sharing(temporaries.get(1))).isEmpty();
        Use ofMirror = mirror.allocation().space().isPinned() ? Use.MIRROR : Use.VIEW;
        assertThat(plan.blocks())
                .filteredOn(block -> block.use() == ofMirror && block.label().equals(mirror.label()))
                .anySatisfy(block ->
                        assertThat(block.space()).isSameAs(mirror.allocation().space()));
        assertThat(plan.sum() - plan.held()).isEqualTo(taken(BYTES));
        assertThat(plan.peak()).isEqualTo(plan.held());
        assertThat(plan.missing()).isBetween(2 * taken(BYTES), 2 * taken(BYTES) + 4096);
        assertThat(plan.free()).isPositive();
        assertThat(plan.toString())
                .contains("memory of graph 'relay <&> \"co\"' on " + space().name() + ": ")
                .contains("place 0, steps 0 to 4 ('first' to 'end first'), shared with 'third'");
        Path file = folder.resolve("memory.svg");
        plan.svg(file);
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(Files.readAllBytes(file)))
                        .getElementsByTagName("rect")
                        .getLength())
                .isGreaterThan(5);
    }

    @Test
    void a_graph_that_needs_more_than_there_is_is_refused_before_it_takes_any() {
        DoubleView x = doubles("x");
        Graph graph = Graph.define("too \"large\"", root -> {
            for (int k = 0; k < 40; k++) {
                AllocateNodeRef<DoubleView> part = root.thenAllocate("part " + k, DoubleView.spec(1L << 30));
                part.thenFill("use", part.view(), 1.0);
            }
            root.thenFill("x", x, 1.0);
        });
        MemoryPlan plan = graph.memoryPlan(space());
        assertThat(plan.missing()).isGreaterThanOrEqualTo(40L << 33).isGreaterThan(plan.free());
        long before = space().memorySpace().statistics().bytesInUse();
        OutOfMemoryException refused =
                catchThrowableOfType(OutOfMemoryException.class, () -> graph.instantiate(space()));
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("S256");
        assertThat(refused)
                .hasMessageMatching("S256: graph 'too \"large\"' needs 320 GiB in .+ besides its views, and .+ are"
                        + " free; 320 GiB are for memory of thenAllocate: free some earlier with thenFree, so that"
                        + " others have its place, or close views and executables that are no longer needed"
                        + " \\(graph.memoryPlan\\(space\\) lists all\\)");
        assertThat(space().memorySpace().statistics().bytesInUse()).isEqualTo(before);
    }

    @Test
    void the_memory_of_the_levels_of_a_ring_counts_once() {
        ViewRing<DoubleView> u = ViewRing.of(3, j -> doubles("u" + j, N));
        Graph graph = Graph.define(
                "step",
                root -> root.thenDeepCopy("copy", u.level(1), u.level(0)).thenAdvance("turn", u));
        assertThat(graph.memoryPlan(space()).blocks())
                .filteredOn(block -> block.use() == Use.VIEW)
                .extracting(block -> block.label() + " " + block.bytes())
                .containsExactlyInAnyOrder("u0 " + taken(BYTES), "u1 " + taken(BYTES), "u2 " + taken(BYTES));
    }

    @Test
    void a_plan_is_refused_as_the_graph_is() {
        DoubleView x = doubles("x");
        Graph race = Graph.define("race", root -> {
            root.then("one", () -> x.set(1));
            root.then("two", () -> x.set(2));
        });
        assertThatThrownBy(() -> race.memoryPlan(space()))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("G102");
        try (var closed = ExecutionSpaces.open(spec())) {
            closed.close();
            Graph nothing = Graph.define("nothing", root -> {});
            assertThatThrownBy(() -> nothing.memoryPlan(closed)).hasMessageStartingWith("S217");
        }
    }

    @Test
    void what_is_planned_is_what_is_taken() {
        compare(isHost() ? 20 : 3);
    }

    @Test
    @Tag("full")
    void what_is_planned_of_many_graphs_is_what_is_taken() {
        compare(100);
    }

    private void compare(int graphs) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("memory plans on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < graphs; number++) {
            compare(new Random(seeds.nextLong()), "graph " + number + " of seed " + seed);
        }
    }

    /** A random program, whose views are made in between, and then temporaries around it. */
    private void compare(Random random, String what) {
        space().fence();
        MemorySpace own = space().memorySpace();
        Set<MemorySpace> spaces = new LinkedHashSet<>(List.of(own, own.mirrorSpace()));
        long[] before = spaces.stream()
                .mapToLong(memory -> memory.statistics().bytesInUse())
                .toArray();
        Program program = Program.random(random, 1 + random.nextInt(20));
        try (ProgramMemory memory = new ProgramMemory(space())) {
            Graph inner = program.graph("program", memory);
            // All of its views are used, so that all are in the plan.
            Graph graph = Graph.define("random", root -> {
                NodeRef touched = memory.touch(root);
                temporaries(touched, random).thenGraph("program", inner);
            });
            MemoryPlan plan = graph.memoryPlan(space());
            try (ExecutableGraph exec = graph.instantiate(space())) {
                run(exec);
                int k = 0;
                for (MemorySpace one : spaces) {
                    long inside = one == own && plan.isPlacedByDevice() ? temporaries(plan) : 0;
                    assertThat(one.statistics().bytesInUse() - before[k++])
                            .as("%s in %s:%n%s", what, one, plan)
                            .isEqualTo(plan.held(one) - inside);
                }
            }
        }
    }

    /** Returns what the device takes of its own memory for graphs, which no statistics of the space count. */
    private static long temporaries(MemoryPlan plan) {
        long scratch = plan.blocks().stream()
                .filter(block -> block.use() == Use.SCRATCH && !block.space().isPinned())
                .mapToLong(MemoryPlan.Block::bytes)
                .sum();
        return plan.missing() - scratch;
    }

    /** Allocates, fills and frees memory of random sizes; some is never freed. */
    private static NodeRef temporaries(NodeRef after, Random random) {
        List<DoubleView> open = new ArrayList<>();
        NodeRef last = after;
        for (int k = random.nextInt(12); k > 0; k--) {
            if (!open.isEmpty() && random.nextInt(3) > 0) {
                last = last.thenFree("free", open.remove(random.nextInt(open.size())));
            }
            int size = random.nextInt(3) == 0 ? 1 + random.nextInt(300_000) : 1 + random.nextInt(300);
            AllocateNodeRef<DoubleView> made = last.thenAllocate("temporary " + k, DoubleView.spec(size));
            open.add(made.view());
            last = made.thenFill("fill", made.view(), 1.0);
        }
        return last;
    }

    @Test
    void a_range_over_temporaries_is_planned_without_a_run() throws IOException {
        DoubleView x = doubles("x", 10);
        Graph graph = Graph.define("g", root -> {
            AllocateNodeRef<DoubleView> t = root.thenAllocate("t", DoubleView.spec(10));
            DoubleView temp = t.view();
            t.thenParallelFor("use", RangePolicy.of(10), i -> x.set(i, temp.get(i) + 1));
        });
        MemoryPlan plan = graph.memoryPlan(space());
        assertThat(plan.graph()).isSameAs(graph);
        assertThat(x.toArray()).containsOnly(0);
        assertThat(plan.blocks()).extracting(MemoryPlan.Block::use).contains(Use.VIEW, Use.TEMPORARY);
    }
}
