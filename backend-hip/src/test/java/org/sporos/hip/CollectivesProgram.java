package org.sporos.hip;

import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.comm.RankOrder;
import org.sporos.comm.ThreadRanks;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** Adds a number of two ranks, and prints when the library of collectives was loaded, and what each rank met. */
final class CollectivesProgram {

    private CollectivesProgram() {}

    public static void main(String[] args) throws Exception {
        try (ExecutionSpace space = ExecutionSpaces.open("hip");
                DoubleView x = DoubleView.copyOf("x", space, 1)) {
            System.out.println("opened: " + isLoaded());
            try (Communicator alone = Communicators.open()) {
                space.submit(alone.allReduce("sum", Sum, x));
                space.fence();
            }
            System.out.println("one rank: " + isLoaded());
        }
        ThreadRanks ranks = ThreadRanks.of(2);
        List<Throwable> thrown = ranks.run(rank -> run(rank, ranks.communicator(rank, Duration.ofSeconds(5))));
        System.out.println("on the device: " + isLoaded());
        for (int rank = 0; rank < 2; rank++) {
            System.out.println("rank " + rank + (thrown.get(rank) == null ? " is right" : " met " + thrown.get(rank)));
        }
    }

    private static boolean isLoaded() throws IOException {
        return Files.readString(Path.of("/proc/self/maps"))
                .contains(System.getProperty(HipLibraries.COLLECTIVES_PROPERTY));
    }

    private static void run(int rank, Communicator all) {
        try (ExecutionSpace space = ExecutionSpaces.open("hip:" + rank);
                all;
                Communicator world = all.on(space);
                DoubleView x = DoubleView.copyOf("x", space, rank + 1)) {
            System.out.println(world);
            Graph graph = Graph.define("norm", root -> root.then(world.allReduce("norm", Sum, x, RankOrder.ANY)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            if (x.toArray()[0] != 3) {
                throw new AssertionError(x.toArray()[0]);
            }
        }
    }
}
