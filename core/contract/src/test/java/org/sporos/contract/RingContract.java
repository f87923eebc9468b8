package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.RecordedOrder;
import org.sporos.graph.Scan;
import org.sporos.graph.Task;
import org.sporos.graph.Verification;
import org.sporos.policy.IndexSet;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** Rings of views: what runs, nodes and eager calls see of their levels. */
abstract class RingContract extends Contract {
    private static final int N = 1000;

    private ViewRing<DoubleView> doubleRing(int levels, int n) {
        return own(ViewRing.of(levels, j -> DoubleView.of("u" + j, space(), n)));
    }

    private ViewRing<IntView> intRing(int levels, long... extents) {
        return own(ViewRing.of(levels, j -> IntView.of("r" + j, space(), extents)));
    }

    /** Sets all elements of level j to 10 + j. */
    private static void number(ViewRing<IntView> ring) {
        for (int j = 0; j < ring.size(); j++) {
            Views.fill(ring.level(j), 10 + j);
        }
    }

    private static int[] firsts(ViewRing<IntView> ring) {
        int[] all = new int[ring.size()];
        Arrays.setAll(all, j -> ring.level(j).toArray()[0]);
        return all;
    }

    /** Cold at both ends, as all levels are. */
    private static double first(int i) {
        return i < N - 1 ? Math.sqrt(i) : 0;
    }

    private static double heat(double left, double here, double right) {
        return here + 0.25 * (left - 2 * here + right);
    }

    private static double[] heat(int steps) {
        double[] now = new double[N];
        Arrays.setAll(now, RingContract::first);
        double[] next = new double[N];
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < N - 1; i++) {
                next[i] = heat(now[i - 1], now[i], now[i + 1]);
            }
            double[] old = now;
            now = next;
            next = old;
        }
        return now;
    }

    private static NodeRef heat(NodeRef after, ViewRing<DoubleView> u) {
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        return after.thenParallelFor(
                "heat", RangePolicy.of(1, N - 1), i -> next.set(i, heat(now.get(i - 1), now.get(i), now.get(i + 1))));
    }

    private static void begin(ViewRing<DoubleView> u) {
        double[] first = new double[N];
        Arrays.setAll(first, RingContract::first);
        u.level(0).assign(first);
    }

    @Test
    void an_advance_between_submits_turns_the_ring_for_later_runs() {
        ViewRing<DoubleView> u = doubleRing(2, N);
        begin(u);
        ExecutableGraph step = instantiate(Graph.define("step", root -> heat(root, u)));
        for (int t = 0; t < 301; t++) {
            step.submit();
            u.advance();
        }
        assertThat(u.level(0).toArray()).isEqualTo(heat(301));
        assertThat(u.position()).isEqualTo(1);
    }

    @Test
    void an_advance_in_the_graph_turns_the_ring_for_each_run() {
        for (Merging merging : Merging.values()) {
            ViewRing<DoubleView> u = doubleRing(2, N);
            begin(u);
            ExecutableGraph step =
                    instantiate(Graph.define("step", root -> heat(root, u).thenAdvance("turn", u)), merging);
            submit(step, 301);
            assertThat(u.position()).isEqualTo(1);
            assertThat(u.level(0).toArray()).isEqualTo(heat(301));
        }
    }

    @Test
    void several_advances_in_one_graph_turn_it_several_times() {
        ViewRing<DoubleView> u = doubleRing(2, N);
        begin(u);
        Graph three = Graph.define("three", root -> {
            NodeRef last = root;
            for (int t = 0; t < 3; t++) {
                last = heat(last, u).thenAdvance("turn", u);
            }
        });
        ExecutableGraph exec = instantiate(three);
        submit(exec, 5);
        assertThat(u.level(0).toArray()).isEqualTo(heat(15));
    }

    @Test
    void a_nested_graph_turns_the_ring_wherever_it_is_nested() {
        ViewRing<DoubleView> u = doubleRing(3, N);
        begin(u);
        Graph step = Graph.define("step", root -> heat(root, u).thenAdvance("turn", u));
        Graph two = Graph.define("two", root -> root.thenGraph("first", step).thenGraph("second", step));
        ExecutableGraph exec = instantiate(two);
        submit(exec, 4);
        assertThat(u.position()).isEqualTo(8 % 3);
        assertThat(u.level(0).toArray()).isEqualTo(heat(8));
    }

    @Test
    void an_advance_makes_the_old_level_after_each_the_new_one() {
        ViewRing<IntView> ring = intRing(3, 4);
        number(ring);
        assertThat(firsts(ring)).containsExactly(10, 11, 12);
        ring.advance();
        assertThat(firsts(ring)).containsExactly(11, 12, 10);
        instantiate(Graph.define("turn", root -> root.thenAdvance("turn", ring)))
                .submit();
        assertThat(firsts(ring)).containsExactly(12, 10, 11);
        space().submit(Task.advance("turn", ring));
        assertThat(firsts(ring)).containsExactly(10, 11, 12);
        assertThat(ring.level(1)).isSameAs(ring.level(1));
        assertThat(ring.size()).isEqualTo(3);
    }

    @Test
    void a_run_that_waits_sees_the_levels_as_at_its_submit() {
        CountDownLatch gate = new CountDownLatch(1);
        ViewRing<IntView> ring = intRing(3, 4);
        number(ring);
        IntView level = ring.level(0);
        IntView out = ints("out", 20);
        IntView run = ints("run");
        ExecutableGraph exec = instantiate(root -> root.thenHost("hold", Access.reads(), () -> Patience.await(gate))
                .then("store", () -> out.set(run.get(), level.get(0)))
                .then("next", () -> run.set(run.get() + 1)));
        for (int k = 0; k < 20; k++) {
            exec.submit();
            if (k % 2 == 0) {
                ring.advance();
            }
        }
        gate.countDown();
        space().fence();
        int[] expected = new int[20];
        Arrays.setAll(expected, k -> 10 + (k + 1) / 2 % 3);
        assertThat(out.toArray()).isEqualTo(expected);
    }

    @Test
    void every_kind_of_node_sees_the_levels_where_it_stands() {
        ViewRing<IntView> ring = intRing(3, N);
        number(ring);
        IntView a = ring.level(0);
        IntView b = ring.level(1);
        IntView sum = ints("sum");
        IntView sums = ints("sums", N);
        IntView picked = ints("picked");
        Graph ten = Graph.define("ten", root -> root.then("ten", () -> picked.set(b.get(7))));
        Graph other = Graph.define("other", root -> root.then("other", () -> picked.set(-1)));
        ExecutableGraph exec = instantiate(root -> root.thenFill("fill", a, 1)
                .thenAdvance("turn", ring)
                .thenDeepCopy("copy", b, a)
                .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> a.get(i) + b.get(i)))
                .thenParallelScan(
                        "scan", RangePolicy.of(N), i -> b.get(i), (int i, int s) -> sums.set(i, s), Scan.inclusiveInt())
                .thenIf("if", () -> a.get(3) == 11, ten, other)
                .then("atomic", () -> a.atomicAdd(0, 5)));
        exec.submit();
        // The fill was of memory 0; then level 0 is memory 1, which is copied to memory 2.
        assertThat(sum.toArray()).containsExactly(N * 22);
        assertThat(sums.toArray()).startsWith(11, 22).endsWith(11 * N);
        assertThat(picked.toArray()).containsExactly(11);
        assertThat(firsts(ring)).containsExactly(16, 11, 1);
    }

    @Test
    void an_index_set_may_be_a_level() {
        ViewRing<IntView> lists = intRing(2, 3);
        lists.level(0).assign(1, 3, 5);
        lists.level(1).assign(2, 4, 6);
        IntView x = ints("x", 8);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor(
                        "mark", IndexSet.assumeDistinct(lists.level(0)), i -> x.set(i, 10 * x.get(i) + i))
                .thenAdvance("turn", lists));
        exec.submit();
        assertThat(x.toArray()).containsExactly(0, 1, 0, 3, 0, 5, 0, 0);
        exec.submit();
        assertThat(x.toArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 0);
    }

    @Test
    void results_and_parts_of_levels_turn_with_them() {
        ViewRing<IntView> scalars = intRing(2);
        ViewRing<IntView> ring = intRing(2, 6, 8);
        IntView inner = ring.level(1).subview(Slice.range(1, 5), Slice.range(2, 6));
        IntView column = ring.level(0).subview(Slice.all(), Slice.at(3));
        IntView sum = scalars.level(0);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor(
                        "inner", MDRangePolicy.of(4, 4), (i, j) -> inner.set(i, j, 10 * i + j + 1))
                .thenAdvance("turn", ring)
                .thenParallelReduce("sum", RangePolicy.of(6), Sum.into(sum, i -> column.get(i)))
                .thenAdvance("turn scalars", scalars));
        exec.submit();
        exec.submit();
        // Column 3 of the whole is column 1 of the part: 2 + 12 + 22 + 32.
        assertThat(scalars.level(0).toArray()).containsExactly(68);
        assertThat(scalars.level(1).toArray()).containsExactly(68);
        assertThat(ring.level(0).toArray()).isEqualTo(ring.level(1).toArray());
        assertThat(inner.toArray()[0]).isEqualTo(1);
    }

    @Test
    void a_host_node_sees_the_levels_where_it_stands() {
        MemorySpace pinned = space().memorySpace().mirrorSpace();
        ViewRing<IntView> ring = own(ViewRing.of(2, j -> IntView.of("h" + j, pinned, 3)));
        number(ring);
        IntView level = ring.level(0);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch gate = new CountDownLatch(1);
        ExecutableGraph exec = instantiate(root -> root.thenHost("hold", Access.reads(), () -> Patience.await(gate))
                .thenHost("before", Access.reads(level), () -> seen.add(level.get(1)))
                .thenAdvance("turn", ring)
                .thenHost("after", Access.updates(level), () -> {
                    seen.add(level.get(2));
                    level.set(2, level.get(2) + 10);
                }));
        exec.submit();
        exec.submit();
        gate.countDown();
        space().fence();
        assertThat(seen).containsExactly(10, 11, 11, 10);
        assertThat(ring.level(0).toArray()).containsExactly(10, 10, 20);
        assertThat(ring.level(0).get(2)).isEqualTo(20);
        ring.advance();
        assertThat(ring.level(0).get(2)).isEqualTo(21);
    }

    @Test
    void executables_and_streams_that_share_a_ring_are_ordered() {
        ViewRing<DoubleView> u = doubleRing(2, N);
        begin(u);
        ExecutionStream other = stream("other");
        Graph step = Graph.define("step", root -> heat(root, u).thenAdvance("turn", u));
        ExecutableGraph first = instantiate(step);
        ExecutableGraph second = instantiate(step);
        for (int t = 0; t < 30; t++) {
            first.submit();
            second.submit(other);
            second.submit();
        }
        assertThat(u.level(0).toArray()).isEqualTo(heat(90));
    }

    /** A submit that waited would never return: the run before waits for a gate that opens later. */
    @Test
    void a_submit_to_another_stream_does_not_wait_for_runs_that_use_the_ring() {
        ViewRing<DoubleView> u = doubleRing(2, N);
        begin(u);
        CountDownLatch gate = new CountDownLatch(1);
        ExecutionStream other = stream("other");
        ExecutionStream third = stream("third");
        ExecutableGraph held = instantiate(Graph.define(
                "held",
                root -> heat(root.thenHost("gate", Access.reads(), () -> Patience.await(gate)), u)
                        .thenAdvance("turn", u)));
        Graph step = Graph.define("step", root -> heat(root, u).thenAdvance("turn", u));
        ExecutableGraph second = instantiate(step);
        ExecutableGraph last = instantiate(step);
        DoubleView seen = doubles("seen", N);
        ExecutableGraph look = instantiate(Graph.define("look", root -> root.thenDeepCopy("copy", seen, u.level(0))));
        held.submit();
        look.submit(third);
        second.submit(other);
        last.submit();
        gate.countDown();
        space().fence();
        assertThat(seen.toArray()).isEqualTo(heat(1));
        assertThat(u.level(0).toArray()).isEqualTo(heat(3));
    }

    @Test
    void runs_of_many_streams_see_the_levels_before_and_after_a_turn() {
        ViewRing<DoubleView> u = doubleRing(2, N);
        begin(u);
        ExecutableGraph step =
                instantiate(Graph.define("step", root -> heat(root, u).thenAdvance("turn", u)));
        List<ExecutionStream> streams = new ArrayList<>();
        List<DoubleView> seen = new ArrayList<>();
        List<ExecutableGraph> looks = new ArrayList<>();
        for (int k = 0; k < 12; k++) {
            DoubleView to = doubles("seen" + k, N);
            streams.add(stream("s" + k));
            seen.add(to);
            looks.add(instantiate(Graph.define("look", root -> root.thenDeepCopy("copy", to, u.level(0)))));
        }
        for (int t = 0; t < 3; t++) {
            for (int k = 0; k < 6 * (t % 2 + 1); k++) {
                looks.get(k).submit(streams.get(k));
            }
            step.submit(streams.get(t));
        }
        space().fence();
        for (int k = 0; k < 12; k++) {
            assertThat(seen.get(k).toArray()).isEqualTo(heat(k < 6 ? 2 : 1));
        }
        streams.get(2).close();
        step.submit(streams.get(1));
        assertThat(u.level(0).toArray()).isEqualTo(heat(4));
    }

    @Test
    void submits_of_several_threads_turn_a_ring_one_after_the_other() throws InterruptedException {
        ViewRing<DoubleView> u = doubleRing(3, N);
        begin(u);
        Graph step = Graph.define("step", root -> heat(root, u).thenAdvance("turn", u));
        List<Thread> threads = new ArrayList<>();
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        for (int k = 0; k < 3; k++) {
            ExecutableGraph exec = instantiate(step);
            ExecutionStream stream = stream("s" + k);
            threads.add(new Thread(() -> {
                for (int t = 0; t < 20; t++) {
                    exec.submit(stream);
                }
            }));
        }
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((t, e) -> thrown.add(e)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown).isEmpty();
        assertThat(u.level(0).toArray()).isEqualTo(heat(60));
    }

    @Test
    void eager_calls_see_the_levels_of_now_and_can_be_recorded() {
        ViewRing<DoubleView> eager = doubleRing(2, N);
        ViewRing<DoubleView> recorded = doubleRing(2, N);
        begin(eager);
        for (int t = 0; t < 7; t++) {
            eagerStep(eager);
        }
        assertThat(eager.level(0).toArray()).isEqualTo(heat(7));
        for (RecordedOrder order : RecordedOrder.values()) {
            begin(recorded);
            Graph graph = Graph.record("step", order, () -> eagerStep(recorded));
            assertThat(graph.nodes()).extracting(node -> node.label()).containsExactly("heat", "advance");
            int before = recorded.position();
            ExecutableGraph exec = instantiate(graph);
            submit(exec, 7);
            assertThat(recorded.level(0).toArray()).isEqualTo(heat(7));
            assertThat(recorded.position()).isEqualTo((before + 7) % 2);
            if (order == RecordedOrder.PROGRAM_ORDER) {
                Views.fill(recorded.level(0), 0);
                Views.fill(recorded.level(1), 0);
            }
        }
    }

    private void eagerStep(ViewRing<DoubleView> u) {
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        space().parallelFor(
                        "heat",
                        RangePolicy.of(1, N - 1),
                        i -> next.set(i, heat(now.get(i - 1), now.get(i), now.get(i + 1))));
        u.advance();
    }

    @Test
    void a_failed_run_turns_the_ring_as_well() {
        ViewRing<IntView> ring = intRing(2, 4);
        number(ring);
        IntView level = ring.level(0);
        IntView at = ints("at");
        ExecutableGraph exec = instantiate(root ->
                root.then("store", () -> level.set(at.get(), 7)).thenAdvance("turn", ring));
        Views.fill(at, 99);
        exec.submit();
        assertThat(failure().code()).isEqualTo("R301");
        Views.fill(at, 0);
        exec.submit();
        assertThat(ring.position()).isZero();
        assertThat(firsts(ring)).containsExactly(10, 7);
    }

    @Test
    void rings_of_other_types_and_several_rings_turn_each_by_itself() {
        ViewRing<FloatView> f = own(ViewRing.of(2, j -> FloatView.of("f" + j, space(), N)));
        ViewRing<IntView> k = intRing(3, N);
        FloatView old = f.level(0);
        FloatView now = f.level(1);
        IntView count = k.level(0);
        IntView next = k.level(1);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> {
                    now.set(i, old.get(i) + 0.5f);
                    next.set(i, count.get(i) + 1);
                })
                .thenAdvance("turn f", f)
                .thenAdvance("turn k", k));
        submit(exec, 11);
        assertThat(f.level(0).toArray()).containsOnly(5.5f);
        assertThat(k.level(0).toArray()).containsOnly(11);
        assertThat(k.level(1).toArray()).containsOnly(9);
        assertThat(exec.explain()).contains("a ring of 3 levels, 'r0', and rotates it 1 time a run");
    }

    /** Random graphs of copies, sums and turns over a ring; an oracle moves arrays. */
    @Test
    void random_programs_do_what_an_oracle_does() {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < (isHost() ? 12 : 3); round++) {
            int size = 2 + random.nextInt(3);
            ViewRing<IntView> ring = intRing(size, 70);
            number(ring);
            List<int[]> expected = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                int[] level = new int[70];
                Arrays.fill(level, 10 + j);
                expected.add(level);
            }
            List<int[]> ops = new ArrayList<>();
            for (int k = 0; k < 1 + random.nextInt(8); k++) {
                ops.add(new int[] {random.nextInt(4), random.nextInt(size), random.nextInt(size)});
            }
            ExecutableGraph exec = instantiate(Graph.define("random", root -> {
                NodeRef last = root;
                for (int[] op : ops) {
                    last = add(last, ring, op);
                }
            }));
            for (int run = 0; run < 9; run++) {
                exec.submit();
                ops.forEach(op -> apply(expected, op));
                if (random.nextInt(3) == 0) {
                    ring.advance();
                    expected.add(expected.remove(0));
                }
            }
            for (int j = 0; j < size; j++) {
                assertThat(ring.level(j).toArray())
                        .as("seed %s round %s", seed, round)
                        .isEqualTo(expected.get(j));
            }
        }
    }

    private static NodeRef add(NodeRef last, ViewRing<IntView> ring, int[] op) {
        IntView to = ring.level(op[1]);
        IntView from = ring.level(op[2]);
        int extra = op[1] - op[2];
        return switch (op[0]) {
            case 0 -> last.thenParallelFor("add", RangePolicy.of(70), i -> to.set(i, to.get(i) + 3 * from.get(i) + i));
            case 1 -> op[1] == op[2] ? last.thenFill("fill", to, 5) : last.thenDeepCopy("copy", to, from);
            case 2 -> last.thenAdvance("turn", ring);
            default -> last.thenParallelFor("scale", RangePolicy.of(70), i -> to.set(i, 2 * to.get(i) + extra));
        };
    }

    private static void apply(List<int[]> levels, int[] op) {
        int[] to = levels.get(op[1]);
        int[] from = levels.get(op[2]);
        switch (op[0]) {
            case 0 -> Arrays.setAll(to, i -> to[i] + 3 * from[i] + i);
            case 1 -> {
                if (op[1] == op[2]) {
                    Arrays.fill(to, 5);
                } else {
                    System.arraycopy(from, 0, to, 0, to.length);
                }
            }
            case 2 -> levels.add(levels.remove(0));
            default -> Arrays.setAll(to, i -> 2 * to[i] + op[1] - op[2]);
        }
    }

    private static double[] jacobi(double[] first, int[] passes) {
        double[] now = first.clone();
        double[] next = first.clone();
        double error = 1;
        while (error > 1e-3) {
            passes[0]++;
            for (int sweep = 0; sweep < 2; sweep++) {
                for (int i = 1; i < now.length - 1; i++) {
                    next[i] = (now[i - 1] + now[i + 1]) / 2;
                }
                double[] old = now;
                now = next;
                next = old;
            }
            error = 0;
            for (int i = 0; i < now.length; i++) {
                error = Math.max(error, Math.abs(now[i] - next[i]));
            }
        }
        return now;
    }

    @Test
    void a_loop_on_the_device_turns_a_ring_in_its_passes() {
        double[] first = new double[30];
        first[0] = 1;
        ViewRing<DoubleView> u = doubleRing(2, 30);
        u.level(0).assign(first);
        u.level(1).assign(first);
        // The same loop from the other position.
        u.advance();
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        DoubleView error = doubles("error");
        IntView passes = ints("passes");
        Graph sweep = Graph.define(
                "sweep",
                root -> root.thenParallelFor(
                                "sweep", RangePolicy.of(1, 29), i -> next.set(i, (now.get(i - 1) + now.get(i + 1)) / 2))
                        .thenAdvance("turn", u));
        Graph pass = Graph.define(
                "pass",
                root -> root.thenGraph("there", sweep)
                        .thenGraph("back", sweep)
                        .thenParallelReduce(
                                "error", RangePolicy.of(30), Max.into(error, i -> Math.abs(now.get(i) - next.get(i)))));
        ExecutableGraph exec = instantiate(Graph.define(
                "jacobi",
                root -> root.thenFill("begin", error, 1)
                        .thenWhile("loop", () -> error.get() > 1e-3, pass, 1000, passes)
                        .thenAdvance("turn", u)));
        exec.submit();
        int[] expectedPasses = new int[1];
        double[] expected = jacobi(first, expectedPasses);
        assertThat(passes.toArray()).isEqualTo(expectedPasses);
        assertThat(u.level(1).toArray()).isEqualTo(expected);
        exec.submit();
        assertThat(u.position()).isEqualTo(1);
        assertThat(passes.toArray()).containsExactly(1);
    }

    @Test
    void the_bound_of_a_range_may_be_a_level() {
        ViewRing<IntView> counts = intRing(2);
        counts.level(0).assign(3);
        counts.level(1).assign(5);
        IntView count = counts.level(0);
        IntView x = ints("x", 8);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("add", RangePolicy.of(count, 8), i -> x.set(i, x.get(i) + 1))
                        .thenAdvance("turn", counts));
        exec.submit();
        assertThat(x.toArray()).containsExactly(1, 1, 1, 0, 0, 0, 0, 0);
        exec.submit();
        assertThat(x.toArray()).containsExactly(2, 2, 2, 1, 1, 0, 0, 0);
    }

    @Test
    void each_run_of_a_profile_turns_the_ring() {
        ViewRing<DoubleView> u = doubleRing(2, N);
        begin(u);
        ExecutableGraph step =
                instantiate(Graph.define("step", root -> heat(root, u).thenAdvance("turn", u)));
        assertThat(step.profile(5).recordedRuns().count()).isEqualTo(3);
        assertThat(u.position()).isEqualTo(1);
        assertThat(u.level(0).toArray()).isEqualTo(heat(5));
        step.submit();
        assertThat(u.level(0).toArray()).isEqualTo(heat(6));
    }

    @Test
    void a_verification_turns_its_copies_alone() {
        ViewRing<DoubleView> u = doubleRing(3, N);
        begin(u);
        u.advance();
        u.level(0).assign(u.level(2).toArray());
        Graph two = Graph.define("two", root -> heat(heat(root, u).thenAdvance("turn", u), u));
        Verification found = two.verify(space());
        assertThat(found.difference()).isEmpty();
        assertThat(found.skipped()).isEmpty();
        assertThat(u.position()).isEqualTo(1);
        assertThat(u.level(0).toArray()).isEqualTo(heat(0));
        assertThat(u.level(1).toArray()).containsOnly(0);
    }

    @Test
    void a_closed_ring_serves_the_executables_that_use_it() {
        ViewRing<DoubleView> u = doubleRing(2, N);
        begin(u);
        DoubleView out = doubles("out", N);
        DoubleView now = u.level(0);
        ExecutableGraph exec =
                instantiate(root -> heat(root, u).thenAdvance("turn", u).thenDeepCopy("out", out, now));
        exec.submit();
        u.close();
        exec.submit();
        assertThat(out.toArray()).isEqualTo(heat(2));
    }
}
