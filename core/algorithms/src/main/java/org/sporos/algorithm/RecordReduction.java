package org.sporos.algorithm;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.Serializable;
import org.sporos.error.CodedArgumentException;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.policy.RangePolicy;
import org.sporos.view.RecordView;

/**
 * A reduction of records by a user-defined operator: products of complex numbers, mean and variance together, a largest
 * value with its index.
 *
 * <p>Contributions are combined in ascending order, so that the operator need not commute. The result equals the last
 * one of the inclusive {@link RecordScan}, bit for bit, on every backend. An empty reduction gives the identity.
 * Immutable, thread-safe.
 *
 * <pre>{@code
 * RecordView<Complex> z = RecordView.of("z", space, Complex.class, n);
 * RecordView<Complex> product = RecordView.of("product", space, Complex.class);
 * Graph multiply = RecordReduction.of(new Complex(1, 0), Complex::multiply)
 *         .graph("multiply", n, i -> z.get(i), product, workspace);
 * }</pre>
 *
 * @since 0.1.0
 */
public final class RecordReduction<R extends Record> {
    private static final int ROW = 32;
    private static final int CHAIN = 64;

    private final R identity;
    private final RecordJoin<R> join;

    private RecordReduction(R identity, RecordJoin<R> join) {
        this.identity = identity;
        this.join = join;
    }

    /**
     * Returns the reduction by an operator.
     *
     * @param identity the neutral element of the operator; its primitives are constants of the kernels
     * @param join combines two records: kernel code
     */
    public static <R extends Record> RecordReduction<R> of(R identity, RecordJoin<R> join) {
        return new RecordReduction<>(
                Required.argument(identity, "the identity of a reduction of records"),
                Required.argument(join, "the operator of a reduction of records"));
    }

    /**
     * Returns a graph that sets the only record of a view to the reduction of the contributions of the indexes from 0
     * to {@code n - 1}. It may be nested in other graphs.
     *
     * @param contribution the record of an index: kernel code, which may read the result of the previous run
     * @param result the output: of rank 0
     * @throws IllegalArgumentException if n is negative, or the view has another rank than 0 or other records
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(
            String label, int n, RecordContribution<R> contribution, RecordView<R> result, Workspace workspace) {
        Operands.atLeast(0, n, "the number of contributions of a reduction of records");
        RecordContribution<R> first = Required.argument(contribution, "the contribution of a reduction of records");
        requireScalar(Required.argument(result, "the result of a reduction of records"));
        return Graph.define(label, root -> {
            int units = ceil(n, ROW);
            RecordView<R> rows = workspace.records("totals of rows", result.type(), units);
            NodeRef before = addRows(root, n, first, rows);
            RecordView<R> each = rows;
            while (units > CHAIN) {
                int chains = ceil(units, CHAIN);
                RecordView<R> totals = workspace.records("totals of chains", result.type(), chains);
                before = addChains(before, units, each, (c, total) -> totals.set(c, total));
                each = totals;
                units = chains;
            }
            addChains(before, units, each, (c, total) -> result.set(total));
        });
    }

    private static int ceil(int n, int length) {
        return n / length + (n % length == 0 ? 0 : 1);
    }

    private void requireScalar(RecordView<R> result) {
        if (result.rank() != 0) {
            throw new CodedArgumentException(
                    "S293",
                    "the result of a reduction of records, view " + Labels.quoted(result.label()) + ", has rank "
                            + result.rank()
                            + "; give a view of rank 0, as RecordView.of(label, space, type) makes it");
        }
    }

    /** Stores the total of a chain. */
    private interface Totals<R extends Record> extends Serializable {
        void set(int chain, R total);
    }

    /**
     * Adds the node that combines each row of 32 contributions as a binary tree: neighbours, pairs, fours, eights,
     * sixteens. Left subtrees wait in local variables for their right sibling; the last four of a row completes all of
     * them.
     */
    private NodeRef addRows(NodeRef before, int n, RecordContribution<R> contribution, RecordView<R> rows) {
        R start = identity;
        RecordJoin<R> operator = join;
        return before.thenParallelFor("reduce rows", RangePolicy.of(ceil(n, ROW)), r -> {
            int count = Math.min(ROW, n - ROW * r);
            R fours = start;
            R eights = start;
            R sixteens = start;
            R unit = start;
            for (int l = 0; l < count; l += 4) {
                int i = ROW * r + l;
                unit = contribution.at(i);
                unit = l + 1 < count ? operator.join(unit, contribution.at(i + 1)) : unit;
                if (l + 2 < count) {
                    R pair = contribution.at(i + 2);
                    pair = l + 3 < count ? operator.join(pair, contribution.at(i + 3)) : pair;
                    unit = operator.join(unit, pair);
                }
                int four = l / 4;
                int complete = l + 4 < count ? four & ~(four & four + 1) : four;
                unit = (complete & 1) != 0 ? operator.join(fours, unit) : unit;
                unit = (complete & 2) != 0 ? operator.join(eights, unit) : unit;
                unit = (complete & 4) != 0 ? operator.join(sixteens, unit) : unit;
                int waiting = ~four & four + 1;
                fours = waiting == 1 ? unit : fours;
                eights = waiting == 2 ? unit : eights;
                sixteens = waiting == 4 ? unit : sixteens;
            }
            rows.set(r, unit);
        });
    }

    /** Adds the node that combines the units of each chain in order. */
    @CanIgnoreReturnValue
    private NodeRef addChains(NodeRef before, int units, RecordView<R> each, Totals<R> totals) {
        R start = identity;
        RecordJoin<R> operator = join;
        return before.thenParallelFor("chain rows", RangePolicy.of(Math.max(1, ceil(units, CHAIN))), c -> {
            R running = start;
            int end = Math.min(CHAIN * (c + 1), units);
            for (int k = CHAIN * c; k < end; k++) {
                running = operator.join(running, each.get(k));
            }
            totals.set(c, running);
        });
    }
}
