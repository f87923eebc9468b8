package org.sporos.host;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.LongView;

/**
 * Runs random graphs until so many nodes have run, checks all results against the same computed one after the other,
 * and ends with a dump of all threads if nothing moves for two minutes. Other threads come and go meanwhile and take
 * the cores away, so that workers stall wherever they are. A program and not a test, for it takes as long as it is told
 * to.
 */
public final class RandomGraphStress {
    private static final long PATIENCE_NANOS = 120_000_000_000L;
    /** Most nodes are as short as can be: then threads meet most often. */
    private static final int RARELY = 20;

    private static final int GRAPHS = 300;
    private static final AtomicLong NODES = new AtomicLong();

    private RandomGraphStress() {}

    /** Arguments: the number of node runs, of threads of the space, of threads that disturb, and the seed. */
    public static void main(String[] args) throws InterruptedException {
        long wanted = (long) Double.parseDouble(args.length > 0 ? args[0] : "1e8");
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        int disturbers = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        long seed = args.length > 3 ? Long.parseLong(args[3]) : System.nanoTime();
        System.out.println(wanted + " node runs on " + threads + " threads, seed " + seed);
        start("watch", RandomGraphStress::watch);
        for (int i = 0; i < disturbers; i++) {
            long own = seed + i;
            start("disturb", () -> disturb(new Random(own)));
        }
        Random random = new Random(seed);
        long graphs = 0;
        long shared = 0;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads)) {
            while (NODES.get() < wanted) {
                long each = Math.max(1, wanted / GRAPHS);
                shared += run(space, new RandomGraphTest.Case(random, RARELY), each, random) ? 1 : 0;
                shared += run(space, RandomGraphTest.Case.layers(random, Math.min(threads, 3)), each / 10, random)
                        ? 1
                        : 0;
                graphs += 2;
                if (graphs % 10 == 0) {
                    System.out.println(
                            graphs + " graphs, " + NODES.get() + " node runs, at their end " + shared + " shared");
                }
            }
        }
        System.out.println("passed: " + graphs + " graphs, " + NODES.get() + " node runs, none lost");
    }

    /** Returns whether its last run was shared among threads. */
    private static boolean run(ExecutionSpace space, RandomGraphTest.Case graph, long nodes, Random random) {
        int runs = (int) Math.max(50, nodes / graph.nodes);
        int between = 1 + random.nextInt(30);
        try (LongView values = LongView.of("values", space, (long) graph.nodes * RandomGraphTest.Case.WIDTH);
                ExecutionStream other = space.stream("other");
                ExecutableGraph exec = graph.define(values).instantiate(space)) {
            boolean twoStreams = random.nextInt(4) == 0;
            for (int r = 0; r < runs; r++) {
                if (twoStreams && r % 3 == 0) {
                    exec.submit(other);
                } else {
                    exec.submit();
                }
                if (r % between == 0) {
                    space.fence();
                }
                NODES.addAndGet(graph.nodes);
            }
            space.fence();
            if (!Arrays.equals(values.toArray(), graph.reference(runs))) {
                throw new IllegalStateException("wrong results of a graph of " + graph.nodes + " nodes");
            }
            return exec.explain().lines().findFirst().orElseThrow().contains("shared among threads");
        }
    }

    /** Takes a core for some milliseconds, again and again. */
    private static void disturb(Random random) {
        while (true) {
            long until = System.nanoTime() + random.nextInt(8_000_000);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            sleep(1 + random.nextInt(20));
        }
    }

    private static void watch() {
        long last = -1;
        long since = System.nanoTime();
        while (true) {
            sleep(1000);
            if (NODES.get() != last) {
                last = NODES.get();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                Thread.getAllStackTraces().forEach((thread, stack) -> {
                    System.out.println(thread);
                    Arrays.stream(stack).forEach(line -> System.out.println("    " + line));
                });
                System.out.println("FAILED: nothing has moved for two minutes");
                Runtime.getRuntime().halt(1);
            }
        }
    }

    private static void start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
