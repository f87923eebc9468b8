package org.sporos.host.task;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.host.jit.TieredLoop;
import org.sporos.host.jit.TileResults;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;

/** Contributions evaluated by a kernel's compiled code, row by row. */
final class CodeSource
        implements
[#list accumulators as t]
                ${t.Type}Source[#sep],[/#sep]
[/#list]
{
    private final TieredLoop code;
    /** The rows of a box, or null. */
    private final @Nullable Rows rows;

    /** The start and end of each dimension of the box but the first, or null if a bound is dynamic. */
    private final int @Nullable [] sides;

    private final RunRange range;

    CodeSource(TieredLoop code, Policy policy) {
        this.code = code;
        this.rows = policy instanceof MDRangePolicy box ? Rows.of(box) : null;
        this.sides = rows == null ? null : rows.sides();
        this.range = RunRange.of(policy);
    }

    TieredLoop code() {
        return code;
    }

    /** Folds the full tiles of {@code [begin, end)}; returns the first remaining tile. */
    int tiles(long from, long to, long size, TileResults results) {
        long full = Math.min(to, size / Order.TILE);
        if (!code.folds() || full <= from) {
            return (int) from;
        }
        code.tiles(range.begin() + from * Order.TILE, (int) from, (int) (full - from), results);
        return (int) full;
    }
[#list accumulators as t]

    @Override
    public void fill(long first, int n, ${t.type}[] into, int at) {
        rows(first, n, into, at);
    }
[/#list]

    private void rows(long first, int n, Object into, int at) {
        if (rows == null) {
            code.fill(0, 0, 0, range.begin() + first, n, into, at);
            return;
        }
        int length;
        if (sides != null && n > 0 && fillRows(first, n, sides, into, at)) {
            return;
        }
        for (int done = 0; done < n; done += length) {
            long position = first + done;
            length = rows.length(position, n - done);
            int i = rows.outer(position, 0);
            int j = rows.outer(position, 1);
            int k = rows.outer(position, 2);
            code.fill(i, j, k, rows.last(position), length, into, at + done);
        }
    }

    private boolean fillRows(long first, int n, int[] sides, Object into, int at) {
        Rows box = Objects.requireNonNull(rows);
        int i = box.outer(first, 0);
        int j = box.outer(first, 1);
        int k = box.outer(first, 2);
        return code.fillRows(i, j, k, box.last(first), n, sides, into, at);
    }
}
