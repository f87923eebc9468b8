package org.sporos.host.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.code.CodeLoop;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
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
        CodeLoop code = kernels.contribution(node, work.policy(), work.contribution(), ReductionOp.CUSTOM);
        CodeLoop taker = kernels.consumer(node, work.policy(), work.consumer());
        CodeSource source = code == null ? null : new CodeSource(code, work.policy());
        ScanConsumer consumer =
                taker == null ? ScanConsumer.of(ListedBody.of(work.policy(), work.consumer())) : taker::take;
        TileScan scan = scan(work, shape, source, consumer);
        String why = code == null
                ? kernels.whyLambda(node, work.contribution())
                : taker == null ? kernels.whyLambda(node, work.consumer()) : "";
        return new ScanTask(shape, code == null || taker == null ? List.of() : List.of(code, taker), why, scan);
    }

    private static TileScan scan(
            Work.ParallelScan work, ScanShape shape, @Nullable CodeSource code, ScanConsumer consumer) {
        Policy policy = work.policy();
        KernelBody body = ListedBody.of(policy, work.contribution());
        return switch (work.scan().type()) {
            case DOUBLE -> new DoubleScan(shape, code != null ? code : DoubleSources.of(policy, body), consumer);
            case FLOAT -> new FloatScan(shape, code != null ? code : FloatSources.of(policy, body), consumer);
            case INT -> new LongScan(shape, code != null ? code : IntSources.of(policy, body), consumer);
            case LONG -> new LongScan(shape, code != null ? code : LongSources.of(policy, body), consumer);
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
