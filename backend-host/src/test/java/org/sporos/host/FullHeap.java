package org.sporos.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/**
 * Runs graphs while the heap is full, again and again, in a small JVM of its own: each call may throw for lack of
 * memory, and once there is memory again the next run passes. Prints "passed", or what hangs.
 */
public final class FullHeap {
    private static final int ROUNDS = 4;
    private static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(Patience.SECONDS);

    private static volatile long since = System.nanoTime();
    private static volatile boolean filled;
    private static final Object[] NOTHING = {};
    private static Object[] hog = NOTHING;

    private FullHeap() {}

    /** The argument names the space. */
    public static void main(String[] args) {
        watch(Thread.currentThread());
        try (ExecutionSpace space = ExecutionSpaces.open(args[0]);
                IntView count = IntView.of("count", space);
                IntView many = IntView.of("many", space, 10_000)) {
            List<ExecutableGraph> all = new ArrayList<>();
            for (Graph graph : graphs(count, many)) {
                all.add(graph.instantiate(space));
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (ExecutableGraph exec : all) {
                    full(space, exec, round);
                    pass(space, exec);
                }
            }
            all.forEach(ExecutableGraph::close);
        }
        System.out.println("passed");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static List<Graph> graphs(IntView count, IntView many) {
        Event event = Event.of("event");
        Runnable greedy = () -> {
            if (filled) {
                // Fails while the heap is full, and takes more of it.
                throw new IllegalStateException("text ".repeat(100_000));
            }
        };
        Graph calls = Graph.define("calls", root -> root.then("a", () -> count.set(count.get() + 1)));
        Graph host = Graph.define("host", root -> {
            NodeRef a = root.thenParallelFor("a", RangePolicy.of(10_000), i -> many.set(i, i));
            Graph.whenAll(a.thenHost("b", Access.reads(), greedy), a.thenHost("c", Access.reads(), greedy))
                    .then("d", () -> count.set(count.get() + 1));
        });
        Graph events = Graph.define(
                "events",
                root -> root.then("a", () -> count.set(count.get() + 1))
                        .thenRecordEvent("b", event)
                        .thenWaitEvent("c", event));
        Graph memory = Graph.define("memory", root -> {
            root.thenAllocate("work", IntView.spec(200_000)).then("a", () -> count.set(count.get() + 1));
        });
        return List.of(calls, host, events, memory);
    }

    /** Runs with a heap of which nothing, or very little, is left. */
    private static void full(ExecutionSpace space, ExecutableGraph exec, int round) {
        fill();
        leave(round % 7);
        filled = true;
        for (int run = 0; run < 5; run++) {
            try {
                exec.submit();
                exec.submitTracked();
                space.defaultStream().record(Event.of("other"));
                space.fence();
            } catch (Throwable expected) {
                // There is no memory, also not to say so.
            }
        }
        filled = false;
        hog = NOTHING;
    }

    private static void pass(ExecutionSpace space, ExecutableGraph exec) {
        try {
            space.fence();
        } catch (RuntimeException failure) {
            // The failure of an earlier run.
        }
        exec.submit();
        exec.submitTracked().await();
        space.fence();
        since = System.nanoTime();
    }

    /** Fills the heap with linked arrays, larger ones first. */
    private static void fill() {
        Object[] head = NOTHING;
        for (int size = 1 << 20; size >= 8; size /= 2) {
            try {
                while (true) {
                    Object[] more = new Object[size];
                    more[0] = head;
                    head = more;
                }
            } catch (OutOfMemoryError full) {
                hog = head;
            }
        }
    }

    /** Gives a few of the smallest arrays back. */
    private static void leave(int few) {
        for (int i = 0; i < 100 * few && hog.length > 0; i++) {
            hog = (Object[]) hog[0];
        }
    }

    private static void watch(Thread main) {
        Thread watch = new Thread(() -> {
            while (System.nanoTime() - since < HANGS_NANOS) {
                LockSupport.parkNanos(100_000_000);
            }
            hog = NOTHING;
            System.out.println("hangs at " + List.of(main.getStackTrace()));
            System.out.flush();
            Runtime.getRuntime().halt(1);
        });
        watch.setDaemon(true);
        watch.start();
    }
}
