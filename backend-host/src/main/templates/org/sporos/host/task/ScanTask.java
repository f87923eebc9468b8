package org.sporos.host.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.jit.TieredLoop;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.ReductionOp;

/** A parallel scan: totals of tiles, their sums, and the pass over all tiles; or that pass alone on one thread. */
final class ScanTask implements HostTask {
    private final ScanShape shape;
    private final List<TieredLoop> codes;
    private final TileScan scan;
    private final String whyLambdas;
    /** The code that does contributions, sums and consumer in one loop, or null. */
    private final @Nullable TieredLoop whole;

    private ScanTask(
            ScanShape shape, List<TieredLoop> codes, String whyLambdas, TileScan scan, @Nullable TieredLoop whole) {
        this.shape = shape;
        this.codes = codes;
        this.whyLambdas = whyLambdas;
        this.scan = scan;
        this.whole = whole;
    }

    static ScanTask of(Work.ParallelScan work, Node node, TaskContext context, KernelCompiler kernels) {
        ScanShape shape = ScanShape.of(work.policy(), work.scan().isInclusive(), context);
        TieredLoop code = kernels.scan(node, work);
        return code == null
                ? ofParts(work, node, shape, kernels)
                : new ScanTask(shape, List.of(code), "", inOneLoop(work, shape, code), code);
    }

    /** Returns a scan whose contribution and consumer have code of their own, or are lambdas. */
    private static ScanTask ofParts(Work.ParallelScan work, Node node, ScanShape shape, KernelCompiler kernels) {
        TieredLoop code = kernels.contribution(node, 0, work.policy(), ReductionOp.CUSTOM, null);
        TieredLoop taker = kernels.consumer(node, work.policy());
        CodeSource source = code == null ? null : new CodeSource(code, work.policy());
        ScanConsumer consumer =
                taker == null ? ScanConsumer.of(ListedBody.of(work.policy(), work.consumer())) : taker::take;
        TileScan scan = ofParts(work, shape, source, consumer);
        String why = code == null ? kernels.whyLambda(node, 0) : taker == null ? kernels.whyLambda(node, 1) : "";
        List<TieredLoop> codes = code == null || taker == null ? List.of() : List.of(code, taker);
        return new ScanTask(shape, codes, why, scan, null);
    }

    private static TileScan inOneLoop(Work.ParallelScan work, ScanShape shape, TieredLoop code) {
        return switch (work.scan().type()) {
[#list reals as t]
            case ${t.TYPE} ->
                new ${t.Type}Scan(
                        shape,
                        (first, n, into, at) -> code.fillInJava(shape.begin() + first, n, into, at),
                        code::takeInJava);
[/#list]
            default -> LongScan.of(shape, code);
        };
    }

    private static TileScan ofParts(
            Work.ParallelScan work, ScanShape shape, @Nullable CodeSource code, ScanConsumer consumer) {
        Policy policy = work.policy();
        KernelBody body = ListedBody.of(policy, work.contribution());
        return switch (work.scan().type()) {
[#list reductions as t]
            case ${t.TYPE} -> new ${t.Sum}Scan(shape, code != null ? code : ${t.Type}Sources.of(policy, body), consumer);
[/#list]
            default -> throw new InternalException("no sums of " + work.scan().type());
        };
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
        return codes.isEmpty() ? Tier.LOOP : KernelCompiler.tier(codes);
    }

    @Override
    public String note() {
        return codes.isEmpty()
                ? "no C++: its contribution or its consumer is a lambda that is called as it is" + whyLambdas
                : KernelCompiler.note(codes);
    }

    @Override
    public void run(int phase, int chunk) {
        if (phase == 1) {
            scan.total();
            return;
        }
        if (phases() == 1) {
            scan.begin();
        }
        int end = Math.min((int) shape.chunks().end(chunk), shape.tiles());
        for (int tile = (int) shape.chunks().begin(chunk); tile < end; ) {
            int count = Math.min(ScanShape.MOST_AT_ONCE, end - tile);
            if (phase == phases() - 1) {
                pass(tile, count);
            } else {
                totals(tile, count);
            }
            tile += count;
        }
    }

    private void pass(int tile, int count) {
        if (whole == null) {
            scan.pass(tile, count);
        } else {
            whole.pass(scan, tile, count);
        }
    }

    private void totals(int tile, int count) {
        if (whole == null) {
            scan.totals(tile, count);
        } else {
            whole.totals(scan, tile, count);
        }
    }
}
