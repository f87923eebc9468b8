package org.sporos.host.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control.Body;

/**
 * Distributes the tasks of a body, whose steps it counts from the first one: a list scheduler that takes levels as
 * priorities and the same share of each step for each queue. Takes time linear in tasks and edges.
 */
public final class ListScheduler {
    /** A join of at least this many predecessors and several successors stays a task: its edges would cost more. */
    private static final int WIDE_JOIN = 3;

    /** The least average number of tasks at a time that is worth a second thread. */
    private static final double LEAST_WIDTH = 1.2;

    private final Program program;
    private final Body body;
    private final int base;
    private final int threads;
    private final int steps;
    private final int[] first;
    private final int[] level;
    private final boolean[] dissolved;
    private int levels;

    private final int[] firstBefore;
    private int[] before = new int[64];
    private boolean[] aligned = new boolean[64];
    private int edges;

    private ListScheduler(Program program, Body body, int threads) {
        this.program = program;
        this.body = body;
        this.base = body.first();
        this.threads = threads;
        this.steps = body.end() - base;
        this.first = new int[steps + 1];
        this.level = new int[steps];
        this.dissolved = new boolean[steps];
        this.firstBefore = new int[steps + 1];
        dissolveJoins();
        turnEdges();
        count();
    }

    /** Returns the schedule of a program, or null if threads cannot share it or it holds more than kernels. */
    public static @Nullable StaticSchedule of(Program program, int threads) {
        return program.chain() ? null : of(program, program.main(), threads);
    }

    /** Returns the schedule of a body, or null if threads cannot share it or it holds more than kernels. */
    public static @Nullable StaticSchedule of(Program program, Body body, int threads) {
        if (threads == 1 || body.first() == body.end() || !program.isFlat(body)) {
            return null;
        }
        ListScheduler builder = new ListScheduler(program, body, threads);
        return builder.width() < LEAST_WIDTH ? null : builder.build();
    }

    private void dissolveJoins() {
        for (int s = 0; s < steps; s++) {
            int after = program.firstSuccessor()[base + s + 1] - program.firstSuccessor()[base + s];
            dissolved[s] =
                    program.kind()[base + s] == StepKind.EMPTY && (after <= 1 || program.waits()[base + s] < WIDE_JOIN);
        }
    }

    /** Finds the steps that each step waits for. Joins come before the steps that wait for them: theirs are known. */
    private void turnEdges() {
        int[][] direct = Edges.before(program, body);
        boolean[][] chunkwise = Edges.aligned(program, body, direct);
        for (int s = 0; s < steps; s++) {
            firstBefore[s] = edges;
            for (int k = 0; k < direct[s].length; k++) {
                int b = direct[s][k];
                if (dissolved[b]) {
                    for (int e = firstBefore[b]; e < firstBefore[b + 1]; e++) {
                        edge(s, before[e], false);
                    }
                } else {
                    edge(s, b, chunkwise[s][k]);
                }
            }
            firstBefore[s + 1] = edges;
        }
    }

    private void edge(int to, int from, boolean chunkwise) {
        for (int e = Math.max(firstBefore[to], edges - WIDE_JOIN); e < edges; e++) {
            if (before[e] == from) {
                aligned[e] &= chunkwise;
                return;
            }
        }
        if (edges == before.length) {
            before = Arrays.copyOf(before, 2 * edges);
            aligned = Arrays.copyOf(aligned, 2 * edges);
        }
        aligned[edges] = chunkwise;
        before[edges++] = from;
    }

    private void count() {
        int tasks = 0;
        for (int s = 0; s < steps; s++) {
            first[s] = tasks;
            if (!dissolved[s]) {
                tasks += program.chunks()[base + s];
                for (int e = firstBefore[s]; e < firstBefore[s + 1]; e++) {
                    level[s] = Math.max(level[s], level[before[e]] + 1);
                }
                levels = Math.max(levels, level[s] + 1);
            }
        }
        first[steps] = tasks;
    }

    /** Returns how many tasks there are for each that must come after another. */
    private double width() {
        return levels == 0 ? 0 : (double) first[steps] / levels;
    }

    private StaticSchedule build() {
        int tasks = first[steps];
        int[] step = new int[tasks];
        int[] chunk = new int[tasks];
        for (int s = 0; s < steps; s++) {
            for (int t = first[s]; t < first[s + 1]; t++) {
                step[t] = s;
                chunk[t] = t - first[s];
            }
        }
        int[] singles = singlesOfLevels();
        int queues = Math.min(threads, widest(singles));
        int[] owner = owners(singles, queues);
        int[] firstOfQueue = new int[queues + 1];
        int[] order = order(owner, firstOfQueue);
        return new StaticSchedule(
                queues,
                base,
                step,
                chunk,
                first,
                firstBefore,
                Arrays.copyOf(before, edges),
                Arrays.copyOf(aligned, edges),
                order,
                firstOfQueue);
    }

    private boolean isSingle(int s) {
        return !dissolved[s] && program.chunks()[base + s] == 1;
    }

    private int[] singlesOfLevels() {
        int[] count = new int[levels];
        for (int s = 0; s < steps; s++) {
            if (isSingle(s)) {
                count[level[s]]++;
            }
        }
        return count;
    }

    private int widest(int[] singles) {
        int[] width = singles.clone();
        int most = 1;
        for (int s = 0; s < steps; s++) {
            if (!dissolved[s]) {
                width[level[s]] += isSingle(s) ? 0 : program.chunks()[base + s];
                most = Math.max(most, width[level[s]]);
            }
        }
        return most;
    }

    /** Cuts each step, and the single tasks of each level, into one part for each queue. */
    private int[] owners(int[] singles, int queues) {
        int[] owner = new int[first[steps]];
        int[] next = new int[levels];
        for (int s = 0; s < steps; s++) {
            int chunks = first[s + 1] - first[s];
            if (isSingle(s)) {
                int at = next[level[s]]++;
                owner[first[s]] = (int) ((long) at * queues / singles[level[s]]);
            } else {
                for (int k = 0; k < chunks; k++) {
                    owner[first[s] + k] = (int) ((long) k * queues / chunks);
                }
            }
        }
        return owner;
    }

    private static int[] order(int[] owner, int[] firstOfQueue) {
        for (int slot : owner) {
            firstOfQueue[slot + 1]++;
        }
        for (int slot = 1; slot < firstOfQueue.length; slot++) {
            firstOfQueue[slot] += firstOfQueue[slot - 1];
        }
        int[] order = new int[owner.length];
        int[] next = firstOfQueue.clone();
        for (int task = 0; task < owner.length; task++) {
            order[next[owner[task]]++] = task;
        }
        return order;
    }
}
