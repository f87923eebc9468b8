package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Node;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.graph.Task;
import org.sporos.param.DoubleParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.render.Dot;
import org.sporos.render.Mermaid;
import org.sporos.render.Svg;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** One graph whose nodes run on several spaces of a kind. */
public abstract class SeveralSpacesContract {
    /** What {@link #launches} is where one native graph has nodes of all devices. */
    protected static final String ONE_LAUNCH = "child graphs of one native graph, which is one launch\n";

    private static final int N = 1000;

    private ExecutionSpace one;
    private ExecutionSpace two;

    /** Opens two or more spaces of one kind. */
    protected abstract List<ExecutionSpace> open();

    /** Returns what an explanation says of the launches of a run. */
    protected String launches() {
        return "each a launch of its own; events order parts of different spaces\n";
    }

    /** Opens all devices of a kind, and skips the test without any. */
    protected static List<ExecutionSpace> devices(String kind) {
        Spaces.shared(kind);
        return ExecutionSpaces.all(kind);
    }

    @BeforeEach
    void openAll() {
        List<ExecutionSpace> all = open();
        if (all.size() < 2) {
            all.forEach(ExecutionSpace::close);
        }
        assumeTrue(all.size() > 1, "there is one device");
        one = all.get(0);
        two = all.get(1);
        all.subList(2, all.size()).forEach(ExecutionSpace::close);
    }

    @AfterEach
    void close() {
        for (ExecutionSpace space : one == null ? List.<ExecutionSpace>of() : List.of(one, two)) {
            space.fence();
            // Tests of other classes may leave arrays in the memory of the host, which all plain host spaces share.
            if (space.memorySpace() != MemorySpace.host()) {
                assertThat(space.memorySpace().statistics().liveAllocations())
                        .as("live allocations of %s", space)
                        .isZero();
            }
            space.close();
        }
    }

    /** A chain over both spaces: each stage reads the result of the other one by a copy node. */
    private static Graph chain(
            ExecutionSpace first, ExecutionSpace other, DoubleView a, DoubleView b, DoubleView copy, DoubleView sum) {
        return Graph.define("chain", root -> {
            NodeRef set =
                    root.on(first).thenParallelFor("grow", RangePolicy.of(N), i -> a.set(i, Math.sqrt(a.get(i) + i)));
            NodeRef sent = set.on(other).thenDeepCopy("send", copy, a);
            NodeRef added = sent.thenParallelFor(
                            "mix", RangePolicy.of(N), i -> b.set(i, 0.3 * b.get(i) + copy.get(N - 1 - i)))
                    .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> b.get(i) / 3));
            added.on(first).thenDeepCopy("back", a, b);
        });
    }

    private double[] chained(ExecutionSpace first, ExecutionSpace other) {
        try (DoubleView a = DoubleView.of("a", first, N);
                DoubleView b = DoubleView.of("b", other, N);
                DoubleView copy = DoubleView.of("copy", other, N);
                DoubleView sum = DoubleView.of("sum", other);
                ExecutableGraph exec = chain(first, other, a, b, copy, sum).instantiate(first)) {
            for (int run = 0; run < 20; run++) {
                exec.submit();
            }
            double[] all = a.toArray();
            all[0] += sum.read();
            first.fence();
            return all;
        }
    }

    @Test
    void a_graph_over_two_spaces_has_the_bits_of_one() {
        assertThat(chained(one, two)).isEqualTo(chained(one, one));
        assertThat(chained(two, one)).isEqualTo(chained(one, one));
    }

    /** A random program over views of both spaces, in an order that only its edges fix. */
    private double[] randomRun(long seed, ExecutionSpace first, ExecutionSpace other, int runs) {
        List<ExecutionSpace> spaces = List.of(first, other);
        List<DoubleView> views = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            views.add(DoubleView.of("v" + k, spaces.get(k % 2), 64));
        }
        Graph graph = Graph.define("random", root -> {
            Random random = new Random(seed);
            List<List<NodeRef>> users = new ArrayList<>();
            views.forEach(view -> users.add(new ArrayList<>()));
            for (int k = 0; k < 30; k++) {
                int to = random.nextInt(6);
                int from = random.nextInt(6);
                int number = k;
                DoubleView target = views.get(to);
                DoubleView source = views.get(from);
                List<NodeRef> before = new ArrayList<>(users.get(to));
                before.addAll(users.get(from));
                NodeRef after = (before.isEmpty() ? root : Graph.whenAll(before)).on(spaces.get(to % 2));
                NodeRef node;
                if (to != from && to % 2 == from % 2 && random.nextBoolean()) {
                    node = after.thenParallelFor(
                            "mix " + k, 64, i -> target.set(i, 0.5 * target.get(i) + source.get(63 - i) / 3 + number));
                } else if (to != from && to % 2 != from % 2) {
                    node = after.on(spaces.get(random.nextInt(2))).thenDeepCopy("copy " + k, target, source);
                } else {
                    node = after.thenParallelFor("own " + k, 64, i -> target.set(i, target.get(i) / 7 + i * number));
                }
                users.get(to).clear();
                users.get(to).add(node);
                users.get(from).add(node);
            }
        });
        try (ExecutableGraph exec = graph.instantiate(first)) {
            for (int run = 0; run < runs; run++) {
                exec.submit();
            }
            first.fence();
            return views.stream()
                    .flatMapToDouble(view -> Arrays.stream(view.toArray()))
                    .toArray();
        } finally {
            views.forEach(DoubleView::close);
        }
    }

    @Test
    void random_graphs_have_the_bits_of_one_space() {
        for (long seed = 1; seed <= 8; seed++) {
            assertThat(randomRun(seed, one, two, 5)).as("seed %d", seed).isEqualTo(randomRun(seed, one, one, 5));
        }
    }

    @Test
    void halos_move_by_copy_nodes_beside_inner_points() {
        int half = N / 2;
        double[] whole = new double[N + 2];
        try (ViewRing<DoubleView> left = ViewRing.of(2, j -> DoubleView.of("left" + j, one, half + 2));
                ViewRing<DoubleView> right = ViewRing.of(2, j -> DoubleView.of("right" + j, two, half + 2))) {
            Graph begin = Graph.define("begin", root -> {
                DoubleView u = left.level(0);
                DoubleView v = right.level(0);
                root.thenParallelFor("left", RangePolicy.of(1, half + 1), i -> u.set(i, i * i % 17));
                root.on(two).thenParallelFor("right", RangePolicy.of(1, half + 1), i -> {
                    int at = half + i;
                    v.set(i, at * at % 17);
                });
            });
            begin.run(one);
            for (int i = 1; i <= N; i++) {
                whole[i] = i * i % 17;
            }
            Graph step = Graph.define("step", root -> {
                DoubleView u = left.level(0);
                DoubleView v = right.level(0);
                NodeRef ofLeft = part(root.on(one), u, left.level(1), u, half + 1, v, 1, half);
                NodeRef ofRight = part(root.on(two), v, right.level(1), v, 0, u, half, half);
                Graph.whenAll(ofLeft, ofRight).thenAdvance("left", left).on(two).thenAdvance("right", right);
            });
            try (ExecutableGraph exec = step.instantiate(one)) {
                for (int run = 0; run < 12; run++) {
                    exec.submit();
                    double[] next = whole.clone();
                    for (int i = 1; i <= N; i++) {
                        next[i] = whole[i] + 0.2 * (whole[i - 1] - 2 * whole[i] + whole[i + 1]);
                    }
                    whole = next;
                }
                one.fence();
            }
            double[] both = new double[N + 2];
            System.arraycopy(left.level(0).toArray(), 1, both, 1, half);
            System.arraycopy(right.level(0).toArray(), 1, both, half + 1, half);
            assertThat(both).isEqualTo(whole);
        }
    }

    private static NodeRef part(
            NodeRef root, DoubleView u, DoubleView to, DoubleView halo, int at, DoubleView from, int there, int n) {
        NodeRef inner = root.thenParallelFor("inner", RangePolicy.of(2, n), i -> to.set(i, next(u, i)));
        NodeRef border = root.thenDeepCopy(
                        "halo", halo.subview(Slice.range(at, at + 1)), from.subview(Slice.range(there, there + 1)))
                .thenParallelFor("first", RangePolicy.of(1, 2), i -> to.set(i, next(u, i)))
                .thenParallelFor("last", RangePolicy.of(n, n + 1), i -> to.set(i, next(u, i)));
        return Graph.whenAll(inner, border);
    }

    private static double next(DoubleView u, int i) {
        return u.get(i) + 0.2 * (u.get(i - 1) - 2 * u.get(i) + u.get(i + 1));
    }

    @Test
    void a_node_names_the_space_of_its_successors() {
        try (DoubleView a = DoubleView.of("a", one, N);
                DoubleView b = DoubleView.of("b", two, N)) {
            Graph inner = Graph.define("inner", root -> root.thenFill("five", b, 5));
            Graph graph = Graph.define("g", root -> {
                NodeRef x = root.thenFill("x", a, 1);
                NodeRef y = root.on(two).thenFill("y", b, 2);
                NodeRef z = y.then(Task.fill("z", b, 3));
                Graph.whenAll(y, z).thenFill("both", b, 4).thenGraph("nested", inner);
                Graph.whenAll(x, z).thenFill("mixed", a, 6);
            });
            List<ExecutionSpace> named = graph.nodes().stream().map(Node::space).toList();
            assertThat(named).containsExactly(null, two, two, null, two, two, null, null);
            assertThat(graph.nodes().get(1)).hasToString("#1 y fill 'b' on " + two.name());
            assertThat(Dot.of(graph))
                    .contains("fill 'b' on " + two.name())
                    .contains(
                            "  subgraph cluster2 {\n    graph [label=\"" + two.name() + "\", style=\"rounded,dashed\"")
                    .contains("    n1;\n    n2;\n    n4;\n    n5;\n  }\n");
            assertThat(Mermaid.of(graph))
                    .contains("  subgraph c2[\"" + two.name() + "\"]\n    n1\n    n2\n    n4\n    n5\n  end\n");
            assertThat(Svg.of(graph)).contains("on " + two.name());
            try (ExecutableGraph exec = graph.instantiate(one)) {
                assertThat(exec.graph()).isSameAs(graph);
                assertThat(exec.space()).isSameAs(one);
                assertThat(exec.explain())
                        .contains(
                                "graph 'g' in 3 parts, " + launches(),
                                "part 0 on " + one.name(),
                                "part 1 on " + two.name() + ":")
                        .contains("part 2 on " + one.name() + " after 1");
                exec.submitTracked().await();
            }
            assertThat(a.toArray()).containsOnly(6);
            assertThat(b.toArray()).containsOnly(5);
        }
    }

    @Test
    void params_streams_index_sets_and_loops_work_as_on_one_space() {
        DoubleParam step = DoubleParam.of("step", 1);
        try (DoubleView a = DoubleView.of("a", one, N);
                DoubleView b = DoubleView.of("b", two, N);
                IntView count = IntView.of("count", two);
                ExecutionStream side = one.stream("side")) {
            Graph body = Graph.define("body", root -> root.then("count", () -> count.set(count.get() + 1)));
            IndexSet some = IndexSet.of(3, 5, 8);
            Graph graph = Graph.define("g", root -> {
                NodeRef added = root.thenParallelFor("add", RangePolicy.of(N), i -> a.set(i, a.get(i) + step.get()));
                added.on(two)
                        .thenDeepCopy("fetch", b, a)
                        .thenParallelFor("some", some, i -> b.set(i, -b.get(i)))
                        .thenFill("zero", count, 0)
                        .thenWhile("loop", () -> count.get() < 4, body);
            });
            try (ExecutableGraph exec = graph.instantiate(one)) {
                exec.submit();
                step.set(10);
                exec.submit(side);
                step.set(100);
                exec.submit();
                one.fence();
                assertThat(b.toArray()[7]).isEqualTo(111);
                assertThat(b.toArray()[8]).isEqualTo(-111);
                assertThat(count.read()).isEqualTo(4);
                assertThatThrownBy(() -> exec.submit(two.defaultStream())).hasMessageContaining("S218");
            }
        }
    }

    @Test
    void views_are_rebound_and_graphs_are_updated() {
        try (DoubleView a = DoubleView.of("a", one, N);
                DoubleView b = DoubleView.of("b", two, N);
                DoubleView other = DoubleView.of("other", two, N)) {
            ExecutableGraph exec = pair(a, b, 1).instantiate(one);
            exec.submit();
            exec.rebind(b, other);
            exec.submit();
            assertThat(exec.update(pair(a, b, 5)).isDone()).isTrue();
            exec.submit();
            assertThat(exec.update(Graph.define("empty", root -> root.thenFill("a", a, 1)))
                            .isDone())
                    .isFalse();
            Graph moved = Graph.define(
                    "pair",
                    root -> root.on(two)
                            .thenParallelFor("a", RangePolicy.of(N), i -> a.set(i, i))
                            .on(two)
                            .thenDeepCopy("b", b, a));
            assertThat(exec.update(moved).toString())
                    .contains("runs on " + two.name() + ", not on the space of the instantiation");
            assertThatThrownBy(() -> exec.rebind(Map.of(other, b))).hasMessageContaining("S247");
            exec.close();
            exec.close();
            assertThatThrownBy(exec::submit).hasMessageContaining("S219");
            assertThatThrownBy(() -> exec.rebind(b, other)).hasMessageContaining("S219");
            one.fence();
            assertThat(other.toArray()[3]).isEqualTo(6);
            assertThat(b.toArray()[3]).isEqualTo(21);
        }
    }

    private Graph pair(DoubleView a, DoubleView b, int factor) {
        return Graph.define(
                "pair",
                root -> root.thenParallelFor("a", RangePolicy.of(N), i -> a.set(i, a.get(i) + factor * i))
                        .on(two)
                        .thenDeepCopy("b", b, a));
    }

    @Test
    void a_profile_has_rows_of_each_space(@TempDir Path folder) throws IOException {
        try (DoubleView a = DoubleView.of("a", one, N);
                DoubleView b = DoubleView.of("b", two, N);
                DoubleView copy = DoubleView.of("copy", two, N);
                DoubleView sum = DoubleView.of("sum", two);
                ExecutableGraph exec = chain(one, two, a, b, copy, sum).instantiate(one)) {
            exec.submit();
            Profile profile = exec.profile(5);
            assertThat(profile.graph()).isSameAs(exec.graph());
            List<Node> profiled = profile.launches().stream()
                    .flatMap(launch -> launch.nodes().stream())
                    .toList();
            assertThat(profiled)
                    .containsExactlyInAnyOrderElementsOf(exec.graph().nodes());
            assertThat(profile.launches()).allSatisfy(launch -> {
                assertThat(launch.times().count()).isEqualTo(3);
                assertThat(launch.perRun()).isEqualTo(1);
            });
            assertThat(profile.toString()).contains("profile of graph 'chain'", "send", "grow");
            Path file = folder.resolve("picture");
            profile.trace(file);
            assertThat(file).content().contains("\"" + one.name() + " row 0\"", "\"" + two.name() + " row ");
            profile.svg(file);
            assertThat(file).content().contains("grow on " + one.name());
            profile.graphSvg(file);
            assertThat(file).content().contains("on " + two.name() + ": ");
            assertThat(profile.withNodeShares(1).launches()).hasSameSizeAs(profile.launches());
            exec.submit();
            one.fence();
            double[] after = a.toArray();
            Views.fill(a, 0);
            Views.fill(b, 0);
            for (int run = 0; run < 7; run++) {
                exec.submit();
            }
            one.fence();
            assertThat(after).as("a profile makes ordinary runs").isEqualTo(a.toArray());
        }
    }

    @Test
    void a_failure_on_another_space_is_thrown_by_the_fence_of_the_first() {
        try (DoubleView a = DoubleView.of("a", one, N);
                IntView b = IntView.of("b", two, N);
                IntView divisor = IntView.of("divisor", two)) {
            Graph graph = Graph.define(
                    "step",
                    root -> root.thenFill("a", a, 1)
                            .on(two)
                            .thenParallelFor("divide", RangePolicy.of(N), i -> b.set(i, i / divisor.get())));
            try (ExecutableGraph exec = graph.instantiate(one)) {
                exec.submit();
                assertThatThrownBy(one::fence)
                        .isInstanceOf(GraphRunException.class)
                        .hasMessageContaining("'divide'")
                        .hasMessageContaining("'step'");
                two.fence();
                Submission run = exec.submitTracked();
                assertThatThrownBy(run::await).isInstanceOf(GraphRunException.class);
                assertThat(run.failure()).isPresent();
                assertThat(run.completion().toCompletableFuture()).isCompletedExceptionally();
                one.fence();
                divisor.assign(2);
                exec.submit();
                one.fence();
                assertThat(b.toArray()[10]).isEqualTo(5);
            }
        }
    }

    @Test
    void a_race_between_nodes_of_two_spaces_is_refused() {
        try (DoubleView a = DoubleView.of("a", one, N);
                DoubleView b = DoubleView.of("b", two, N)) {
            Graph graph = Graph.define("race", root -> {
                root.thenParallelFor("write", RangePolicy.of(N), i -> a.set(i, i));
                root.on(two).thenDeepCopy("fetch", b, a);
            });
            assertThatThrownBy(() -> graph.instantiate(one)).hasMessageContaining("G102");
            try (ExecutableGraph exec = graph.instantiate(one, InstantiateOption.relax("G102"))) {
                assertThat(exec.warnings()).hasSize(1);
            }
        }
    }

    @Test
    void wrong_uses_are_refused() {
        assertThatThrownBy(() -> Graph.define("g", root -> root.on(null)))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("G004");
        try (DoubleView a = DoubleView.of("a", one, N);
                DoubleView b = DoubleView.of("b", two, N);
                IntView go = IntView.of("go", one)) {
            Graph body = Graph.define("body", root -> root.on(two).thenFill("fill", b, 1));
            Graph branch = Graph.define("g", root -> root.thenIf("if", () -> go.get() > 0, body));
            assertThatThrownBy(() -> branch.instantiate(one))
                    .hasMessageContaining("G151: node 'fill'")
                    .hasMessageContaining("runs on " + two.name() + " in the body of the conditional node 'if'");
            Graph inside = Graph.define("g", root -> {
                var room = root.thenAllocate("room", DoubleView.spec(N));
                room.thenFill("fill", room.view(), 1).on(two).thenDeepCopy("fetch", b, room.view());
            });
            assertThatThrownBy(() -> inside.instantiate(one))
                    .hasMessageContaining("G152: node 'fetch'")
                    .hasMessageContaining("uses view 'room' of thenAllocate");
            Graph graph = Graph.define("g", root -> root.on(two).thenFill("b", b, 1));
            assertThatThrownBy(() -> graph.memoryPlan(one)).hasMessageContaining("G152");
            assertThatThrownBy(() -> graph.verify(one)).hasMessageContaining("G152");
            a.assign(new double[N]);
        }
    }

    @Test
    void a_space_of_another_kind_is_refused() {
        String kind = one.name().startsWith("host") ? "hip" : "host";
        assumeTrue(ExecutionSpaces.available().stream()
                .anyMatch(known -> known.kind().equals(kind) && known.available()));
        try (ExecutionSpace other = ExecutionSpaces.open(kind);
                DoubleView a = DoubleView.of("a", other, N)) {
            Graph graph = Graph.define("g", root -> root.on(other).thenFill("a", a, 1));
            assertThatThrownBy(() -> graph.instantiate(one))
                    .hasMessageContaining("G150: node 'a'")
                    .hasMessageContaining("a space of another kind");
        }
    }

    @Test
    void a_closed_space_is_refused() {
        try (DoubleView a = DoubleView.of("a", one, N)) {
            Graph graph = Graph.define("g", root -> root.on(two).thenHost("h", Access.reads(), () -> {}));
            ExecutableGraph exec = graph.instantiate(one);
            two.close();
            assertThatThrownBy(() -> graph.instantiate(one)).hasMessageContaining("S217");
            assertThatThrownBy(exec::submit).hasMessageContaining("S217");
            one.fence();
            exec.close();
            a.assign(new double[N]);
        }
    }
}
