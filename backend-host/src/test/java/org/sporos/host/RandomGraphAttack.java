package org.sporos.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Submission;
import org.sporos.param.LongParam;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.LongView;
import org.sporos.view.Views;

/**
 * Random graphs of several users on one space, with eager calls and changes of params between their submits, and with
 * host nodes that throw what is hard to report. Each eager call is compared with plain Java that does the same in
 * order. A program and not a test: {@code RandomGraphAttack [seconds] [threads] [users] [seed]}. It ends with a dump of
 * all threads if a user does not move for two minutes.
 */
public final class RandomGraphAttack {
    private static final long PATIENCE_NANOS = 120_000_000_000L;
    private static final int SIZE = 257;
    private static final AtomicLong RUNS = new AtomicLong();
    private static final AtomicLong FAILED_RUNS = new AtomicLong();
    private static final AtomicLong COMPARED = new AtomicLong();
    private static final AtomicReference<Throwable> WRONG = new AtomicReference<>();

    private RandomGraphAttack() {}

    public static void main(String[] args) throws InterruptedException {
        long seconds = args.length > 0 ? Long.parseLong(args[0]) : 60;
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        int users = args.length > 2 ? Integer.parseInt(args[2]) : 4;
        long seed = args.length > 3 ? Long.parseLong(args[3]) : System.nanoTime();
        System.out.println(seconds + " s, " + threads + " threads, " + users + " users, seed " + seed);
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        AtomicLong[] moves = new AtomicLong[users];
        List<Thread> all = new ArrayList<>();
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads)) {
            for (int u = 0; u < users; u++) {
                AtomicLong moved = moves[u] = new AtomicLong();
                Random random = new Random(seed + u);
                Thread user = new Thread(() -> attack(space, random, end, moved), "user-" + u);
                user.setDaemon(true);
                user.start();
                all.add(user);
            }
            watch(all, moves);
        }
        Throwable wrong = WRONG.get();
        if (wrong != null) {
            wrong.printStackTrace(System.out);
            System.out.println("FAILED, seed " + seed);
            System.exit(1);
        }
        List<Thread> left = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sporos-host"))
                .toList();
        System.out.println((left.isEmpty() ? "passed: " : "FAILED, " + left + " are left: ") + RUNS + " runs, "
                + FAILED_RUNS + " of them failed as they were to, " + COMPARED + " views compared");
        System.exit(left.isEmpty() ? 0 : 1);
    }

    private static void watch(List<Thread> users, AtomicLong[] moves) throws InterruptedException {
        long[] last = new long[moves.length];
        long[] since = new long[moves.length];
        Arrays.fill(since, System.nanoTime());
        while (users.stream().anyMatch(Thread::isAlive) && WRONG.get() == null) {
            Thread.sleep(500);
            for (int u = 0; u < moves.length; u++) {
                if (moves[u].get() != last[u] || !users.get(u).isAlive()) {
                    last[u] = moves[u].get();
                    since[u] = System.nanoTime();
                } else if (System.nanoTime() - since[u] > PATIENCE_NANOS) {
                    Thread.getAllStackTraces().forEach((thread, stack) -> {
                        System.out.println(thread);
                        Arrays.stream(stack).forEach(line -> System.out.println("    " + line));
                    });
                    System.out.println("FAILED: user " + u + " has not moved for two minutes");
                    System.exit(2);
                }
            }
        }
    }

    private static void attack(ExecutionSpace space, Random random, long end, AtomicLong moved) {
        try {
            while (System.nanoTime() < end && WRONG.get() == null) {
                try (ExecutionStream stream = space.stream("s");
                        Program program = new Program(space, random)) {
                    for (int step = 0; step < 300 && System.nanoTime() < end; step++) {
                        program.step(stream);
                        moved.incrementAndGet();
                    }
                    program.compareAll(stream);
                }
            }
        } catch (OutOfMemoryError small) {
            // The heap is small on purpose; what matters is that nothing hangs.
            System.out.println(Thread.currentThread().getName() + " ended: " + small);
        } catch (Throwable wrong) {
            WRONG.compareAndSet(null, wrong);
        }
    }

    /** A random graph over some views, and the same in plain Java. */
    private static final class Program implements AutoCloseable {
        private final Random random;
        private final List<LongView> views = new ArrayList<>();
        private final List<long[]> expected = new ArrayList<>();
        private final List<Runnable> oracle = new ArrayList<>();
        private final LongParam scale = LongParam.of("scale", 3);
        private final AtomicInteger toThrow = new AtomicInteger();
        private final ExecutableGraph exec;

        Program(ExecutionSpace space, Random random) {
            this.random = random;
            for (int v = 0; v < 5; v++) {
                views.add(LongView.of("v" + v, space, SIZE));
                expected.add(new long[SIZE]);
            }
            LongView sum = LongView.of("sum", space);
            long[] expectedSum = new long[1];
            views.add(sum);
            expected.add(expectedSum);
            exec = Graph.define("attack", root -> define(root, sum, expectedSum))
                    .instantiate(space);
        }

        /** Each node depends on the last writer and on all readers since of what it touches. */
        private void define(NodeRef root, LongView sum, long[] expectedSum) {
            List<List<NodeRef>> readers = new ArrayList<>();
            List<NodeRef> writers = new ArrayList<>();
            for (int v = 0; v < views.size(); v++) {
                readers.add(new ArrayList<>());
                writers.add(root);
            }
            int nodes = 1 + random.nextInt(40);
            int thrower = random.nextInt(3) == 0 ? -1 : random.nextInt(nodes);
            for (int k = 0; k < nodes; k++) {
                int to = random.nextInt(5);
                int from = (to + 1 + random.nextInt(4)) % 5;
                boolean reduces = random.nextInt(8) == 0;
                int written = reduces ? 5 : to;
                List<NodeRef> after = new ArrayList<>(readers.get(written));
                after.add(writers.get(written));
                after.add(writers.get(from));
                NodeRef place = join(root, after);
                NodeRef node = k == thrower
                        ? place.thenHost("thrower", Access.updates(views.get(written)), this::maybeThrow)
                        : reduces
                                ? place.thenParallelReduce("sum", RangePolicy.of(SIZE), sumOf(from, sum, expectedSum))
                                : loop(place, to, from);
                writers.set(written, node);
                readers.get(written).clear();
                if (k != thrower) {
                    readers.get(from).add(node);
                }
            }
        }

        private static NodeRef join(NodeRef root, List<NodeRef> after) {
            List<NodeRef> nodes = after.stream().filter(node -> node != root).toList();
            return nodes.isEmpty() ? root : Graph.whenAll(nodes);
        }

        private org.sporos.reduce.Reduction sumOf(int from, LongView sum, long[] expectedSum) {
            LongView source = views.get(from);
            long[] plain = expected.get(from);
            oracle.add(() -> expectedSum[0] = Arrays.stream(plain).sum());
            return Reducers.Sum.into(sum, i -> source.get(i));
        }

        private NodeRef loop(NodeRef place, int to, int from) {
            LongView target = views.get(to);
            LongView source = views.get(from);
            long[] t = expected.get(to);
            long[] s = expected.get(from);
            int add = random.nextInt(100);
            LongParam factor = scale;
            switch (random.nextInt(3)) {
                case 0 -> {
                    oracle.add(() -> Arrays.setAll(t, i -> t[i] * factor.get() + s[i] + add));
                    return place.thenParallelFor(
                            "scale",
                            RangePolicy.of(SIZE),
                            i -> target.set(i, target.get(i) * factor.get() + source.get(i) + add));
                }
                case 1 -> {
                    oracle.add(() -> Arrays.setAll(t, i -> s[i == 0 ? SIZE - 1 : i - 1] ^ add));
                    return place.thenParallelFor(
                            "shift",
                            RangePolicy.of(SIZE),
                            i -> target.set(i, source.get(i == 0 ? SIZE - 1 : i - 1) ^ add));
                }
                default -> {
                    oracle.add(() -> System.arraycopy(s, 0, t, 0, SIZE));
                    return place.thenDeepCopy("copy", target, source);
                }
            }
        }

        void step(ExecutionStream stream) {
            switch (random.nextInt(12)) {
                case 0 -> compare(random.nextInt(views.size()));
                case 1 -> {
                    int v = random.nextInt(5);
                    long value = random.nextLong();
                    Views.fill(views.get(v), value);
                    Arrays.fill(expected.get(v), value);
                }
                case 2 -> {
                    int v = random.nextInt(5);
                    int w = (v + 1) % 5;
                    Views.deepCopy(views.get(v), views.get(w));
                    System.arraycopy(expected.get(w), 0, expected.get(v), 0, SIZE);
                }
                case 3 -> {
                    int v = random.nextInt(5);
                    long[] values = random.longs(SIZE).toArray();
                    views.get(v).assign(values);
                    System.arraycopy(values, 0, expected.get(v), 0, SIZE);
                }
                case 4 -> scale.set(random.nextInt(1000));
                case 5 -> failing(stream);
                case 6 -> {
                    Submission run = exec.submitTracked(stream);
                    follow();
                    run.await();
                }
                default -> {
                    exec.submit(stream);
                    follow();
                }
            }
        }

        private void follow() {
            oracle.forEach(Runnable::run);
            RUNS.incrementAndGet();
        }

        /** Has the next run throw, if it has a node that can; its views are made anew then. */
        private void failing(ExecutionStream stream) {
            compareAll(stream);
            toThrow.set(1 + random.nextInt(5));
            boolean failed = false;
            exec.submit(stream);
            try {
                if (random.nextBoolean()) {
                    stream.fence();
                } else {
                    for (LongView view : views) {
                        view.toArray();
                    }
                    stream.fence();
                }
            } catch (GraphRunException thrown) {
                failed = true;
                if (!thrown.node().equals("thrower")) {
                    throw thrown;
                }
            }
            if (failed) {
                FAILED_RUNS.incrementAndGet();
            } else if (toThrow.getAndSet(0) == 0) {
                throw new AssertionError("the failure of a run was lost");
            }
            for (int v = 0; v < views.size(); v++) {
                views.get(v).assign(expected.get(v));
            }
        }

        private void maybeThrow() {
            switch (toThrow.getAndSet(0)) {
                case 1 -> throw new IllegalStateException("R304: a text of the user");
                case 2 -> throw new Unspeakable();
                case 3 -> throw new OutOfMemoryError("made up");
                case 4 -> endless(0);
                case 5 -> throw new AssertionError();
                default -> {}
            }
        }

        @SuppressWarnings("InfiniteRecursion")
        private static int endless(int depth) {
            return 1 + endless(depth + 1);
        }

        private void compare(int v) {
            long[] found = views.get(v).toArray();
            if (!Arrays.equals(found, expected.get(v))) {
                throw new AssertionError("view " + v + " differs");
            }
            COMPARED.incrementAndGet();
        }

        void compareAll(ExecutionStream stream) {
            if (random.nextBoolean()) {
                stream.fence();
            }
            for (int v = 0; v < views.size(); v++) {
                compare(v);
            }
        }

        @Override
        public void close() {
            exec.close();
            views.forEach(LongView::close);
        }
    }

    /** Throws when somebody asks what it says. */
    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }
}
