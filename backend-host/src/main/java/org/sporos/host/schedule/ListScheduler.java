package org.sporos.host.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control.Body;

/**
 * A list scheduler of the tasks of a body: priorities are levels, and each queue gets the same share of each step.
 * Steps are numbered from the first one of the body. Takes time linear in tasks and edges.
 *
 * <p><b>The cost model.</b> With known serial times, a step is cut into pieces no shorter than a handover, so that
 * short consecutive steps stay on one thread. The time of a level is that of its busiest queue, plus a handover if
 * several queues participate; the time of a run is the sum over the levels. Without times, each chunk is a piece.
 */
public final class ListScheduler {
    /**
     * A join of at least this many predecessors and several successors stays a task: dissolving it would add too many
     * edges.
     */
    private static final int WIDE_JOIN = 3;

    /** The least average number of concurrent tasks worth a second thread. */
    private static final double LEAST_WIDTH = 1.2;

    /** The time from the end of a piece to the start of its successor on another thread, with its data. */
    private static final long HANDOVER_NANOS = 1_000;

    private final Program program;
    private final Body body;
    private final int base;
    private final int threads;
    private final int steps;
    private final int[] first;
    private final int[] level;
    private final boolean[] dissolved;
    /** The number of pieces of each step. */
    private final int[] pieces;
    /** The serial time of each step, or null. */
    private final long @Nullable [] nanos;

    private int levels;

    private final int[] firstBefore;
    private int[] before = new int[64];
    private boolean[] aligned = new boolean[64];
    private int edges;

    private ListScheduler(Program program, Body body, int threads, long @Nullable [] nanos) {
        this.program = program;
        this.body = body;
        this.base = body.first();
        this.threads = threads;
        this.steps = body.end() - base;
        this.first = new int[steps + 1];
        this.level = new int[steps];
        this.dissolved = new boolean[steps];
        this.nanos = nanos;
        this.pieces = pieces();
        this.firstBefore = new int[steps + 1];
        dissolveJoins();
        turnEdges();
        count();
    }

    /** Returns the schedule of a program, or null if threads cannot share it or it contains more than kernels. */
    public static @Nullable StaticSchedule of(Program program, int threads) {
        return program.chain() ? null : of(program, program.main(), threads, null);
    }

    /**
     * Returns the schedule of a body, or null if threads cannot share it or it contains more than kernels.
     *
     * @param nanos the serial time of each step, or null if unknown
     */
    public static @Nullable StaticSchedule of(Program program, Body body, int threads, long @Nullable [] nanos) {
        if (threads == 1 || body.first() == body.end() || !program.isFlat(body)) {
            return null;
        }
        ListScheduler builder = new ListScheduler(program, body, threads, nanos);
        return builder.width() < LEAST_WIDTH ? null : builder.build();
    }

    private int[] pieces() {
        int[] all = Arrays.copyOfRange(program.chunks(), base, body.end());
        for (int s = 0; nanos != null && s < steps; s++) {
            all[s] = (int) Math.max(1, Math.min(all[s], nanos[s] / HANDOVER_NANOS));
        }
        return all;
    }

    private void dissolveJoins() {
        for (int s = 0; s < steps; s++) {
            int after = program.firstSuccessor()[base + s + 1] - program.firstSuccessor()[base + s];
            dissolved[s] =
                    program.kind()[base + s] == StepKind.EMPTY && (after <= 1 || program.waits()[base + s] < WIDE_JOIN);
        }
    }

    /**
     * Computes the predecessors of each step. A dissolved join is replaced by its own predecessors, which are computed
     * before.
     */
    private void turnEdges() {
        // A counting sort of the edges by successor: in the end, end[s] is the end of the edges to s.
        int[] end = new int[steps + 1];
        forEachEdge((from, to, chunkwise) -> end[to + 1]++);
        for (int s = 0; s < steps; s++) {
            end[s + 1] += end[s];
        }
        int[] direct = new int[end[steps]];
        boolean[] isChunkwise = new boolean[direct.length];
        forEachEdge((from, to, chunkwise) -> {
            isChunkwise[end[to]] = chunkwise;
            direct[end[to]++] = from;
        });
        int k = 0;
        for (int s = 0; s < steps; s++) {
            firstBefore[s] = edges;
            for (; k < end[s]; k++) {
                int b = direct[k];
                if (dissolved[b]) {
                    for (int e = firstBefore[b]; e < firstBefore[b + 1]; e++) {
                        edge(s, before[e], false);
                    }
                } else {
                    edge(s, b, isChunkwise[k]);
                }
            }
            firstBefore[s + 1] = edges;
        }
    }

    private interface Edge {
        void lead(int from, int to, boolean chunkwise);
    }

    /** Visits each edge inside the body, in the order of predecessors. */
    private void forEachEdge(Edge edge) {
        for (int from = base; from < body.end(); from++) {
            for (int e = program.firstSuccessor()[from]; e < program.firstSuccessor()[from + 1]; e++) {
                int to = program.successors()[e];
                if (to < body.end()) {
                    edge.lead(from - base, to - base, program.aligned()[e]);
                }
            }
        }
    }

    private void edge(int to, int from, boolean chunkwise) {
        for (int e = Math.max(firstBefore[to], edges - WIDE_JOIN); e < edges; e++) {
            if (before[e] == from) {
                aligned[e] &= chunkwise && pieces[from] == pieces[to];
                return;
            }
        }
        if (edges == before.length) {
            before = Arrays.copyOf(before, 2 * edges);
            aligned = Arrays.copyOf(aligned, 2 * edges);
        }
        aligned[edges] = chunkwise && pieces[from] == pieces[to];
        before[edges++] = from;
    }

    private void count() {
        int tasks = 0;
        for (int s = 0; s < steps; s++) {
            first[s] = tasks;
            if (!dissolved[s]) {
                tasks += pieces[s];
                for (int e = firstBefore[s]; e < firstBefore[s + 1]; e++) {
                    level[s] = Math.max(level[s], level[before[e]] + 1);
                }
                levels = Math.max(levels, level[s] + 1);
            }
        }
        first[steps] = tasks;
    }

    /** Returns the average number of tasks per level. */
    private double width() {
        return levels == 0 ? 0 : (double) first[steps] / levels;
    }

    private StaticSchedule build() {
        int tasks = first[steps];
        int[] step = new int[tasks];
        int[] piece = new int[tasks];
        int[] firstChunk = new int[tasks];
        for (int s = 0; s < steps; s++) {
            for (int t = first[s]; t < first[s + 1]; t++) {
                step[t] = s;
                piece[t] = t - first[s];
                firstChunk[t] = (int) ((long) piece[t] * program.chunks()[base + s] / pieces[s]);
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
                piece,
                firstChunk,
                first,
                firstBefore,
                Arrays.copyOf(before, edges),
                Arrays.copyOf(aligned, edges),
                order,
                firstOfQueue,
                nanos == null ? 0 : sharedNanos(nanos, step, owner, queues));
    }

    private boolean isSingle(int s) {
        return !dissolved[s] && pieces[s] == 1;
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
                width[level[s]] += isSingle(s) ? 0 : pieces[s];
                most = Math.max(most, width[level[s]]);
            }
        }
        return most;
    }

    /** Cuts each step, and the single tasks of each level, into one part per queue. */
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

    private double sharedNanos(long[] taken, int[] step, int[] owner, int queues) {
        double[][] busy = new double[levels][queues];
        for (int task = 0; task < step.length; task++) {
            int s = step[task];
            busy[level[s]][owner[task]] += (double) taken[s] / pieces[s];
        }
        double sum = 0;
        for (double[] ofLevel : busy) {
            long shared = Arrays.stream(ofLevel).filter(time -> time > 0).count();
            sum += Arrays.stream(ofLevel).max().orElse(0) + (shared > 1 ? HANDOVER_NANOS : 0);
        }
        return sum;
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
