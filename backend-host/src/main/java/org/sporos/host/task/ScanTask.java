package org.sporos.host.task;

import org.sporos.graph.Work;

/** A parallel scan: totals of tiles, their sums, and the pass over all tiles; or that pass alone on one thread. */
final class ScanTask implements HostTask {
    private final ScanShape shape;
    private final TileScan scan;

    private ScanTask(ScanShape shape, TileScan scan) {
        this.shape = shape;
        this.scan = scan;
    }

    static ScanTask of(Work.ParallelScan work, TaskContext context) {
        ScanShape shape = ScanShape.of(work.policy(), work.scan().isInclusive(), context);
        TileScan scan = switch (work.scan().type()) {
            case DOUBLE -> new DoubleScan(shape, DoubleSources.of(work.policy(), work.contribution()), work.consumer());
            case FLOAT -> new FloatScan(shape, FloatSources.of(work.policy(), work.contribution()), work.consumer());
            case INT -> new LongScan(shape, IntSources.of(work.policy(), work.contribution()), work.consumer());
            case LONG -> new LongScan(shape, LongSources.of(work.policy(), work.contribution()), work.consumer());
        };
        return new ScanTask(shape, scan);
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
