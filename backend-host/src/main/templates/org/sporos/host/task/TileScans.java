package org.sporos.host.task;

import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Work;
import org.sporos.host.code.TieredLoop;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;

/** Picks the scan of the type that sums have. */
final class TileScans {

    private TileScans() {}

    /** Returns the scan of code that does it in one loop. */
    static TileScan of(Work.ParallelScan work, ScanShape shape, TieredLoop code) {
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

    /** Returns the scan of a contribution and a consumer that are apart. */
    static TileScan of(Work.ParallelScan work, ScanShape shape, @Nullable CodeSource code, ScanConsumer consumer) {
        Policy policy = work.policy();
        KernelBody body = ListedBody.of(policy, work.contribution());
        return switch (work.scan().type()) {
[#list reductions as t]
            case ${t.TYPE} -> new ${t.Sum}Scan(shape, code != null ? code : ${t.Type}Sources.of(policy, body), consumer);
[/#list]
            default -> throw new InternalException("no sums of " + work.scan().type());
        };
    }
}
