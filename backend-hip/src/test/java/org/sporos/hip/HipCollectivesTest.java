package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
import org.sporos.policy.ReductionOperator;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/** Communicators over RCCL, which the shim plays on the CPU; ranks are threads, each with a device. */
final class HipCollectivesTest {
    private static final Duration LONG = Duration.ofSeconds(120);
    private static final int N = 50;

    @TempDir
    Path folder;

    /** A program of one rank. */
    private interface Program {
        void run(ExecutionSpace own, Communicator world) throws Exception;
    }

    private static List<Throwable> onRanks(int size, Duration deadline, Program program) throws InterruptedException {
        ThreadRanks ranks = ThreadRanks.of(size);
        return ranks.run(rank -> {
            try (ExecutionSpace own = ExecutionSpaces.open("hip:" + rank);
                    Communicator world = ranks.communicator(rank, deadline).on(own)) {
                program.run(own, world);
            }
        });
    }

    private static void allSucceed(int size, Program program) throws InterruptedException {
        assertThat(onRanks(size, LONG, program)).isEqualTo(Collections.nCopies(size, null));
    }

    @Test
    void a_communicator_says_which_library_it_uses_and_its_nodes_need_no_host() throws Exception {
        allSucceed(2, (own, world) -> {
            assertThat(world)
                    .hasToString("communicator of rank " + world.rank() + " of 2 (threads, rccl 2.18.3 on " + own.name()
                            + ")");
            try (DoubleView x = DoubleView.of("x", own, N);
                    DoubleView all = DoubleView.of("all", own, 2 * N)) {
                Graph graph = Graph.define(
                        "step",
                        root -> root.then(world.allReduce("sum", Sum, x))
                                .then(world.allReduce("any", Sum, x, RankOrder.ANY))
                                .then(world.broadcast("tell", x, 0))
                                .then(world.allGather("all", all, x))
                                .then(world.barrier("end")));
                try (ExecutableGraph exec = graph.instantiate(own)) {
                    assertThat(exec.explain()).contains("native nodes: ").doesNotContain("host=");
                    exec.submit();
                    own.fence();
                }
            }
        });
    }

    @Test
    void a_view_of_another_memory_is_staged() throws Exception {
        allSucceed(2, (own, world) -> {
            try (DoubleView x = DoubleView.of("x", own);
                    DoubleView onHost = x.mirror()) {
                onHost.set(world.rank() + 1);
                Graph graph = Graph.define("step", root -> root.then(world.allReduce("sum", Sum, onHost)));
                try (ExecutableGraph exec = graph.instantiate(own)) {
                    exec.submit();
                    own.fence();
                    assertThat(onHost.get()).isEqualTo(3);
                }
            }
        });
    }

    /** Bits of the combined elements of each type, for each operator. */
    private static List<Object> bits(ExecutionSpace own, Communicator world) {
        Random random = new Random(7 + world.rank());
        List<Object> all = new ArrayList<>();
        for (ReductionOperator op : List.of(Sum, Prod, Min, Max)) {
            try (DoubleView d = DoubleView.of("d", own, N);
                    FloatView f = FloatView.of("f", own, 5, 3);
                    LongView l = LongView.of("l", own, N);
                    IntView i = IntView.of("i", own)) {
                d.assign(random.doubles(N).map(x -> x - 0.5).toArray());
                float[] floats = new float[15];
                for (int k = 0; k < floats.length; k++) {
                    floats[k] = random.nextFloat() - 0.5f;
                }
                f.assign(floats);
                l.assign(random.longs(N).toArray());
                i.assign(random.nextInt());
                Graph graph = Graph.define(
                        "combine",
                        root -> root.then(world.allReduce("d", op, d))
                                .then(world.allReduce("f", op, f))
                                .then(world.allReduce("l", op, l))
                                .then(world.allReduce("i", op, i))
                                .then(world.allReduce("xor", BitXor, l)));
                try (ExecutableGraph exec = graph.instantiate(own)) {
                    exec.submit();
                    own.fence();
                }
                all.addAll(List.of(d.toArray(), f.toArray(), l.toArray(), i.toArray()));
            }
        }
        return all;
    }

    @Test
    void the_fixed_order_has_the_bits_of_the_host() throws Exception {
        ConcurrentMap<String, List<Object>> found = new ConcurrentHashMap<>();
        allSucceed(3, (own, world) -> found.put("device " + world.rank(), bits(own, world)));
        ThreadRanks ranks = ThreadRanks.of(3);
        List<Throwable> thrown = ranks.run(rank -> {
            try (ExecutionSpace own = ExecutionSpaces.open("host,threads=1");
                    Communicator world = ranks.communicator(rank, LONG)) {
                found.put("host " + rank, bits(own, world));
            }
        });
        assertThat(thrown).isEqualTo(Collections.nCopies(3, null));
        for (int rank = 0; rank < 3; rank++) {
            assertThat(Arrays.deepEquals(
                            found.get("device " + rank).toArray(),
                            found.get("host " + rank).toArray()))
                    .as("the bits of rank " + rank)
                    .isTrue();
        }
    }

    @Test
    void ranks_with_one_device_are_refused() throws Exception {
        ThreadRanks ranks = ThreadRanks.of(2);
        List<Throwable> thrown = ranks.run(rank -> {
            try (ExecutionSpace own = ExecutionSpaces.open("hip:0");
                    Communicator world = ranks.communicator(rank, LONG)) {
                world.on(own);
            }
        });
        assertThat(thrown)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessage("C418: ranks 0 and 1 have the same device, at 0000:01:00.0 of one machine, which"
                                + " rccl 2.18.3 refuses; open the space of a rank by the number that localRank()"
                                + " returns"));
    }

    @Test
    void ranks_are_numbered_by_machine() throws Exception {
        allSucceed(3, (own, world) -> assertThat(world.localRank()).isEqualTo(world.rank()));
    }

    @Test
    void where_a_rank_is_on_another_kind_of_space_messages_are_staged() throws Exception {
        ThreadRanks ranks = ThreadRanks.of(2);
        List<Throwable> thrown = ranks.run(rank -> {
            try (ExecutionSpace own = ExecutionSpaces.open(rank == 0 ? "hip" : "host,threads=1");
                    Communicator world = ranks.communicator(rank, LONG).on(own);
                    DoubleView x = DoubleView.copyOf("x", own, rank + 1)) {
                assertThat(world.toString()).endsWith("(threads, staged, as on rank 1 host is no GPU)");
                own.submit(world.allReduce("sum", Sum, x));
                own.fence();
                assertThat(x.toArray()).containsExactly(3);
            }
        });
        assertThat(thrown).isEqualTo(Collections.nCopies(2, null));
    }

    @Test
    void views_of_one_operation_are_on_the_devices_of_all_ranks() throws Exception {
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            try (DoubleView x = DoubleView.of("x", own, 2);
                    DoubleView onHost = x.mirror();
                    ExecutableGraph exec = Graph.define(
                                    "step",
                                    root -> root.then(world.broadcast("tell", world.rank() == 0 ? x : onHost, 0)))
                            .instantiate(own)) {
                exec.submit();
                own.fence();
            }
        });
        assertThat(thrown)
                .allSatisfy(failure -> assertThat(failure).hasMessageMatching("(?s)C40[35]: node 'tell'.*"))
                .anySatisfy(failure ->
                        assertThat(failure).hasMessageContaining("or their views differ in size, type or memory"));
    }

    private static Graph sum(String label, Communicator world, DoubleView view) {
        return Graph.define(label, root -> root.then(world.allReduce(label, Sum, view, RankOrder.ANY)));
    }

    @Test
    void a_rank_that_submits_another_graph_ends_the_runs_of_all() throws Exception {
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            try (DoubleView two = DoubleView.of("two", own, 2);
                    DoubleView three = DoubleView.of("three", own, 3);
                    ExecutableGraph norm = sum("norm", world, two).instantiate(own);
                    ExecutableGraph save = sum("save", world, three).instantiate(own)) {
                (world.rank() == 0 ? norm : save).submit();
                own.fence();
            }
        });
        assertThat(thrown)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(GraphRunException.class)
                        .hasMessageMatching("(?s)C40[35]: node '(norm|save)'.*"))
                .anySatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("C405: ")
                        .hasMessageContaining("is at node 'norm' (operation 0)"));
    }

    @Test
    void runs_of_other_graphs_with_equal_sizes_are_found() throws Exception {
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            try (DoubleView x = DoubleView.of("x", own, 2);
                    ExecutableGraph left = sum("left", world, x).instantiate(own);
                    ExecutableGraph right = sum("right", world, x).instantiate(own)) {
                for (int run = 0; run < 100_000; run++) {
                    (world.rank() == 0 ? left : right).submit();
                    own.fence();
                }
            }
        });
        assertThat(thrown)
                .allSatisfy(failure -> assertThat(failure).hasMessageMatching("(?s).*C40[35]: .*"))
                .anySatisfy(failure -> assertThat(failure).hasMessageMatching("(?s).*C405: .*'(left|right)'.*"));
    }

    @Test
    void at_the_latest_they_are_found_at_the_end() throws Exception {
        ThreadRanks ranks = ThreadRanks.of(2);
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        ranks.run(rank -> {
            try (ExecutionSpace own = ExecutionSpaces.open("hip:" + rank);
                    DoubleView x = DoubleView.of("x", own, 2)) {
                Communicator world = ranks.communicator(rank, LONG).on(own);
                try (ExecutableGraph left = sum("left", world, x).instantiate(own);
                        ExecutableGraph right = sum("right", world, x).instantiate(own)) {
                    (rank == 0 ? left : right).submit();
                    own.fence();
                }
                world.close();
                failures.add(world.failure());
            }
        });
        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure).contains("C40"));
        assertThat(failures).anySatisfy(failure -> assertThat(failure).contains("C405"));
    }

    @Test
    void a_rank_that_never_comes_is_named_with_the_node_when_the_deadline_is_over() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        List<Throwable> thrown = onRanks(2, Duration.ofSeconds(3), (own, world) -> {
            try (DoubleView x = DoubleView.of("x", own, 2);
                    ExecutableGraph norm = sum("norm", world, x).instantiate(own)) {
                if (world.rank() == 0) {
                    norm.submit();
                    try {
                        own.fence();
                    } finally {
                        failed.countDown();
                    }
                } else {
                    failed.await();
                }
            }
        });
        assertThat(thrown.get(0))
                .isInstanceOf(GraphRunException.class)
                .hasMessageContaining("C402: node 'norm'")
                .hasMessageContaining("of graph 'norm' fails: within 3 s rank 1 has not come to it");
    }

    @Test
    void a_rank_that_leaves_ends_the_runs_of_the_others() throws Exception {
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            try (DoubleView x = DoubleView.of("x", own, 2);
                    ExecutableGraph norm = sum("norm", world, x).instantiate(own)) {
                if (world.rank() == 0) {
                    norm.submit();
                    own.fence();
                } else {
                    throw new IllegalArgumentException("no more");
                }
            }
        });
        assertThat(thrown.get(0))
                .hasMessageContaining("C404: node 'norm'")
                .hasMessageContaining("rank 1 has closed its communicator after 0 operations");
    }

    @Test
    void a_dead_communicator_takes_no_run() throws Exception {
        List<Throwable> thrown = onRanks(2, Duration.ofSeconds(1), (own, world) -> {
            try (DoubleView x = DoubleView.of("x", own, 2);
                    ExecutableGraph norm = sum("norm", world, x).instantiate(own)) {
                if (world.rank() == 0) {
                    norm.submit();
                    try {
                        own.fence();
                    } catch (GraphRunException late) {
                        assertThat(world.failure()).contains("C402: ");
                    }
                    norm.submit();
                } else {
                    Thread.sleep(2500);
                }
            }
        });
        assertThat(thrown.get(0)).hasMessageContaining("C407: the communicator is dead: C402: ");
    }

    @Test
    void a_communicator_that_died_at_an_instantiation_takes_no_run() throws Exception {
        List<Throwable> thrown = onRanks(2, LONG, (own, world) -> {
            try (DoubleView x = DoubleView.of("x", own, 2);
                    ExecutableGraph norm = sum("norm", world, x).instantiate(own)) {
                assertThatThrownBy(() -> sum("rank " + world.rank(), world, x).instantiate(own))
                        .isInstanceOf(GraphException.class)
                        .hasMessageMatching(
                                "(?s)C40[35]: node 'rank \\d' .*fails in its warm-up run on hip:\\d: rank .*"
                                        + "All ranks instantiate the same graphs.*");
                norm.submit();
            }
        });
        assertThat(thrown)
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("C407: the communicator is dead: C40"));
    }

    @Test
    void levels_of_rings_and_ranks_without_messages_take_part() throws Exception {
        allSucceed(3, (own, world) -> {
            int rank = world.rank();
            try (ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, own, N))) {
                DoubleView from = u.level(0);
                DoubleView to = u.level(1);
                // Rank 2 has no neighbour.
                Halo halo = rank == 2
                        ? Halo.none()
                        : Halo.none().sending(1 - rank, from).receiving(1 - rank, to);
                Graph step = Graph.define(
                        "step",
                        root -> root.thenParallelFor("own", RangePolicy.of(N), i -> from.set(i, 10 * rank + i))
                                .then(world.exchange("swap", halo))
                                .then(world.allReduce("sum", Sum, from))
                                .thenAdvance("turn", u));
                try (ExecutableGraph exec = step.instantiate(own)) {
                    for (int run = 0; run < 3; run++) {
                        exec.submit();
                        own.fence();
                        // The levels have turned.
                        assertThat(to.toArray()[1]).isEqualTo(30 + 3);
                        if (rank < 2) {
                            assertThat(from.toArray()[1]).isEqualTo(10 * (1 - rank) + 1);
                        }
                    }
                }
            }
        });
    }

    /** Returns rows of one view for a rank, and those of another from it. */
    private static Halo rows(int rank, DoubleView sent, DoubleView received) {
        Halo halo = Halo.none();
        for (int q = 0; q < 6; q++) {
            halo = halo.sending(rank, sent.subview(Slice.at(q), Slice.all()))
                    .receiving(rank, received.subview(Slice.at(q), Slice.all()));
        }
        return halo;
    }

    @Test
    void the_parts_for_a_rank_are_one_message_of_the_highest_priority() throws Exception {
        allSucceed(2, (own, world) -> {
            int other = 1 - world.rank();
            try (DoubleView u = DoubleView.of("u", own, 9, 6);
                    DoubleView v = DoubleView.of("v", own, 9, 6)) {
                Task exchange = world.exchange("swap", rows(other, u, v));
                assertThat(exchange.work().nested().get(0).graph().nodes())
                        .filteredOn(node -> !node.work().isEmpty())
                        .hasSize(13)
                        .allMatch(node -> node.priority() == Task.HIGHEST_PRIORITY);
                try (ExecutableGraph exec =
                        Graph.define("step", root -> root.then(exchange)).instantiate(own)) {
                    assertThat(exec.explain())
                            .contains("3 launches, 2 of several nodes", "native nodes: {KERNEL=2, CHILD=1}");
                }
            }
        });
    }

    @Test
    void two_parts_for_a_rank_are_messages_that_nothing_packs() throws Exception {
        allSucceed(2, (own, world) -> {
            int other = 1 - world.rank();
            try (DoubleView u = DoubleView.of("u", own, 4, 6);
                    DoubleView columns = DoubleView.of("columns", own, 6, 4)) {
                Halo rows = Halo.none();
                Halo gaps = Halo.none();
                for (int q = 0; q < 2; q++) {
                    rows = rows.sending(other, u.subview(Slice.at(q + 1), Slice.all()))
                            .receiving(other, u.subview(Slice.at(3 * q), Slice.all()));
                    gaps = gaps.sending(other, columns.subview(Slice.all(), Slice.at(q + 1)))
                            .receiving(other, columns.subview(Slice.all(), Slice.at(3 * q)));
                }
                Task exchange = world.exchange("rows", rows);
                Task packed = world.exchange("columns", gaps);
                int from = 100 * world.rank();
                try (ExecutableGraph exec = Graph.define(
                                "step",
                                root -> root.thenParallelFor("rows", MDRangePolicy.of(4, 6), (i, j) -> {
                                            u.set(i, j, from + 10 * i + j);
                                            columns.set(j, i, from + 10 * i + j);
                                        })
                                        .then(exchange)
                                        .then(packed))
                        .instantiate(own)) {
                    assertThat(exchange.work().nested()).isEmpty();
                    exec.submit();
                    own.fence();
                }
                double[] got = u.toArray();
                double[] turned = columns.toArray();
                for (int i : new int[] {0, 3}) {
                    for (int j = 0; j < 6; j++) {
                        int sent = 100 * other + 10 * (1 + i / 3) + j;
                        assertThat(got[6 * i + j]).isEqualTo(sent);
                        assertThat(turned[4 * j + i]).isEqualTo(sent);
                    }
                }
            }
        });
    }

    @Test
    void the_parts_for_the_own_rank_are_one_launch() throws Exception {
        allSucceed(1, (own, world) -> {
            try (DoubleView u = DoubleView.of("u", own, 9, 6);
                    DoubleView v = DoubleView.of("v", own, 9, 6)) {
                Halo halo = rows(0, u, v);
                Halo uneven = halo.sending(0, u);
                try (ExecutableGraph exec = Graph.define("step", root -> root.then(world.exchange("swap", halo)))
                        .instantiate(own)) {
                    assertThat(exec.explain())
                            .contains("2 launches, 1 of several nodes", "6 nodes side by side in one launch");
                }
                assertThatThrownBy(() -> world.exchange("uneven", uneven))
                        .hasMessageStartingWith("C412: exchange 'uneven' has [")
                        .hasMessageContaining(" for its own rank, and receives [")
                        .hasMessageEndingWith("] from it. Give it as many views, of the same sizes and types.");
            }
        });
    }

    @Test
    void an_executable_may_be_closed_after_its_communicator() throws Exception {
        ThreadRanks ranks = ThreadRanks.of(2);
        List<Throwable> thrown = ranks.run(rank -> {
            try (ExecutionSpace own = ExecutionSpaces.open("hip:" + rank);
                    DoubleView x = DoubleView.of("x", own, 2)) {
                Communicator world = ranks.communicator(rank, LONG).on(own);
                ExecutableGraph norm = sum("norm", world, x).instantiate(own);
                norm.submit();
                own.fence();
                world.close();
                try {
                    norm.submit();
                } finally {
                    norm.close();
                }
            }
        });
        assertThat(thrown)
                .allSatisfy(failure ->
                        assertThat(failure).hasMessage("C407: the communicator is closed; fence before you close it"));
    }

    private static Shims.Said program(String fail, String library) {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + HipLibraries.RUNTIME_PROPERTY + "=" + Shims.file("libsporos-cpu-shim.so"),
                "-D" + HipLibraries.COLLECTIVES_PROPERTY + "=" + library,
                "-cp",
                System.getProperty("java.class.path"),
                CollectivesProgram.class.getName()));
        builder.environment().put("SPOROS_SHIM_DEVICES", "2");
        builder.environment().put("SPOROS_SHIM_FAIL", fail);
        return Shims.run(builder);
    }

    @Test
    void the_library_is_loaded_where_it_is_used() throws Exception {
        // A copy has streams of its own, and fails.
        Path library = Files.copy(Shims.file("libsporos-cpu-shim.so"), folder.resolve("libcollectives.so"));
        assertThat(program("", library.toString()).text())
                .contains("opened: false", "one rank: false", "on the device: true");
    }

    @Test
    void a_missing_library_is_named() {
        assertThat(program("", "/no/such/librccl.so").text())
                .contains("(threads, staged, as on rank 0 AMD's library of collectives cannot be opened: "
                        + "/no/such/librccl.so: cannot open shared object file")
                .contains("rank 0 is right", "rank 1 is right");
    }

    @Test
    void a_rank_whose_library_fails_at_the_instantiation_tells_the_others() {
        String shim = Shims.file("libsporos-cpu-shim.so").toString();
        assertThat(program("ncclAllReduce:1:2", shim).text())
                .contains(
                        "C406: node 'norm' (CollectivesProgram.java:54) of graph 'norm' fails in its warm-up run on hip:")
                .contains("the message-passing library says: ncclAllReduce failed: unhandled system error (2)")
                .contains("has failed: C406: node 'norm'");
        assertThat(program("ncclCommInitRank:1:3", shim).text())
                .contains("C406: the message-passing library says: ncclCommInitRank failed: internal error (3)");
    }
}
