package org.sporos.contract;

import static org.sporos.reduce.Reducers.BitOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.comm.Halo;
import org.sporos.comm.RankOrder;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/**
 * A program of one rank: runs each operation of a communicator twice and compares what it gives with what it should.
 */
public final class RankCollectives {
    private static final int N = 1000;

    private RankCollectives() {}

    /** Runs it on the space that the argument names; {@code cuda:} is the device of each rank, with its library. */
    public static void main(String[] args) {
        boolean isOnDevice = args[0].endsWith(":");
        try (Communicator all = Communicators.open();
                ExecutionSpace space = ExecutionSpaces.open(isOnDevice ? args[0] + all.localRank() : args[0]);
                Communicator world = isOnDevice ? all.on(space) : all) {
            System.out.println(world);
            few(space, world);
            many(space, world);
            around(space, world);
            parts(space, world);
            System.out.println("rank " + world.rank() + " of " + world.size() + " is right");
        }
    }

    private static void few(ExecutionSpace space, Communicator world) {
        int rank = world.rank();
        int size = world.size();
        DoubleView sum = DoubleView.of("sum", space, 2);
        LongView bits = LongView.of("bits", space);
        IntView told = IntView.of("told", space, 3);
        Graph graph = Graph.define(
                "few",
                root -> root.thenParallelFor("own", RangePolicy.of(2), i -> {
                            sum.set(i, (rank + 1) * (i + 0.1));
                            told.set(i, rank + i);
                        })
                        .then("bit", () -> bits.set(1L << rank))
                        .then(world.allReduce("add", Sum, sum))
                        .then(world.allReduce("or", BitOr, bits))
                        .then(world.broadcast("tell", told, size - 1))
                        .then(world.barrier("all")));
        twice(space, graph);
        double[] expected = new double[2];
        for (int r = 0; r < size; r++) {
            expected[0] += (r + 1) * 0.1;
            expected[1] += (r + 1) * 1.1;
        }
        require(near(sum.toArray()[0], expected[0]) && near(sum.toArray()[1], expected[1]), "a sum of few");
        require(bits.toArray()[0] == (1L << size) - 1, "bits");
        require(told.toArray()[1] == size, "a broadcast of few");
    }

    private static void many(ExecutionSpace space, Communicator world) {
        int rank = world.rank();
        int size = world.size();
        DoubleView fixed = DoubleView.of("fixed", space, N);
        DoubleView any = DoubleView.of("any", space, N);
        DoubleView told = DoubleView.of("told", space, N);
        DoubleView own = DoubleView.of("own", space, N);
        DoubleView all = DoubleView.of("all", space, N * size);
        DoubleView part = DoubleView.of("part", space, N);
        Graph graph = Graph.define(
                "many",
                root -> root.thenParallelFor("own", RangePolicy.of(N), i -> {
                            fixed.set(i, i + rank);
                            any.set(i, i + rank);
                            told.set(i, i * (rank + 1.0));
                            own.set(i, i + 0.5 * rank);
                        })
                        .then(world.allReduce("most", Max, fixed))
                        .then(world.allReduce("least", Min, any, RankOrder.ANY))
                        .then(world.broadcast("tell", told, 0))
                        .then(world.allGather("gather", all, own))
                        .then(world.reduceScatter("part", Sum, part, all, RankOrder.FIXED)));
        twice(space, graph);
        double[] gathered = all.toArray();
        for (int i = 0; i < N; i++) {
            require(fixed.toArray()[i] == i + size - 1 && any.toArray()[i] == i, "extremes at " + i);
            require(told.toArray()[i] == i, "a broadcast of many at " + i);
            require(part.toArray()[i] == size * (i + 0.5 * rank), "a part at " + i);
            for (int r = 0; r < size; r++) {
                require(gathered[r * N + i] == i + 0.5 * r, "a gather at " + i);
            }
        }
    }

    /** Columns, whose elements lie apart, go around a ring. */
    private static void around(ExecutionSpace space, Communicator world) {
        int rank = world.rank();
        int next = (rank + 1) % world.size();
        int before = (rank + world.size() - 1) % world.size();
        DoubleView u = DoubleView.of("u", space, 5, 4);
        Halo halo = Halo.none()
                .sending(next, u.subview(Slice.all(), Slice.at(2)))
                .receiving(before, u.subview(Slice.all(), Slice.at(0)));
        Graph graph = Graph.define(
                "around",
                root -> root.thenParallelFor("own", RangePolicy.of(5), i -> u.set(i, 2, 10 * rank + i))
                        .then(world.exchange("swap", halo)));
        twice(space, graph);
        DoubleView host = u.mirror();
        Views.deepCopy(host, u);
        for (int i = 0; i < 5; i++) {
            require(host.get(i, 0) == 10 * before + i, "an exchange at " + i);
        }
    }

    private static void parts(ExecutionSpace space, Communicator world) {
        Communicator part = world.split(world.rank() % 2);
        DoubleView count = DoubleView.of("count", space, 1);
        Graph graph =
                Graph.define("parts", root -> root.thenFill("one", count, 1).then(part.allReduce("count", Sum, count)));
        twice(space, graph);
        require(count.toArray()[0] == part.size(), "a sum of a part");
    }

    private static void twice(ExecutionSpace space, Graph graph) {
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            exec.submit();
            space.fence();
        }
    }

    private static boolean near(double a, double b) {
        return Math.abs(a - b) < 1e-12;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + " is wrong");
        }
    }
}
