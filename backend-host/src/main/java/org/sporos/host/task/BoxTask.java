package org.sporos.host.task;

import org.jspecify.annotations.Nullable;
import org.sporos.host.code.CodeLoop;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;

/** A body called once per index pair or triple of a box, tile by tile. */
final class BoxTask implements HostTask {
    private final Tiling tiling;
    private final KernelBody body;
    private final @Nullable CodeLoop code;
    private final Chunks chunks;

    BoxTask(MDRangePolicy policy, KernelBody body, @Nullable CodeLoop code, TaskContext context) {
        this.tiling = new Tiling(policy, context);
        this.body = body;
        this.code = code;
        this.chunks = Chunks.ofUnits(tiling.size(), 1, context);
    }

    @Override
    public int phases() {
        return 1;
    }

    @Override
    public int chunks(int phase) {
        return chunks.count();
    }

    @Override
    public Tier tier() {
        return Kernels.tier(code);
    }

    @Override
    public void run(int phase, int chunk) {
        for (long tile = chunks.begin(chunk); tile < chunks.end(chunk); tile++) {
            int i = tiling.begin(tile, 0);
            int iEnd = tiling.end(tile, 0);
            int j = tiling.begin(tile, 1);
            int jEnd = tiling.end(tile, 1);
            if (code != null) {
                loop(code, i, iEnd, j, jEnd, tile);
            } else if (body instanceof RangeBody2 pairs) {
                loop(pairs, i, iEnd, j, jEnd);
            } else {
                loop((RangeBody3) body, i, iEnd, j, jEnd, tiling.begin(tile, 2), tiling.end(tile, 2));
            }
        }
    }

    private void loop(CodeLoop made, int i, int iEnd, int j, int jEnd, long tile) {
        if (body instanceof RangeBody2) {
            made.run(i, iEnd, j, jEnd);
        } else {
            made.run(i, iEnd, j, jEnd, tiling.begin(tile, 2), tiling.end(tile, 2));
        }
    }

    private static void loop(RangeBody2 body, int iBegin, int iEnd, int jBegin, int jEnd) {
        for (int i = iBegin; i < iEnd; i++) {
            row(body, i, jBegin, jEnd);
        }
    }

    private static void row(RangeBody2 body, int i, int begin, int end) {
        for (int j = begin; j < end; j++) {
            body.at(i, j);
        }
    }

    private static void loop(RangeBody3 body, int iBegin, int iEnd, int jBegin, int jEnd, int kBegin, int kEnd) {
        for (int i = iBegin; i < iEnd; i++) {
            for (int j = jBegin; j < jEnd; j++) {
                row(body, i, j, kBegin, kEnd);
            }
        }
    }

    private static void row(RangeBody3 body, int i, int j, int begin, int end) {
        for (int k = begin; k < end; k++) {
            body.at(i, j, k);
        }
    }
}
