package org.sporos.host.task;

import org.sporos.host.code.TieredLoop;
import org.sporos.host.code.TileResults;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;

/** Contributions that a kernel's own code evaluates, run by run. */
final class CodeSource
        implements
//#for accumulator
                $Type$Source$,$
//#end
{
    private final TieredLoop code;
    private final Policy policy;
    private final RunRange range;

    CodeSource(TieredLoop code, Policy policy) {
        this.code = code;
        this.policy = policy;
        this.range = RunRange.of(policy);
    }

    TieredLoop code() {
        return code;
    }

    /** Folds tiles {@code [begin, end)}, but not one that is shorter than others; returns the first that is left. */
    int tiles(long from, long to, long size, TileResults results) {
        long full = Math.min(to, size / Order.TILE);
        if (!code.folds() || full <= from) {
            return (int) from;
        }
        code.tiles(range.begin() + from * Order.TILE, (int) from, (int) (full - from), results);
        return (int) full;
    }
//#for accumulator

    @Override
    public void fill(long first, int n, $type$[] into, int at) {
        rows(first, n, into, at);
    }
//#end

    private void rows(long first, int n, Object into, int at) {
        if (!(policy instanceof MDRangePolicy box)) {
            code.fill(0, 0, range.begin() + first, n, into, at);
            return;
        }
        int length;
        for (int done = 0; done < n; done += length) {
            long position = first + done;
            length = Rows.length(box, position, n - done);
            int j = box.rank() == 2 ? 0 : Rows.j(box, position);
            code.fill(Rows.i(box, position), j, Rows.last(box, position), length, into, at + done);
        }
    }
}
