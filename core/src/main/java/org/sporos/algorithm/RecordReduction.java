package org.sporos.algorithm;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.Serializable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.Labels;
import org.sporos.error.Required;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.DistinctWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.RecordView;

/**
 * A reduction of records to one, by an operator of the user's: products of complex numbers, mean and variance together,
 * a largest value with where it is.
 *
 * <p>The order of the operations is that of all reductions and depends on the number of contributions alone, so that
 * the result has the same bits on every backend. A reduction of no contributions gives the identity. Immutable,
 * thread-safe.
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
    private static final int LANES = 32;
    private static final int TILE = 2048;

    private final R identity;
    private final RecordJoin<R> join;

    private RecordReduction(R identity, RecordJoin<R> join) {
        this.identity = identity;
        this.join = join;
    }

    /**
     * Returns the reduction by an operator.
     *
     * @param identity the record that changes nothing where it is combined with another; the primitives in it are part
     *     of the code of the kernels
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
     * @param contribution gives the record of an index: kernel code, which may read the result of the run before
     * @param result takes the reduction: of rank 0
     * @throws IllegalArgumentException if n is negative, or the view has another rank than 0 or other records
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(
            String label, int n, RecordContribution<R> contribution, RecordView<R> result, Workspace workspace) {
        Operands.atLeast(0, n, "the number of contributions of a reduction of records");
        RecordContribution<R> first = Required.argument(contribution, "the contribution of a reduction of records");
        requireScalar(Required.argument(result, "the result of a reduction of records"));
        return Graph.define(label, root -> {
            int count = n;
            NodeRef before = root;
            RecordContribution<R> each = first;
            while (count > TILE) {
                int tiles = (count - 1) / TILE + 1;
                RecordView<R> totals = workspace.records("totals of tiles", result.type(), tiles);
                before = addLevel(before, count, each, (t, record) -> totals.set(t, record), result.type(), workspace);
                each = t -> totals.get(t);
                count = tiles;
            }
            addLevel(before, count, each, (t, record) -> result.set(record), result.type(), workspace);
        });
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

    /** Takes the total of a tile. */
    private interface Totals<R extends Record> extends Serializable {
        void set(int tile, R total);
    }

    /**
     * Adds the nodes of one level: the lanes of all tiles, each by a work item of its own, then the combination of the
     * lanes of each tile.
     */
    @CanIgnoreReturnValue
    private NodeRef addLevel(
            NodeRef before, int n, RecordContribution<R> each, Totals<R> totals, Class<R> type, Workspace workspace) {
        int tiles = Math.max(1, (n - 1) / TILE + 1);
        RecordView<R> lanes = workspace.records("lanes of tiles", type, Math.multiplyExact(tiles, LANES));
        R start = identity;
        RecordJoin<R> operator = join;
        return before.thenParallelFor("reduce lanes", RangePolicy.of(tiles * LANES), w -> {
                    int begin = w / LANES * TILE;
                    int end = Math.min(TILE, n - begin);
                    R lane = start;
                    for (int k = w % LANES; k < end; k += LANES) {
                        lane = operator.join(lane, each.at(begin + k));
                    }
                    lanes.set(w, lane);
                })
                .thenParallelFor("combine lanes", RangePolicy.of(tiles).withChunk(1), (RangeBody & DistinctWrites)
                        t -> {
                            int at = t * LANES;
                            for (int s = LANES / 2; s > 0; s /= 2) {
                                for (int l = at; l < at + s; l++) {
                                    lanes.set(l, operator.join(lanes.get(l), lanes.get(l + s)));
                                }
                            }
                            totals.set(t, lanes.get(at));
                        });
    }
}
