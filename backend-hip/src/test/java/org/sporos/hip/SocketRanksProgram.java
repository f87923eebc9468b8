package org.sporos.hip;

import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.comm.RankOrder;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** A process of one rank: adds numbers of all ranks on the device; rank 1 may then end or freeze. */
final class SocketRanksProgram {

    private SocketRanksProgram() {}

    public static void main(String[] args) throws Exception {
        try (Communicator world = Communicators.open();
                ExecutionSpace space = ExecutionSpaces.open("hip:" + world.localRank());
                Communicator ranks = world.on(space);
                DoubleView x = DoubleView.copyOf("x", space, world.rank() + 1)) {
            System.out.println(ranks);
            Graph graph = Graph.define("step", root -> root.then(ranks.allReduce("norm", Sum, x, RankOrder.ANY)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                System.out.println("rank " + world.rank() + " has " + x.toArray()[0]);
                if (args[0].equals("right")) {
                    return;
                }
                if (world.rank() == 1) {
                    end(args[0]);
                }
                exec.submit();
                space.fence();
            } catch (GraphRunException e) {
                System.out.println("rank " + world.rank() + " met " + e.getMessage());
            }
        }
    }

    private static void end(String how) throws IOException, InterruptedException {
        if (how.equals("halt")) {
            Runtime.getRuntime().halt(9);
        }
        new ProcessBuilder(
                        "kill", "-STOP", Long.toString(ProcessHandle.current().pid()))
                .start()
                .waitFor();
    }
}
