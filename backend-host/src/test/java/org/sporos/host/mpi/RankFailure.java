package org.sporos.host.mpi;

import static org.sporos.reduce.Reducers.Sum;

import java.util.concurrent.locks.LockSupport;
import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * A program of one rank whose last rank fails in one of several ways after some steps (a name, or the signal that it
 * gets), and that says what it has met.
 */
final class RankFailure {
    private static final int STEPS = 5;

    private RankFailure() {}

    public static void main(String[] args) throws Exception {
        String way = args[0];
        try (ExecutionSpace space = ExecutionSpaces.open("host");
                Communicator world = Communicators.open();
                DoubleView sum = DoubleView.of("sum", space, 1);
                IntView divisor = IntView.of("divisor", space, 1)) {
            boolean fails = world.rank() == world.size() - 1;
            Graph step = Graph.define(
                    "step",
                    root -> root.thenParallelFor("divide", RangePolicy.of(1), i -> sum.set(i, 12 / divisor.get(i)))
                            .then(world.allReduce("norm", Sum, sum)));
            Graph other = Graph.define("other", root -> root.then(world.barrier("save")));
            divisor.set(0, 1);
            try (ExecutableGraph exec = step.instantiate(space);
                    ExecutableGraph save = other.instantiate(space)) {
                for (int k = 0; k < STEPS; k++) {
                    exec.submit();
                    space.fence();
                }
                System.out.println("rank " + world.rank() + " pid "
                        + ProcessHandle.current().pid() + " has begun");
                fail(fails, way, divisor);
                (fails && way.equals("other") ? save : exec).submit();
                space.fence();
            } catch (GraphRunException e) {
                System.out.println("rank " + world.rank() + " met " + e.getMessage());
            }
        }
    }

    private static void fail(boolean fails, String way, IntView divisor) throws Exception {
        if (fails && way.equals("kernel")) {
            divisor.set(0, 0);
        } else if (fails && way.startsWith("-")) {
            String pid = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", way, pid).start().waitFor();
            LockSupport.park();
        } else if (fails && way.equals("hangs")) {
            LockSupport.parkNanos(Long.MAX_VALUE);
        }
    }
}
