package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.comm.Decomposition;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** The page on several processes. */
final class SeveralProcessesTest extends OnASpace {

    @Test
    void a_norm_of_all_ranks() {
        int n = 1000;
        DoubleView u = DoubleView.of("u", space, n);
        Views.fill(u, 2);
        // snippet: ranks-norm
        try (Communicator world = Communicators.open();
                DoubleView norm = DoubleView.of("norm", space)) {
            Graph graph = Graph.define(
                    "norm",
                    root -> root.thenParallelReduce(
                                    "own part", RangePolicy.of(n), Sum.into(norm, i -> u.get(i) * u.get(i)))
                            .then(world.allReduce("of all ranks", Sum, norm)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                System.out.println("rank " + world.rank() + " of " + world.size() + ": " + norm.read());
            }
        }
        // end
    }

    @Test
    void a_norm_on_the_device_of_each_rank() {
        String kind = "host";
        // snippet: ranks-device
        try (Communicator world = Communicators.open();
                ExecutionSpace gpu = ExecutionSpaces.open(kind + ":" + world.localRank());
                Communicator ranks = world.on(gpu);
                DoubleView norm = DoubleView.of("norm", gpu)) {
            System.out.println(ranks);
            Graph graph = Graph.define("norm", root -> root.then(ranks.allReduce("of all ranks", Sum, norm)));
            try (ExecutableGraph exec = graph.instantiate(gpu)) {
                exec.submit();
                gpu.fence();
            }
        }
        // end
    }

    @Test
    void a_rank_on_each_device_is_a_thread() throws InterruptedException {
        List<String> names = List.of("host,threads=1", "host,threads=1");
        List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
        BiConsumer<ExecutionSpace, Communicator> program = (space, world) -> sizes.add(world.size());
        // snippet: gpus-threads
        List<Thread> all = new ArrayList<>();
        for (Communicator own : Communicators.ofThreads(names.size())) {
            all.add(new Thread(() -> {
                try (own;
                        ExecutionSpace space = ExecutionSpaces.open(names.get(own.rank()));
                        Communicator world = own.on(space)) {
                    program.accept(space, world);
                }
            }));
        }
        all.forEach(Thread::start);
        // end
        for (Thread one : all) {
            one.join();
        }
        assertThat(sizes).containsExactly(2, 2);
    }

    @Test
    void a_graph_over_two_spaces() {
        int half = 50;
        try (ExecutionSpace one = ExecutionSpaces.open("host,threads=1");
                ExecutionSpace two = ExecutionSpaces.open("host,threads=1");
                DoubleView u = DoubleView.of("u", one, half + 1);
                DoubleView v = DoubleView.of("v", two, half + 1);
                DoubleView u2 = DoubleView.of("u2", one, half + 1);
                DoubleView v2 = DoubleView.of("v2", two, half + 1)) {
            Views.fill(u, 4);
            Views.fill(v, 8);
            // snippet: gpus-graph
            Graph step = Graph.define("step", root -> {
                root.on(one)
                        .thenDeepCopy("halo", u.subview(Slice.range(half, half + 1)), v.subview(Slice.range(1, 2)))
                        .thenParallelFor("left", RangePolicy.of(1, half), i -> u2.set(i, mean(u, i)));
                root.on(two)
                        .thenDeepCopy("halo", v.subview(Slice.range(0, 1)), u.subview(Slice.range(half - 1, half)))
                        .thenParallelFor("right", RangePolicy.of(1, half), i -> v2.set(i, mean(v, i)));
            });
            try (ExecutableGraph exec = step.instantiate(one)) {
                exec.submit();
                one.fence();
            }
            // end
            assertThat(u2.toArray()[half - 1]).isEqualTo(6);
            assertThat(v2.toArray()[1]).isEqualTo(6);
        }
    }

    private static double mean(DoubleView u, int i) {
        return 0.5 * (u.get(i - 1) + u.get(i + 1));
    }

    @Test
    void a_step_beside_its_exchange() {
        int rows = 20;
        int columns = 30;
        try (Communicator world = Communicators.open("single")) {
            // snippet: ranks-step
            Decomposition blocks = Decomposition.of(world, 1, rows, columns);
            DoubleView u = DoubleView.of("u", space, blocks.localExtents());
            DoubleView v = DoubleView.of("v", space, blocks.localExtents());
            Graph step = Graph.define("step", root -> {
                root.thenParallelFor("inner", blocks.innerBox(), (i, j) -> v.set(i, j, mean(u, i, j)));
                NodeRef halo = root.then(world.exchange("halo", blocks.faces(u)));
                for (MDRangePolicy border : blocks.borderBoxes()) {
                    halo.thenParallelFor("border", border, (i, j) -> v.set(i, j, mean(u, i, j)));
                }
            });
            // end
            Views.fill(u, 3);
            try (ExecutableGraph exec = step.instantiate(space)) {
                exec.submit();
            }
            assertThat(v.toArray()[(columns + 2) + 1]).isEqualTo(3);
            // snippet: ranks-gather
            DoubleView whole = world.rank() == 0 ? DoubleView.of("whole", space, rows, columns) : null;
            Graph gather = Graph.define("gather", root -> root.then(world.exchange("v", blocks.gather(v, whole))));
            // end
            try (ExecutableGraph exec = gather.instantiate(space)) {
                exec.submit();
            }
            assertThat(whole.toArray()).containsOnly(3);
        }
    }

    private static double mean(DoubleView u, int i, int j) {
        return 0.25 * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1));
    }
}
