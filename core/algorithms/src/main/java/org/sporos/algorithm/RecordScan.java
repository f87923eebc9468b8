package org.sporos.algorithm;

import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.internal.error.Required;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.RecordView;

/**
 * The prefix combination of records, exclusive or inclusive, by an operator of the user: running products, linear
 * recurrences, states of automata.
 *
 * <p>The order of the operations is that of all scans of floating-point numbers, so that the results have the same bits
 * on every backend. Contributions are evaluated once, before any result is consumed. Immutable, thread-safe.
 *
 * <p>Source: G. Blelloch, "Prefix sums and their applications", 1990.
 *
 * <pre>{@code
 * RecordView<Complex> z = RecordView.of("z", space, Complex.class, n);
 * Graph products = RecordScan.inclusive(new Complex(1, 0), Complex::multiply)
 *         .graph("products", n, i -> z.get(i), (i, product) -> z.set(i, product), workspace);
 * }</pre>
 *
 * @since 0.1.0
 */
public final class RecordScan<R extends Record> {
    private static final int ROW = 32;
    private static final int CHAIN = 64;

    private final R identity;
    private final RecordJoin<R> join;
    private final boolean inclusive;

    private RecordScan(R identity, RecordJoin<R> join, boolean inclusive) {
        this.identity = Required.argument(identity, "the identity of a scan of records");
        this.join = Required.argument(join, "the operator of a scan of records");
        this.inclusive = inclusive;
    }

    /**
     * Returns the scan that combines the contributions up to and including an index.
     *
     * @param identity the neutral element of the operator
     * @param join combines two records: kernel code
     */
    public static <R extends Record> RecordScan<R> inclusive(R identity, RecordJoin<R> join) {
        return new RecordScan<>(identity, join, true);
    }

    /** Returns the scan that combines the contributions before an index, starting from the identity. */
    public static <R extends Record> RecordScan<R> exclusive(R identity, RecordJoin<R> join) {
        return new RecordScan<>(identity, join, false);
    }

    /**
     * The units of each level, stored level after level: rows, chains of rows, chains of chains, until one is left.
     *
     * @param chains the combination of the units before each one in its chain
     * @param totals the combination of all units of a chain, by the index of the chain as a unit
     */
    private record Levels<R extends Record>(
            int rows, int count, RecordView<R> sums, RecordView<R> chains, RecordView<R> totals) {
        static <R extends Record> Levels<R> of(int n, Class<R> type, Workspace workspace) {
            int rows = Math.max(1, (n - 1) / ROW + 1);
            int count = 0;
            int all = 0;
            int units = rows;
            do {
                count++;
                all = Math.addExact(all, units);
                units = next(units);
            } while (units > 1);
            return new Levels<>(
                    rows,
                    count,
                    workspace.records("sums in rows", type, Math.multiplyExact(rows, ROW)),
                    workspace.records("chains", type, all),
                    workspace.records("totals of chains", type, all + 1));
        }
    }

    private static int next(int units) {
        return (units - 1) / CHAIN + 1;
    }

    /**
     * Returns a graph that scans the contributions of the indexes from 0 to {@code n - 1}. It may be nested in other
     * graphs.
     *
     * @param contribution the record of an index: kernel code
     * @param consumer the consumer of each index's result: kernel code, which may overwrite inputs of contributions
     * @throws IllegalArgumentException if n is negative
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(
            String label, int n, RecordContribution<R> contribution, RecordConsumer<R> consumer, Workspace workspace) {
        Operands.atLeast(0, n, "the number of contributions of a scan of records");
        Required.argument(contribution, "the contribution of a scan of records");
        Required.argument(consumer, "the consumer of a scan of records");
        @SuppressWarnings("unchecked") // A record class has no subclasses.
        Class<R> type = (Class<R>) identity.getClass();
        Levels<R> levels = Levels.of(n, type, workspace);
        return Graph.define(label, root -> {
            NodeRef before = addRows(root, n, contribution, levels);
            RecordView<R> sums = levels.sums();
            RecordView<R> totals = levels.totals();
            RecordContribution<R> each = row -> sums.get(ROW * row + ROW - 1);
            int first = 0;
            int units = levels.rows();
            for (int level = 0; level < levels.count(); level++) {
                before = addChains(before, first, units, each, levels);
                int behind = first + units;
                each = unit -> totals.get(behind + unit);
                first = behind;
                units = next(units);
            }
            addConsumer(before, n, consumer, levels);
        });
    }

    /** Adds the node that scans each row by halves. */
    private NodeRef addRows(NodeRef before, int n, RecordContribution<R> contribution, Levels<R> levels) {
        RecordView<R> sums = levels.sums();
        R start = identity;
        RecordJoin<R> operator = join;
        return before.thenParallelFor("sum rows", RangePolicy.of(levels.rows()), (RangeBody & DisjointWrites) r -> {
            int begin = ROW * r;
            for (int l = 0; l < ROW; l++) {
                sums.set(begin + l, begin + l < n ? contribution.at(begin + l) : start);
            }
            for (int s = 1; s < ROW; s *= 2) {
                for (int l = s; l < ROW; l++) {
                    if ((l & s) != 0) {
                        int half = (l & -(2 * s)) + s - 1;
                        sums.set(begin + l, operator.join(sums.get(begin + half), sums.get(begin + l)));
                    }
                }
            }
        });
    }

    /** Adds the node that chains the units of one level. */
    private NodeRef addChains(NodeRef before, int first, int units, RecordContribution<R> each, Levels<R> levels) {
        RecordView<R> chains = levels.chains();
        RecordView<R> totals = levels.totals();
        R start = identity;
        RecordJoin<R> operator = join;
        int behind = first + units;
        return before.thenParallelFor("chain", RangePolicy.of(next(units)), (RangeBody & DisjointWrites) c -> {
            R running = start;
            int end = Math.min(CHAIN * (c + 1), units);
            for (int k = CHAIN * c; k < end; k++) {
                chains.set(first + k, running);
                running = operator.join(running, each.at(k));
            }
            totals.set(behind + c, running);
        });
    }

    private void addConsumer(NodeRef before, int n, RecordConsumer<R> consumer, Levels<R> levels) {
        RecordView<R> sums = levels.sums();
        RecordView<R> chains = levels.chains();
        int rows = levels.rows();
        int count = levels.count();
        int back = inclusive ? 0 : 1;
        R start = identity;
        RecordJoin<R> operator = join;
        before.thenParallelFor("consume", RangePolicy.of(n), i -> {
            R sum = start;
            int last = i - back;
            if (last >= 0) {
                sum = sums.get(last);
                int first = 0;
                int units = rows;
                int unit = last / ROW;
                for (int level = 0; level < count; level++) {
                    sum = operator.join(chains.get(first + unit), sum);
                    first += units;
                    units = (units - 1) / CHAIN + 1;
                    unit /= CHAIN;
                }
            }
            consumer.at(i, sum);
        });
    }
}
