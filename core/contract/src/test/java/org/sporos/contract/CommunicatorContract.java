package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.BitOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.sporos.comm.Communicator;
import org.sporos.comm.Halo;
import org.sporos.comm.RankOrder;
import org.sporos.comm.ThreadRanks;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Task;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/**
 * Operations of communicators as nodes; the ranks are threads, each with a space of its own. CUDA calls the host
 * functions of a device one after another, so that two ranks of one process that wait for each other on one device
 * never end: there rank 0 alone is on the device, and the others are on the host.
 */
abstract class CommunicatorContract extends Contract {
    private static final Duration LONG = Duration.ofSeconds(120);
    private static final int N = 100;

    private List<Throwable> onRanks(int size, Duration deadline, BiConsumer<ExecutionSpace, Communicator> program)
            throws InterruptedException {
        assumeTrue(size <= ranks(), size + " ranks need a device each");
        ThreadRanks ranks = ThreadRanks.of(size);
        return ranks.run(rank -> {
            try (ExecutionSpace own = ExecutionSpaces.open(specOf(rank));
                    Communicator world = communicator(ranks, rank, deadline, own)) {
                program.accept(own, world);
            }
        });
    }

    /** Returns the name of the space of a rank. */
    String specOf(int rank) {
        return rank > 0 && spec().startsWith("cuda") ? "host,threads=1" : spec();
    }

    /** Returns the communicator of a rank. */
    Communicator communicator(ThreadRanks ranks, int rank, Duration deadline, ExecutionSpace own) {
        return ranks.communicator(rank, deadline);
    }

    /**
     * Returns the number of ranks of operations that need no certain one: 3, or fewer on a machine with fewer devices.
     */
    int ranks() {
        return 3;
    }

    /** Returns whether host code takes part in operations on memory of the space. */
    boolean isByHost() {
        return true;
    }

    private Communicator alone() {
        return own(communicator(ThreadRanks.of(1), 0, LONG, space()));
    }

    private void allSucceed(int size, BiConsumer<ExecutionSpace, Communicator> program) throws InterruptedException {
        assertThat(onRanks(size, LONG, program)).isEqualTo(Collections.nCopies(size, null));
    }

    private static void submit(ExecutionSpace own, Graph graph) {
        try (ExecutableGraph exec = graph.instantiate(own)) {
            exec.submit();
            own.fence();
        }
    }

    @Test
    void ranks_combine_elements() throws Exception {
        allSucceed(ranks(), (own, world) -> {
            int rank = world.rank();
            int last = world.size() - 1;
            int sum = last * world.size() / 2;
            try (DoubleView few = DoubleView.of("few", own, 2);
                    DoubleView many = DoubleView.of("many", own, N);
                    DoubleView any = DoubleView.of("any", own, N);
                    LongView bits = LongView.of("bits", own, 1)) {
                Graph graph = Graph.define(
                        "combine",
                        root -> root.thenParallelFor("own", RangePolicy.of(N), i -> {
                                    if (i < 2) {
                                        few.set(i, rank + i);
                                    }
                                    many.set(i, rank * i);
                                    any.set(i, rank - i);
                                })
                                .then("bit", () -> bits.set(0, 1L << rank))
                                .then(world.allReduce("few", Sum, few))
                                .then(world.allReduce("many", Max, many))
                                .then(world.allReduce("any", Min, any, RankOrder.ANY))
                                .then(world.allReduce("bits", BitOr, bits)));
                submit(own, graph);
                assertThat(few.toArray()).containsExactly(sum, sum + world.size());
                assertThat(many.toArray()[N - 1]).isEqualTo(last * (N - 1));
                assertThat(any.toArray()[N - 1]).isEqualTo(1 - N);
                assertThat(bits.toArray()).containsExactly((1L << world.size()) - 1);
            }
        });
    }

    @Test
    void each_rank_gets_its_part_of_the_combined_elements() throws Exception {
        allSucceed(ranks(), (own, world) -> {
            int rank = world.rank();
            int size = world.size();
            int sum = (size - 1) * size / 2;
            try (DoubleView all = DoubleView.of("all", own, size * N);
                    DoubleView fixed = DoubleView.of("fixed", own, N);
                    DoubleView any = DoubleView.of("any", own, N);
                    IntView bits = IntView.of("bits", own, size);
                    IntView bit = IntView.of("bit", own)) {
                Graph graph = Graph.define(
                        "parts",
                        root -> root.thenParallelFor("own", RangePolicy.of(size * N), i -> {
                                    all.set(i, i + rank);
                                    if (i < size) {
                                        bits.set(i, i << 4 * rank);
                                    }
                                })
                                .then(world.reduceScatter("fixed", Sum, fixed, all, RankOrder.FIXED))
                                .then(world.reduceScatter("any", Max, any, all, RankOrder.ANY))
                                .then(world.reduceScatter("bit", BitOr, bit, bits, RankOrder.ANY)));
                submit(own, graph);
                for (int k = 0; k < N; k++) {
                    assertThat(fixed.toArray()[k]).isEqualTo(size * (rank * N + k) + sum);
                    assertThat(any.toArray()[k]).isEqualTo(rank * N + k + size - 1);
                }
                assertThat(bit.toArray()).containsExactly((0x111 & (1 << 4 * size) - 1) * rank);
            }
        });
    }

    @Test
    void ranks_copy_elements_to_each_other() throws Exception {
        allSucceed(ranks(), (own, world) -> {
            int rank = world.rank();
            int last = world.size() - 1;
            try (IntView few = IntView.of("few", own, 2);
                    DoubleView many = DoubleView.of("many", own, N);
                    IntView part = IntView.of("part", own, 2);
                    IntView all = IntView.of("all", own, 2 * world.size())) {
                Graph graph = Graph.define(
                        "copy",
                        root -> root.thenParallelFor("own", RangePolicy.of(N), i -> {
                                    if (i < 2) {
                                        few.set(i, 10 * rank + i);
                                        part.set(i, 10 * rank + i);
                                    }
                                    many.set(i, rank + 0.5 * i);
                                })
                                .then(world.broadcast("few", few, last))
                                .then(world.broadcast("many", many, last / 2))
                                .then(world.allGather("parts", all, part))
                                .then(world.barrier("end")));
                submit(own, graph);
                assertThat(few.toArray()).containsExactly(10 * last, 10 * last + 1);
                assertThat(many.toArray()[3]).isEqualTo(last / 2 + 1.5);
                for (int i = 0; i < all.size(); i++) {
                    assertThat(all.toArray()[i]).isEqualTo(10 * (i / 2) + i % 2);
                }
            }
        });
    }

    @Test
    void columns_go_to_the_next_rank_while_a_kernel_runs_on_others() throws Exception {
        allSucceed(2, (own, world) -> {
            int rank = world.rank();
            try (DoubleView u = DoubleView.of("u", own, 5, 4)) {
                Halo halo = Halo.none()
                        .sending(1 - rank, u.subview(Slice.all(), Slice.at(1)))
                        .receiving(1 - rank, u.subview(Slice.all(), Slice.at(0)));
                Graph graph = Graph.define("swap", root -> {
                    var filled = root.thenParallelFor("own", RangePolicy.of(5), i -> u.set(i, 1, 10 * rank + i));
                    filled.then(world.exchange("halo", halo));
                    filled.thenParallelFor("inner", RangePolicy.of(5), i -> u.set(i, 3, u.get(i, 1)));
                });
                submit(own, graph);
                assertThat(u.toArray()[0]).isEqualTo(10 * (1 - rank));
                assertThat(u.toArray()[4 * 4]).isEqualTo(10 * (1 - rank) + 4);
                assertThat(u.toArray()[4 * 4 + 3]).isEqualTo(10 * rank + 4);
            }
        });
    }

    @Test
    void parts_of_several_types_and_strides_go_to_each_rank_and_to_the_own_one() throws Exception {
        allSucceed(ranks(), (own, world) -> {
            int rank = world.rank();
            int size = world.size();
            try (DoubleView u = DoubleView.of("u", own, 4, 5);
                    IntView k = IntView.copyOf("k", own, 10 * rank, 10 * rank + 1, 10 * rank + 2);
                    ByteView b = ByteView.copyOf("b", own, (byte) rank, (byte) -rank, (byte) 100);
                    DoubleView none = DoubleView.of("none", own, 0, 2);
                    DoubleView us = DoubleView.of("us", own, 4, 2 * size);
                    IntView ks = IntView.of("ks", own, size, 3);
                    ByteView bs = ByteView.of("bs", own, size, 3);
                    DoubleView nothing = DoubleView.of("nothing", own, 0, 2)) {
                Halo halo = Halo.none();
                for (int other = 0; other < size; other++) {
                    halo = halo.sending(other, u.subview(Slice.all(), Slice.at(1)))
                            .sending(other, k)
                            .sending(other, none)
                            .sending(other, u.subview(Slice.all(), Slice.at(3)))
                            .sending(other, b)
                            .receiving(other, us.subview(Slice.all(), Slice.at(2 * other)))
                            .receiving(other, ks.subview(Slice.at(other), Slice.all()))
                            .receiving(other, nothing)
                            .receiving(other, us.subview(Slice.all(), Slice.at(2 * other + 1)))
                            .receiving(other, bs.subview(Slice.at(other), Slice.all()));
                }
                Task exchange = world.exchange("all", halo);
                Graph graph = Graph.define(
                        "parts",
                        root -> root.thenParallelFor(
                                        "own", MDRangePolicy.over(u), (i, j) -> u.set(i, j, 100 * rank + 10 * i + j))
                                .then(exchange)
                                .thenParallelFor("next", MDRangePolicy.over(u), (i, j) -> u.set(i, j, -u.get(i, j)))
                                .then(exchange));
                submit(own, graph);
                for (int other = 0; other < size; other++) {
                    for (int i = 0; i < 4; i++) {
                        assertThat(us.toArray()[i * 2 * size + 2 * other]).isEqualTo(-100 * other - 10 * i - 1);
                        assertThat(us.toArray()[i * 2 * size + 2 * other + 1]).isEqualTo(-100 * other - 10 * i - 3);
                    }
                    assertThat(Arrays.copyOfRange(ks.toArray(), 3 * other, 3 * other + 3))
                            .containsExactly(10 * other, 10 * other + 1, 10 * other + 2);
                    assertThat(Arrays.copyOfRange(bs.toArray(), 3 * other, 3 * other + 3))
                            .containsExactly(other, -other, 100);
                }
            }
        });
    }

    @Test
    void parts_for_the_own_rank_have_the_elements_from_before_the_exchange() {
        Communicator world = alone();
        IntView u = own(IntView.copyOf("u", space(), 0, 1, 2, 3, 4, 5, 6, 7));
        IntView box = own(IntView.of("box", space(), 2, 4));
        Halo turn = Halo.none()
                .sending(0, u.subview(Slice.range(0, 6)))
                .receiving(0, u.subview(Slice.range(2, 8)))
                .sending(0, u.subview(Slice.range(6, 8)))
                .receiving(0, u.subview(Slice.range(0, 2)));
        Halo folded = Halo.none().sending(0, u).receiving(0, box);
        run(Graph.define("own", root -> root.then(world.exchange("turn", turn)).then(world.exchange("fold", folded))));
        assertThat(u.toArray()).containsExactly(6, 7, 0, 1, 2, 3, 4, 5);
        assertThat(box.toArray()).containsExactly(u.toArray());
    }

    @Test
    void one_task_serves_an_eager_call_and_a_part_of_the_ranks() throws Exception {
        allSucceed(ranks(), (own, world) -> {
            try (Communicator part = world.split(world.rank() / 2);
                    DoubleView count = DoubleView.of("count", own)) {
                Views.fill(count, 1);
                Task task = part.allReduce("count", Sum, count);
                own.submit(task);
                own.submit(task);
                own.fence();
                assertThat(count.toArray()).containsExactly(part.size() * part.size());
            }
        });
    }

    @Test
    void a_kernel_that_reads_a_halo_beside_its_exchange_is_a_race() throws Exception {
        Communicator world = alone();
        DoubleView u = own(DoubleView.of("u", space(), 8));
        Halo halo = Halo.none().sending(0, u.subview(Slice.range(6, 7))).receiving(0, u.subview(Slice.range(0, 1)));
        DoubleView v = own(DoubleView.of("v", space(), 8));
        Graph graph = Graph.define("step", root -> {
            root.then(world.exchange("halo", halo));
            root.thenParallelFor("stencil", RangePolicy.of(1, 7), i -> v.set(i, u.get(i - 1) + u.get(i + 1)));
        });
        assertThat(refusal(graph)).hasMessageContaining("G102").hasMessageContaining("'stencil'");
        Graph inner = Graph.define("step", root -> {
            root.then(world.exchange("halo", halo));
            root.thenParallelFor("stencil", RangePolicy.of(2, 7), i -> v.set(i, u.get(i - 1) + u.get(i + 1)));
        });
        run(inner);
    }

    @Test
    void operations_of_a_communicator_need_an_order_in_their_graph() {
        Communicator world = alone();
        DoubleView a = own(DoubleView.of("a", space(), 1));
        Task first = world.allReduce("first", Sum, a);
        Task second = world.barrier("second");
        Graph nested = Graph.define("nested", root -> root.then(first));
        Graph graph = Graph.define("step", root -> {
            root.thenGraph("inner", nested);
            root.then(second);
        });
        assertThat(refusal(graph))
                .hasMessageContaining("C410: node 'first'")
                .hasMessageContaining("node 'second'")
                .hasMessageContaining("operations of one communicator in no fixed order");
        run(Graph.define("step", root -> root.thenGraph("inner", nested).then(second)));
        Communicator other = alone();
        run(Graph.define("step", root -> {
            root.then(second);
            root.then(other.barrier("of the other"));
        }));
    }

    @Test
    void bodies_of_conditionals_have_no_operations() {
        Communicator world = alone();
        DoubleView a = own(DoubleView.of("a", space(), 1));
        Graph body = Graph.define("body", root -> root.then(world.allReduce("sum", Sum, a)));
        GraphException refusal = refusal(Graph.define("step", root -> root.thenIf("maybe", () -> a.get(0) > 0, body)));
        assertThat(refusal).hasMessageContaining("C411: node 'sum'");
        assertThat(refusal.diagnostics())
                .extracting(violation -> violation.code())
                .contains("C411");
    }

    @Test
    void a_rank_that_leaves_after_a_failed_kernel_ends_the_runs_of_the_others() throws Exception {
        assumeTrue(isByHost(), "elsewhere the operations of a failed run are made, too");
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            try (IntView x = IntView.of("x", own, 4);
                    LongView sum = LongView.of("sum", own, 1)) {
                Views.fill(x, 1 - world.rank());
                Graph graph = Graph.define(
                        "step",
                        root -> root.thenParallelFor("divide", RangePolicy.of(4), i -> x.set(i, 12 / x.get(i)))
                                .then(world.allReduce("sum", Sum, sum)));
                submit(own, graph);
            }
        });
        assertThat(thrown.get(1)).isInstanceOf(GraphRunException.class).hasMessageContaining("node 'divide'");
        assertThat(thrown.get(0))
                .isInstanceOf(GraphRunException.class)
                .hasMessageContaining("C404: node 'sum'")
                .hasMessageContaining("rank 1 has closed its communicator after 0 operations");
        assertThat(((GraphRunException) thrown.get(0)).code()).isEqualTo("C404");
    }

    @Test
    void ranks_that_submit_different_graphs_find_out() throws Exception {
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            String label = world.rank() == 0 ? "norm" : "save";
            submit(own, Graph.define(label, root -> root.then(world.barrier(label))));
        });
        // Where the device makes the operations, ranks compare them when they instantiate.
        assertThat(thrown)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(isByHost() ? GraphRunException.class : GraphException.class)
                        .hasMessageMatching("(?s).*C40[35]: .*"));
        assertThat(thrown)
                .anySatisfy(failure ->
                        assertThat(failure).hasMessageContaining("C405").hasMessageContaining("while this rank"));
    }

    @Test
    void a_rank_that_never_comes_is_named_when_the_deadline_is_over() throws Exception {
        ThreadRanks ranks = ThreadRanks.of(3);
        // Spaces open in seconds on a loaded machine: the other two ranks come to the operation together.
        CyclicBarrier opened = new CyclicBarrier(2);
        List<Throwable> thrown = ranks.run(rank -> {
            Communicator world = ranks.communicator(rank, Duration.ofSeconds(2));
            try (ExecutionSpace own = ExecutionSpaces.open(spec())) {
                if (rank != 1) {
                    Graph graph = Graph.define("step", root -> root.then(world.barrier("all")));
                    try (ExecutableGraph exec = graph.instantiate(own)) {
                        opened.await();
                        exec.submit();
                        own.fence();
                    }
                }
            }
        });
        assertThat(thrown.get(1)).isNull();
        assertThat(List.of(thrown.get(0), thrown.get(2)))
                .as("on a loaded device the other rank can be late, too")
                .anySatisfy(failure -> assertThat(failure)
                        .hasMessageMatching("(?s)C402: node 'all'.* within 2 s .*rank 1 has not come to it.*"));
    }

    /** Returns the names of the threads that wait for other ranks now. */
    private static List<String> waitingThreads() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> Arrays.stream(entry.getValue())
                        .anyMatch(frame -> frame.getClassName().equals("org.sporos.comm.RankProgress")
                                && frame.getMethodName().equals("await")))
                .map(entry -> entry.getKey().getName())
                .toList();
    }

    @Test
    void on_host_an_operation_waits_on_the_thread_of_its_communicator() throws Exception {
        assumeTrue(isHost(), "elsewhere a host node runs on a thread of the driver");
        CountDownLatch seen = new CountDownLatch(1);
        List<String> waiting = Collections.synchronizedList(new ArrayList<>());
        allSucceed(2, (own, world) -> {
            Graph graph = Graph.define("step", root -> root.then(world.barrier("all")));
            if (world.rank() == 0) {
                try (ExecutableGraph exec = graph.instantiate(own)) {
                    exec.submit();
                    while (waiting.isEmpty()) {
                        waiting.addAll(waitingThreads());
                    }
                    seen.countDown();
                    own.fence();
                }
            } else {
                Patience.await(seen);
                submit(own, graph);
            }
        });
        assertThat(waiting).containsOnly("sporos-comm-rank-0");
    }

    @Test
    void two_runs_that_meet_in_a_communicator_are_refused() throws Exception {
        assumeTrue(isHost(), "elsewhere a device may call host nodes one after another");
        CountDownLatch refused = new CountDownLatch(1);
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            if (world.rank() == 1) {
                // A rank that ends fails the operation of the other, which must still wait when the second run comes.
                Patience.await(refused);
            } else {
                Graph graph = Graph.define("step", root -> root.then(world.barrier("all")));
                try (ExecutableGraph one = graph.instantiate(own);
                        ExecutableGraph other = graph.instantiate(own);
                        ExecutionStream left = own.stream("left");
                        ExecutionStream right = own.stream("right")) {
                    one.submit(left);
                    while (waitingThreads().isEmpty()) {
                        Thread.onSpinWait();
                    }
                    other.submit(right);
                    try {
                        right.fence();
                    } finally {
                        refused.countDown();
                    }
                }
            }
        });
        assertThat(thrown.get(0)).hasMessageContaining("C408: ");
    }

    @Test
    void a_run_that_fails_before_its_operation_leaves_the_turn_to_the_next() throws Exception {
        allSucceed(1, (own, world) -> {
            try (IntView at = IntView.copyOf("at", own, 100);
                    IntView x = IntView.of("x", own, 4)) {
                Graph graph = Graph.define(
                        "step",
                        root -> root.then("k", () -> x.set(at.get(0), 7)).then(world.barrier("all")));
                try (ExecutableGraph exec = graph.instantiate(own)) {
                    for (int round = 0; round < 20; round++) {
                        at.assign(100);
                        exec.submit();
                        assertThatThrownBy(own::fence).hasMessageContaining("R301");
                        at.assign(round % 4);
                        exec.submit();
                        own.fence();
                    }
                }
            }
        });
    }

    @Test
    void a_dead_communicator_stays_dead_and_its_end_is_that_of_the_job() throws Exception {
        ThreadRanks ranks = ThreadRanks.of(2);
        Communicator world = ranks.communicator(0, Duration.ofSeconds(1));
        try (ExecutionSpace own = ExecutionSpaces.open(spec())) {
            Graph graph = Graph.define("step", root -> root.then(world.barrier("all")));
            assertThatThrownBy(() -> submit(own, graph)).hasMessageContaining("C402");
            assertThatThrownBy(() -> submit(own, graph))
                    .hasMessageContaining("C407: node 'all'")
                    .hasMessageContaining("the communicator is dead: C402: node 'all' on rank 0");
        }
        assertThat(world.failure()).contains("rank 1 has not come");
        world.close();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.SECONDS);
        while (ranks.aborts() == 0 && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        assertThat(ranks.aborts()).isEqualTo(1);
    }
}
