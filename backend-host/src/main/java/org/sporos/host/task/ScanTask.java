package org.sporos.host.task;

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
    private final @Nullable CodeLoop code;
    private final TileScan scan;

    private ScanTask(ScanShape shape, @Nullable CodeLoop code, TileScan scan) {
        this.shape = shape;
        this.code = code;
        this.scan = scan;
    }

    static ScanTask of(Work.ParallelScan work, Node node, TaskContext context, Kernels kernels) {
        ScanShape shape = ScanShape.of(work.policy(), work.scan().isInclusive(), context);
        CodeLoop code = kernels.contribution(node, work.contribution(), ReductionOp.CUSTOM);
        CodeSource source = code == null ? null : new CodeSource(code, work.policy());
        TileScan scan = scan(work, shape, source);
        return new ScanTask(shape, code, scan);
    }

    private static TileScan scan(Work.ParallelScan work, ScanShape shape, @Nullable CodeSource code) {
        Policy policy = work.policy();
        KernelBody body = ListedBody.of(policy, work.contribution());
        KernelBody consumer = ListedBody.of(policy, work.consumer());
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
        return Kernels.tier(code);
    }

    @Override
    public String note() {
        return Kernels.note(code);
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
