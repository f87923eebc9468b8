package org.sporos.host.task;

import java.util.List;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.code.CodeLoop;
import org.sporos.policy.ReductionOp;

/** A parallel scan: totals of tiles, their sums, and the pass over all tiles; or that pass alone on one thread. */
final class ScanTask implements HostTask {
    private final ScanShape shape;
    private final List<CodeLoop> codes;
    private final TileScan scan;
    private final String whyLambdas;

    private ScanTask(ScanShape shape, List<CodeLoop> codes, String whyLambdas, TileScan scan) {
        this.shape = shape;
        this.codes = codes;
        this.whyLambdas = whyLambdas;
        this.scan = scan;
    }

    static ScanTask of(Work.ParallelScan work, Node node, TaskContext context, Kernels kernels) {
        ScanShape shape = ScanShape.of(work.policy(), work.scan().isInclusive(), context);
        CodeLoop code = kernels.contribution(node, 0, work.policy(), ReductionOp.CUSTOM);
        CodeLoop taker = kernels.consumer(node, work.policy());
        CodeSource source = code == null ? null : new CodeSource(code, work.policy());
        ScanConsumer consumer =
                taker == null ? ScanConsumer.of(ListedBody.of(work.policy(), work.consumer())) : taker::take;
        TileScan scan = TileScans.of(work, shape, source, consumer);
        String why = code == null ? kernels.whyLambda(node, 0) : taker == null ? kernels.whyLambda(node, 1) : "";
        return new ScanTask(shape, code == null || taker == null ? List.of() : List.of(code, taker), why, scan);
    }

    @Override
    public int phases() {
        return shape.isSinglePass() ? 1 : 3;
    }

    @Override
    public int chunks(int phase) {
        return phase == 1 ? 1 : shape.chunks().count();
    }

    @Override
    public Tier tier() {
        return codes.isEmpty() ? Tier.LOOP : Kernels.tier(codes);
    }

    @Override
    public String note() {
        return codes.isEmpty()
                ? "no C++: its contribution or its consumer is a lambda that is called as it is" + whyLambdas
                : Kernels.note(codes);
    }

    @Override
    public void run(int phase, int chunk) {
        if (phase == 1) {
            scan.total();
            return;
        }
        for (int tile = (int) shape.chunks().begin(chunk);
                tile < (int) shape.chunks().end(chunk);
                tile++) {
            if (phases() == 1 || phase == 2) {
                scan.pass(tile);
            } else {
                scan.total(tile);
            }
        }
    }
}
